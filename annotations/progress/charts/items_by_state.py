"""Items by how they stand, as one bar."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@charts.registry.register("items_by_state")
class ItemsByState(charts.PageChart):
    page = "task_overview"
    title = gettext_noop("Items by state")
    order = 10

    def chart(self, subject):
        states = subject.states
        if not states.total:
            return None
        parts = [
            charts.State(_("Adjudicated"), states.adjudicated, "done"),
            charts.State(_("Complete, answers agree"), states.agreeing, "nearly"),
            charts.State(_("Complete, answers differ"), states.disagreeing, "attention"),
            charts.State(_("In progress"), states.in_work, "begun"),
            charts.State(_("Open"), states.open, "rest"),
        ]
        finding = _("%(done)s of %(total)s items have all the answers they need.") % {
            "done": numbers.count(states.complete),
            "total": numbers.count(states.total),
        }
        if states.disagreeing:
            finding += " " + _("On %(count)s of them the answers differ.") % {
                "count": numbers.count(states.disagreeing)
            }
        return charts.progress_by_state(parts, title=_("Items by state"), finding=finding)
