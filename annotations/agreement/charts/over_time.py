"""People's alpha of the items finished in each period of days; none before there are two periods."""

from dataclasses import replace

from annotations.agreement import reasons
from annotations.agreement.bands import RELIABLE
from annotations.agreement.metrics import HEADLINE
from evalhub.lib.charts import numbers, registry
from evalhub.lib.charts.chart import EstimateMark
from evalhub.lib.charts.line import line
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@registry.register("agreement_over_time")
class OverTime(PageChart):
    page = "task_agreement"
    title = gettext_noop("Over time")
    order = 50
    is_wide = True

    def chart(self, subject):
        people = subject.scopes.get("people", {}).get(HEADLINE)
        periods = people.details.get("over_time", []) if people else []
        if len(periods) < 2:
            return None
        points = [
            EstimateMark(
                label=period["first"] if period["first"] == period["last"] else _("%(first)s to %(last)s") % period,
                value=period["value"],
                low=period["low"],
                high=period["high"],
                n=period["n_items"],
                kind="human",
                reason=reasons.text(period["reason"]).show if period["reason"] else "",
            )
            for period in periods
        ]
        chart = line(
            points,
            title=_("Alpha of people over time: %(title)s") % {"title": subject.title},
            finding=_finding(points),
            high=1.0,
            write=numbers.point,
            reference=RELIABLE,
        )
        return replace(
            chart,
            note=_(
                "Each point covers the items completed on these days. The band is the 95 % interval, where there "
                "are enough items. Gaps are days on which alpha is not defined."
            ),
        )


def _finding(points):
    known = [point for point in points if point.value is not None]
    if not known:
        return _("Alpha is not defined on any of these days yet.")
    low, high = (extreme(known, key=lambda point: point.value) for extreme in (min, max))
    return _("Lowest %(low)s (%(low_days)s), highest %(high)s (%(high_days)s), newest %(newest)s.") % {
        "low": numbers.point(low.value),
        "low_days": low.label,
        "high": numbers.point(high.value),
        "high_days": high.label,
        "newest": numbers.point(known[-1].value),
    }
