"""Alpha in each scope with its interval; scopes of machines only where machines answered."""

from annotations.agreement import reasons
from annotations.agreement.bands import RELIABLE, written
from annotations.agreement.metrics import HEADLINE
from evalhub.lib.charts import registry
from evalhub.lib.charts.chart import EstimateMark
from evalhub.lib.charts.estimates import dot_intervals
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

SCOPES = {
    "people": (gettext_noop("People"), "human"),
    "machines": (gettext_noop("Models"), "llm"),
    "between": (gettext_noop("Models vs. people"), "between"),
    "everyone": (gettext_noop("Everyone"), "everyone"),
}


@registry.register("agreement_scopes")
class Scopes(PageChart):
    page = "task_agreement"
    title = gettext_noop("Agreement")
    order = 10

    def chart(self, subject):
        rows = {scope: subject.scopes.get(scope, {}).get(HEADLINE) for scope in SCOPES}
        shown = ["people"]
        if has_machines(rows["between"]):
            several = len(rows["between"].details["machines"]) > 1
            shown = ["people", "between", *(["machines"] if several else []), "everyone"]
        estimates = [_estimate(scope, rows[scope]) for scope in shown if rows[scope] is not None]
        return dot_intervals(
            estimates,
            title=_("Krippendorff's alpha: %(title)s") % {"title": subject.title},
            finding=_finding(subject.scopes),
            reference=RELIABLE,
        )


def has_machines(between):
    return between is not None and bool(between.details.get("machines"))


def _estimate(scope, row):
    label, kind = SCOPES[scope]
    return EstimateMark(
        label=_(label),
        value=row.value,
        low=row.low,
        high=row.high,
        n=row.n_items,
        kind=kind,
        reason=reasons.text(row.reason).show if row.reason else "",
    )


def _finding(scopes):
    """What the reader should see first."""
    people, between = (scopes.get(scope, {}).get(HEADLINE) for scope in ("people", "between"))
    if people is None or people.value is None:
        return _("People: %(why)s") % {"why": reasons.text(people.reason if people else "NO_PAIRS").show}
    figures = {"people": written(people.value)}
    if between is None or between.value is None:
        text = _("People reach alpha %(people)s. High agreement: an interval from 0.80 (dashed) up.")
        return text % figures
    figures["between"] = written(between.value)
    if between.value < people.value:
        text = _(
            "People reach alpha %(people)s; models vs. people are lower at %(between)s. High agreement: an interval "
            "from 0.80 (dashed) up."
        )
    else:
        text = _(
            "People reach alpha %(people)s; models vs. people are not lower at %(between)s. High agreement: an "
            "interval from 0.80 (dashed) up."
        )
    return text % figures
