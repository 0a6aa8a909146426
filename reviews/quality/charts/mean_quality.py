"""Mean quality of each candidate of a grading with its interval."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext


@charts.registry.register("grading_mean_quality")
class MeanQuality(charts.PageChart):
    page = "grading"
    title = gettext_noop("Mean quality")
    order = 10

    def chart(self, subject):
        found = [model for model in subject.models if model.quality is not None]
        if not found:
            return None
        best = max(found, key=lambda model: model.quality.value)
        words = {"model": best.model, "quality": numbers.point(best.quality.value), "n": numbers.count(best.quality.n)}
        finding = ngettext(
            "%(model)s reaches %(quality)s of the baseline's quality, n = %(n)s pairs.",
            "%(model)s is closest to the baseline: %(quality)s, n = %(n)s pairs.",
            len(found),
        )
        estimates = [
            charts.EstimateMark(model.model, each.value, each.low, each.high, each.n, "llm")
            for model in found
            for each in [model.quality]
        ]
        return charts.bar_intervals(
            estimates, title=_("Mean quality"), finding=finding % words, unit=_("pairs"), least_n=10
        )
