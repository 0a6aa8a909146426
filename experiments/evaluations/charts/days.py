"""The mean score of one metric on each day, of an evaluation of what arrives."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext
from experiments.evaluations import summary_estimates
from experiments.evaluations.charts import EvaluationSubject

MOST_DAYS = 60


@charts.registry.register("evaluation_days")
class ScoreDays(charts.PageChart):
    page = "evaluation_days"
    title = gettext_noop("Scores by day")

    def missing(self, subject: EvaluationSubject):
        return _("Nothing that arrived is scored yet.")

    def chart(self, subject: EvaluationSubject):
        found = [_estimate(each) for each in sorted(subject.days, key=lambda each: each.slice)[-MOST_DAYS:]]
        known = [bound for each in found for bound in (each.value, each.low, each.high) if bound is not None]
        if not known:
            return None
        least, most = summary_estimates.ends_of(subject.question)
        words = _("Mean of %(metric)s by the day (UTC) on which the outputs occurred, 95 %% CI. Grey: few cases.")
        return charts.line(
            found,
            title=_("Scores by day"),
            finding=finding_of(found),
            definition=words % {"metric": summary_estimates.name_of(subject.question)},
            low=min(known) if least is None else least,
            high=max(known) if most is None else most,
            unit=_("scores"),
            write=numbers.point,
            write_tick=numbers.tick_label,
            least_n=summary_estimates.FEW,
        )


def finding_of(found):
    """How the newest day with enough scores stands to the one before it, as far as their intervals say."""
    enough = [each for each in found if each.n >= summary_estimates.FEW and each.low is not None]
    if len(enough) < 2:
        n = len(found)
        return ngettext(
            "%(n)s day so far: too few cases for a trend", "%(n)s days so far: too few cases for a trend", n
        ) % {"n": numbers.count(n)}
    before, newest = enough[-2:]
    values = {"day": newest.label, "value": numbers.point(newest.value), "before": numbers.point(before.value)}
    if newest.high < before.low or newest.low > before.high:
        return _("%(day)s: %(value)s after %(before)s; the intervals do not overlap") % values
    return _("%(day)s: %(value)s after %(before)s; the intervals overlap: inconclusive") % values


def _estimate(summary):
    found, day = summary.estimate, summary.slice.partition("=")[2]
    reason = "" if found.value is not None else _("nothing scored")
    return charts.EstimateMark(day, found.value, found.low, found.high, found.n, summary.annotator.kind, reason)
