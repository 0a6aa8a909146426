"""The mean score of one metric in each slice, against that of all outputs."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from experiments.evaluations import summary_estimates
from experiments.evaluations.charts import EvaluationSubject

MOST_SLICES = 24


@charts.registry.register("evaluation_slices")
class ScoreSlices(charts.PageChart):
    page = "evaluation_slices"
    title = gettext_noop("Scores by slice")
    order = 10

    def missing(self, subject: EvaluationSubject):
        if subject.overall is None or subject.overall.mean is None:
            return _("Not defined yet: nothing is scored.")
        return _("No metadata field of the cases has few enough values to compare slices.")

    def chart(self, subject: EvaluationSubject):
        shown = [each for each in subject.slices if each.n_total][:MOST_SLICES]
        if not shown or subject.overall is None or subject.overall.mean is None:
            return None
        found = [_estimate(each) for each in shown]
        known = [bound for each in found for bound in (each.value, each.low, each.high) if bound is not None]
        if not known:
            return None
        chart = charts.dot_intervals(
            found,
            title=_("Scores by slice"),
            finding=finding_of(subject, found),
            low=min(known),
            high=max(known),
            unit=_("scores"),
            least_n=summary_estimates.FEW,
            reference=subject.overall.mean,
        )
        words = _("Mean of %(metric)s, 95 %% CI. Dashed: all outputs, %(mean)s.")
        name = summary_estimates.titled(subject.question, subject.overall.reducer)
        return replace(
            chart,
            definition=words % {"metric": name, "mean": numbers.point(subject.overall.mean)},
            anchor="slices",
            items_href=subject.results_href,
        )


def finding_of(subject, found):
    """Which slice is lowest, and whether that can be chance."""
    low = min((each for each in found if each.value is not None), key=lambda each: each.value)
    values = {"slice": low.label, "value": numbers.point(low.value), "n": numbers.count(low.n)}
    if low.n < summary_estimates.FEW:
        return _("%(slice)s is lowest at %(value)s, of few cases (n %(n)s)") % values
    if low.high is not None and low.high < subject.overall.mean:
        return _("%(slice)s is lowest at %(value)s; its interval lies below the mean of all") % values
    return _("%(slice)s is lowest at %(value)s; its interval includes the mean of all: inconclusive") % values


def _estimate(summary):
    found, (field, _sign, value) = summary.estimate, summary.slice.partition("=")
    reason = "" if found.value is not None else _("nothing scored")
    kind = summary.annotator.kind
    return charts.EstimateMark(f"{field}: {value}", found.value, found.low, found.high, found.n, kind, reason)
