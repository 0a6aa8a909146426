"""How often other people gave the same answers as one person, in each week."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@charts.registry.register("person_agreement")
class PersonAgreement(charts.PageChart):
    page = "person"
    title = gettext_noop("Agreement with others by week")
    order = 20

    def chart(self, subject):
        points = [
            charts.EstimateMark(
                label=subject.named(week.first),
                value=week.share,
                low=week.interval.low if week.interval else None,
                high=week.interval.high if week.interval else None,
                n=week.n_items,
                kind="human",
                reason=_("fewer than %(least)s shared items") % {"least": subject.least_items},
            )
            for week in subject.weeks
        ]
        known = [point for point in points if point.value is not None]
        if not known:
            return None
        words = {"share": numbers.share(known[-1].value), "n": numbers.count(known[-1].n)}
        return charts.line(
            points,
            title=_("Agreement with others by week"),
            finding=_("Others gave the same answer in %(share)s of cases in the latest week") % words,
            definition=_("Mean share of an item, with its 95 %% interval; %(n)s shared items in that week.") % words,
            high=1.0,
            write=numbers.share,
        )

    def missing(self, subject):
        words = _("Not defined yet: no week has %(least)s items that others have answered too.")
        return words % {"least": subject.least_items}
