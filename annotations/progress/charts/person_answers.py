"""One person's answers in each week."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@charts.registry.register("person_answers")
class PersonAnswers(charts.PageChart):
    page = "person"
    title = gettext_noop("Answers by week")
    order = 10

    def chart(self, subject):
        values = tuple(float(week.answered) for week in subject.weeks)
        if not any(values):
            return None
        words = {"n": numbers.count(int(sum(values))), "weeks": len(values)}
        return charts.stacked_bars(
            [subject.named(week.first) for week in subject.weeks],
            [charts.Group(_("Answers"), values, "human")],
            title=_("Answers by week"),
            finding=_("%(n)s answers in %(weeks)s weeks") % words,
            is_last_open=True,
        )

    def missing(self, subject):
        return _("No answers in the last 12 weeks.")
