"""The agreement of the judge with most people, week by week."""

from datetime import date

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

LEAST = 10


@charts.registry.register("judge_drift")
class JudgeDrift(charts.PageChart):
    page = "judge"
    title = gettext_noop("Drift")
    order = 40
    is_wide = True

    def chart(self, subject):
        weeks = subject.details.get("drift", {}).get("weeks", [])
        if len(weeks) < 2:
            return None
        (change,) = subject.lines("drift")
        points = [
            charts.EstimateMark(
                subject.day(date.fromisoformat(week["week"])), week["value"], week["low"], week["high"], week["n"],
                subject.kind,
            )
            for week in weeks
        ]  # fmt: skip
        return charts.line(
            points,
            title=_("Agreement with most people by week"),
            finding=_finding(change, len(weeks)),
            high=1.0,
            unit=_("answers"),
            write=numbers.point,
            write_tick=numbers.tick_label,
            least_n=LEAST,
        )

    def missing(self, subject):
        return _("The judge and people have answered the same items in less than two weeks.")


def _finding(change, weeks):
    if change.value is None:
        return _("Not enough weeks to tell: drift needs 8 weeks with labels, found: %(n)s.") % {"n": weeks}
    told = {"change": numbers.point(change.value), "interval": numbers.interval(change.low, change.high)}
    if change.high is not None and change.high < 0:
        return _("Agreement has fallen: %(change)s in the last 4 weeks, %(interval)s.") % told
    return _("No drift shown: %(change)s in the last 4 weeks, %(interval)s.") % told
