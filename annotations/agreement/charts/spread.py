"""How often each label was given, by people and by machines."""

from evalhub.lib.charts import registry
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext_noop


@registry.register("agreement_spread")
class Spread(PageChart):
    page = "task_agreement"
    title = gettext_noop("Label distribution")
    order = 40

    def chart(self, subject):
        return subject.spread
