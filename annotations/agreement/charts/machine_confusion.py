"""Which labels models give where people give which."""

from annotations.agreement.confusions import confusion_grid
from evalhub.lib.charts import numbers, registry
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@registry.register("agreement_machine_confusion")
class MachineConfusion(PageChart):
    page = "task_agreement"
    title = gettext_noop("Model confusion")
    order = 70

    def chart(self, subject):
        name = _("Models vs. people: %(title)s")
        return confusion_grid(subject, "machines", name=name, finding=_finding)


def _finding(counts, words):
    pairs = [(counts[i][j], i, j) for i in range(len(counts)) for j in range(len(counts)) if i != j]
    most, i, j = max(pairs, default=(0, 0, 0))
    if not most:
        return _("Models and people chose the same label on every shared item.")
    return _(
        "Rows are people, columns are models. Most often: people chose %(one)s, models %(other)s (%(count)s pairs)."
    ) % {"one": words[i], "other": words[j], "count": numbers.count(most)}
