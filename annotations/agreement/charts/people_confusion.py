"""Which labels people take for which."""

from annotations.agreement.confusions import confusion_grid
from evalhub.lib.charts import numbers, registry
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext


@registry.register("agreement_people_confusion")
class PeopleConfusion(PageChart):
    page = "task_agreement"
    title = gettext_noop("Label confusion among people")
    order = 60

    def chart(self, subject):
        name = _("People vs. people: %(title)s")
        return confusion_grid(subject, "people", name=name, finding=_finding)


def _finding(counts, words):
    pairs = [(counts[i][j], i, j) for i in range(len(counts)) for j in range(i)]
    most, i, j = max(pairs, default=(0, 0, 0))
    if not most:
        return _("No two people chose different labels.")
    found = ngettext(
        "Most often confused: %(one)s and %(other)s, %(count)s pair of people.",
        "Most often confused: %(one)s and %(other)s, %(count)s pairs of people.",
        most,
    )
    return found % {"one": words[j], "other": words[i], "count": numbers.count(most)}
