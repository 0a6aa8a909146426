"""The list of what annotators hold in a task, and of answers that came late."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.queue.actions import late_answers
from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import item_content, item_search
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List, Preset
from evalhub.templatetags.states import look_of

CELLS = "annotations/queue/lease_cells.html"
LATE = "late"
STATES = (*SLOT_STATES, LATE)
FILTERS = (
    filters.choice(
        "state",
        "state",
        STATES,
        "items in one of these states",
        title=_("State"),
        labels={state: look_of(state).label for state in STATES},
    ),
    filters.text("annotator", "annotator__name", "of the annotator of this name", title=_("Annotator")),
)


@register("leases")
class LeaseList(List):
    """`parent`: the AnnotationTask."""

    title = _("Reserved items")
    columns = (
        Column("item", _("Item"), "text", sort="item__position"),
        Column("annotator", _("Annotator"), "annotator.name", template=f"{CELLS}#annotator", sort="annotator__name"),
        Column("state", _("State"), "state", template=f"{CELLS}#state", sort="state"),
        Column("opened_at", _("Opened"), "opened_at", template=f"{CELLS}#opened", sort="opened_at"),
        Column("lease_until", _("Until"), "lease_until", template=f"{CELLS}#until", sort="lease_until"),
        Column("ended_at", _("Submitted"), "ended_at", kind="time", sort="ended_at", default=False),
        Column("reason", _("Reason"), "reason", default=False),
        Column("action", _("Action"), template=f"{CELLS}#action"),
    )
    filters = FILTERS
    search_label = _("Item texts, IDs and numbers")
    order = "item"
    presets = (
        Preset(_("Reserved and late"), {}),
        Preset(_("Late answers"), {"state": LATE}),
    )
    empty = Empty(
        "clock",
        _("No reserved items"),
        _("Items that annotators have open are reserved for them and appear here."),
    )

    def rows(self):
        found = Assignment.objects.filter(task=self.parent, state__in=STATES)
        return found.select_related("annotator", "item__test_case")

    def searched(self, rows, text):
        return rows.filter(item_search.matches(self.parent, text, path="item__").condition)

    def load(self, rows):
        for row in rows:
            row.text = item_content.summary(row.item.test_case, 120)

    def preset_counts(self, chosen):
        late = late_answers.waiting(task=self.parent).count()
        return {self.presets[1].title: str(late)} if late else {}

    def note(self, row):
        number = _("Item %(number)s") % {"number": row.item.position + 1}
        return " · ".join(filter(None, [str(number), row.item.test_case.external_id]))

    def href(self, row):
        return reverse("annotations:task_item", args=[self.parent.pk, row.item_id])

    @property
    def may_manage(self):
        return self.membership.may("manage")
