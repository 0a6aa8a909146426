"""Which part of the variance of machine scores comes from the evidence, and which from how it was scored."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.statistics.variance_shares import LEAST_ROWS
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from experiments.studies.analysis import variance
from experiments.studies.charts import StudySubject

LABELS = {
    variance.EVIDENCE: gettext_noop("Evidence, what is measured"),
    variance.RUBRIC: gettext_noop("Rubric, which one was used"),
    variance.SCORER: gettext_noop("Scorer, which model scored"),
    variance.ORDER: gettext_noop("Order, how levels were shown"),
    variance.REST: gettext_noop("Rest"),
}
REASONS = {
    variance.NO_SCORES: gettext_noop("not defined: at least 2 evidence groups with different scores are needed"),
    variance.ONE_RUBRIC: gettext_noop("not defined: one rubric"),
    variance.ONE_SCORER: gettext_noop("not defined: one model scores"),
    variance.ONE_ORDER: gettext_noop("not defined: one order"),
    variance.CONFOUNDED: gettext_noop("not defined: varies only with the rubric or the scorer"),
}


@charts.registry.register("study_variance")
class VarianceShares(charts.PageChart):
    page = "study_overview"
    title = gettext_noop("Share of variance")
    order = 20

    def missing(self, subject: StudySubject):
        return _("Not defined: at least 2 evidence groups with different scores are needed.")

    def chart(self, subject: StudySubject):
        shares = {each.source: each for each in subject.variance.shares}
        if shares[variance.EVIDENCE].share.value is None:
            return None
        parts = [
            charts.EstimateMark(
                _(LABELS[source]),
                found.share.value,
                found.share.low,
                found.share.high,
                reason=_(REASONS[found.reason]) if found.reason else "",
            )
            for source, found in shares.items()
        ]
        chart = charts.parts_of_whole(parts, title=_("Share of variance"), finding=_finding(shares))
        words = _("Share of the variance of %(n)s machine scores, 95 %% interval over evidence groups.")
        few = _("No intervals: at least %(least)s evidence groups are needed.") % {"least": LEAST_ROWS}
        return replace(
            chart,
            definition=words % {"n": numbers.count(subject.variance.n)},
            anchor="variance",
            items_href=subject.scores_href,
            note="" if shares[variance.EVIDENCE].share.low is not None else few,
        )


def _finding(shares):
    rubric, scorer = (shares[source].share.value for source in (variance.RUBRIC, variance.SCORER))
    if rubric is not None and scorer is not None:
        words = _("The rubric moves the verdict by %(rubric)s, the scorer by %(scorer)s")
        return words % {"rubric": numbers.share(rubric), "scorer": numbers.share(scorer)}
    if rubric is not None:
        return _("The rubric moves the verdict by %(rubric)s") % {"rubric": numbers.share(rubric)}
    evidence = numbers.share(shares[variance.EVIDENCE].share.value)
    return _("%(evidence)s of the variance comes from the evidence") % {"evidence": evidence}
