"""People's answers on each day."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@charts.registry.register("answers_by_day")
class AnswersByDay(charts.PageChart):
    page = "task_overview"
    title = gettext_noop("Answers by day")
    order = 20

    def chart(self, subject):
        days = subject.days
        if not any(count for _day, count in days):
            return None
        points = [
            charts.Estimate(label=f"{day:%m-%d}", value=float(count), n=count, kind="human") for day, count in days
        ]
        total, busiest = sum(count for _day, count in days), max(days, key=lambda pair: pair[1])
        finding = _("%(total)s answers by people in %(days)s days. Most on %(day)s: %(most)s.") % {
            "total": numbers.count(total),
            "days": len(days),
            "day": f"{busiest[0]:%Y-%m-%d}",
            "most": numbers.count(busiest[1]),
        }
        return charts.line(points, title=_("Answers by day"), finding=finding, unit=_("answers"))
