"""Alpha of each question among people, and between models and people."""

from annotations.agreement import reasons
from annotations.agreement.bands import RELIABLE
from annotations.agreement.charts.scopes import has_machines
from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MOST_QUESTIONS = 6


@charts.registry.register("question_agreement")
class QuestionAgreement(charts.PageChart):
    page = "task_people_agreement"
    title = gettext_noop("Agreement")
    order = 10

    def chart(self, subject):
        shown = subject.agreement[:MOST_QUESTIONS]
        estimates = []
        for title, scopes in shown:
            estimates.append(_estimate(title, scopes.get("people"), "human"))
            if has_machines(scopes.get("between")):
                estimates.append(_estimate(_("Models with people"), scopes["between"], "llm"))
        if all(each.value is None for each in estimates):
            return None
        return charts.dot_intervals(
            estimates, title=_("Agreement"), finding=_finding(shown), low=None, reference=RELIABLE
        )

    def missing(self, subject):
        return _("Not defined yet: no item has two labels. Ask a second annotator.")


def _estimate(label, row, kind):
    if row is None:
        return charts.EstimateMark(label=label, value=None, kind=kind, reason=reasons.text("NO_PAIRS").show)
    why = reasons.text(row.reason).show if row.reason else ""
    return charts.EstimateMark(
        label=label, value=row.value, low=row.low, high=row.high, n=row.n_items, kind=kind, reason=why
    )


def _finding(shown):
    """The questions on which people agree most and least."""
    rows = [(scopes.get("people"), title) for title, scopes in shown]
    known = [(row.value, title) for row, title in rows if row is not None and row.value is not None]
    if not known:
        return _("Not defined yet for people")
    (least, last), (most, first) = min(known), max(known)
    if len(known) == 1 or first == last:
        return _("People reach alpha %(value)s on “%(question)s”") % {"value": numbers.point(most), "question": first}
    return _("People agree most on “%(first)s” (alpha %(most)s), least on “%(last)s” (%(least)s)") % {
        "first": first,
        "most": numbers.point(most),
        "last": last,
        "least": numbers.point(least),
    }
