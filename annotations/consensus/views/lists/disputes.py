"""The list of items to adjudicate in a task, most disputed first."""

import math

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from annotations.consensus.actions import adjudication_queue
from annotations.consensus.actions.adjudication_queue import BETWEEN, STATES
from annotations.consensus.views import filters as filtering
from annotations.tasks.actions import item_content, item_search
from evalhub.api import filters
from evalhub.api.filters import Filter
from evalhub.lib import orders
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List, Preset

CELLS = "annotations/consensus/dispute_cells.html"
STATE_LABELS = {
    "open": _("Needs a decision"),
    "differing": _("All that differ"),
    "adjudicated": _("Adjudicated"),
    "all": _("All"),
}
BETWEEN_LABELS = {"people": _("People"), "machines": _("A person and a model")}


def _label(name, description, title):
    """A number that stands for an option of the chosen question."""

    def read(text):
        number = float(text)
        if not math.isfinite(number):
            raise ValueError(text)
        return number

    return Filter(name, "", description, read, {"type": "number"}, _("a number"), title=title)


FILTERS = (
    filters.one_of(
        "state",
        "",
        STATES,
        "items in this state",
        code="unknown_state",
        default="open",
        title=_("State"),
        labels=STATE_LABELS,
    ),
    filters.text("question", "", "items that differ in this question", code="unknown_question", title=_("Question")),
    filters.identifier("first", "", "items that this annotator answered", title=_("Annotator")),
    _label("label", "items where the annotator chose this option, by its number", _("Label of the annotator")),
    filters.identifier("second", "", "items that this annotator answered too", title=_("Other annotator")),
    _label("other", "items where the other annotator chose this option", _("Label of the other annotator")),
    filters.one_of("between", "", BETWEEN[1:], "answers of these", title=_("Between"), labels=BETWEEN_LABELS),
)


@register("disputes")
class DisputeList(List):
    """`parent`: the AnnotationTask. Its filters depend on each other, so `rows` reads all of them at once."""

    title = _("Items to adjudicate")
    capability = "audit"
    columns = (
        Column("item", _("Item"), "text", sort="position"),
        Column("disagreement", _("Disagreement"), "total", template=f"{CELLS}#disagreement", sort="total"),
        Column("answers", _("Answers"), "due.answers", template=f"{CELLS}#answers"),
        Column("state", _("State"), "state_text", template=f"{CELLS}#state"),
        Column("reason", _("Reason"), "due.reason", default=False),
    )
    filters = FILTERS
    search_label = _("Item texts, IDs and numbers")
    order = "-disagreement"
    presets = (
        Preset(_("Needs a decision"), {}),
        Preset(_("All that differ"), {"state": "differing"}),
        Preset(_("Adjudicated"), {"state": "adjudicated"}),
        Preset(_("All"), {"state": "all"}),
    )
    empty = Empty(
        "gavel",
        _("Nothing to adjudicate"),
        _("Items appear here when all answers are in without a majority, or when someone requests a decision."),
    )

    @cached_property
    def chosen(self):
        return filtering.read(self.request.GET, self.parent)

    def rows(self):
        return adjudication_queue.items(task=self.parent, filters=self.chosen).select_related("test_case")

    def keys(self, rows, field, falls):
        """Equal disagreement in the order of the items, as the desk goes through them."""
        return orders.keys_of(rows, [f"-{field}" if falls else field, "pk"])

    def narrow(self, rows, filter, value):
        return rows

    def searched(self, rows, text):
        return rows.filter(item_search.matches(self.parent, text).condition)

    def load(self, rows):
        dues = adjudication_queue.described(self.parent, rows)
        for row, due in zip(rows, dues, strict=True):
            row.due, row.text = due, item_content.summary(row.test_case, 120)
            row.state_text = STATE_LABELS[
                "adjudicated" if due.adjudicated else "open" if due.undecided else "differing"
            ]

    def note(self, row):
        number = _("Item %(number)s") % {"number": row.position + 1}
        return " · ".join(filter(None, [str(number), row.test_case.external_id]))

    def href(self, row):
        return reverse("annotations:adjudicate", args=[self.parent.pk, row.pk]) + filtering.query(self.chosen)

    def labels(self, filter):
        choices = self.choices
        if filter.name == "question":
            return dict(choices["questions"])
        if filter.name in ("first", "second"):
            return dict(choices["annotators"])
        return dict(choices["labels"]) if filter.name in ("label", "other") else super().labels(filter)

    @cached_property
    def choices(self):
        return filtering.choices(self.parent, self.chosen)
