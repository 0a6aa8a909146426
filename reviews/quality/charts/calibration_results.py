"""The figures of a calibration that lie between -1 and 1, each with its interval."""

from evalhub.lib import charts
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MEASURES = ("spearman", "length_correlation", "length_bias", "swap_consistency")


@charts.registry.register("calibration_results")
class CalibrationResults(charts.PageChart):
    page = "calibration"
    title = gettext_noop("Calibration results")
    order = 10

    def chart(self, subject):
        shown = {line.key: line for line in subject.lines if line.key in MEASURES}
        if all(line.value is None for line in shown.values()):
            return None
        estimates = [
            charts.EstimateMark(line.title, line.value, line.low, line.high, line.n, "llm", line.reason)
            for line in (shown[key] for key in MEASURES if key in shown)
        ]
        finding = (
            _("%(judge)s passed: all results are within bounds.")
            if subject.has_passed
            else _("%(judge)s did not pass. Its scores do not affect routing.")
        )
        return charts.dot_intervals(
            estimates,
            title=_("Calibration results"),
            finding=finding % {"judge": subject.judge},
            low=-1.0,
            high=1.0,
            unit=_("cases"),
        )
