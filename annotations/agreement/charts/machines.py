"""Each machine beside the human majority; none with fewer than two machines."""

from annotations.agreement import reasons
from annotations.agreement.bands import RELIABLE, written
from annotations.agreement.metrics import HEADLINE
from evalhub.lib.charts import registry
from evalhub.lib.charts.chart import EstimateMark
from evalhub.lib.charts.estimates import dot_intervals
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@registry.register("agreement_machines")
class Machines(PageChart):
    page = "task_agreement"
    title = gettext_noop("Models")
    order = 30

    def chart(self, subject):
        between = subject.scopes.get("between", {}).get(HEADLINE)
        each = between.details.get("machines", []) if between else []
        if len(each) < 2:
            return None
        estimates = [
            EstimateMark(
                label=machine["annotator"],
                value=machine["value"],
                low=machine["low"],
                high=machine["high"],
                n=machine["n_items"],
                kind="llm",
                reason=reasons.text(machine["reason"]).show if machine["reason"] else "",
            )
            for machine in each
        ]
        known = [machine for machine in each if machine["value"] is not None]
        finding = _("No model can be compared with people yet.")
        if known:
            best = max(known, key=lambda machine: machine["value"])
            finding = _("%(name)s agrees most with the majority of people: alpha %(value)s.") % {
                "name": best["annotator"],
                "value": written(best["value"]),
            }
        return dot_intervals(
            estimates,
            title=_("Each model vs. people: %(title)s") % {"title": subject.title},
            finding=finding,
            reference=RELIABLE,
        )
