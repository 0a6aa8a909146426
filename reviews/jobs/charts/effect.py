"""The estimated effect of a job with its interval."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.charts.single_interval import single_interval
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

SMALLEST, LARGEST = 1e-6, 1e12  # of what an axis is drawn for


@charts.registry.register("job_effect")
class Effect(charts.PageChart):
    """On its own scale, zero included; nothing for figures that no axis holds."""

    page = "job_estimate"
    title = gettext_noop("Estimated effect")
    order = 10

    def chart(self, subject):
        event = subject.event
        low, value, high = event["ci_lower"], event["effect_estimate"], event["ci_upper"]
        largest = max(abs(low), abs(value), abs(high))
        if largest and not SMALLEST <= largest <= LARGEST:
            return None
        words = {"effect": numbers.short(value), "low": numbers.short(low), "high": numbers.short(high)}
        words["n"] = numbers.count(event["sample_size"])
        finding = _("Estimated effect: %(effect)s (interval %(low)s to %(high)s), n = %(n)s.")
        return single_interval(
            charts.EstimateMark(_("Estimated effect"), value, low, high, event["sample_size"]),
            finding=finding % words,
            write=numbers.short,
            note="" if min(low, high) > 0 or max(low, high) < 0 else _("The interval includes zero: inconclusive."),
            columns=("", _("estimate"), _("lower end"), _("upper end"), _("cases")),
        )
