"""The share of passes by the judge alone, by people alone, and by the judge corrected for how it errs."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

KINDS = {"corrected": "between", "people_alone": "human"}


@charts.registry.register("judge_corrected")
class JudgeCorrected(charts.PageChart):
    page = "judge"
    title = gettext_noop("Corrected pass rate")
    order = 30

    def chart(self, subject):
        lines = {line.key: line for line in subject.lines("corrected_rate")}
        if not lines or lines["judge_alone"].value is None:
            return None
        alone, corrected = lines["judge_alone"], lines["corrected"]
        if corrected.value is None:
            finding = _("No corrected rate: %(why)s.") % {"why": corrected.reason}
        else:
            words = _("The pass rate goes from %(judge)s to %(corrected)s when its errors are taken out.")
            finding = words % {"judge": numbers.point(alone.value), "corrected": numbers.point(corrected.value)}
            if corrected.low is None:
                finding += " " + _("It has no interval: fewer than 30 passes or 30 fails by people.")
        return charts.dot_intervals(
            [subject.estimate(line, KINDS.get(key, subject.kind)) for key, line in lines.items()],
            title=_("Corrected pass rate"),
            finding=finding,
            unit=_("answers"),
        )

    def missing(self, subject):
        return _("Set which values pass to see the judge's pass rate corrected for its errors.")
