"""The items of a task, also of a million: how each stands, who worked on it, and what can be done to many at once."""

from functools import cached_property

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.consensus.models.ground_truth import BY_PEOPLE
from annotations.items.actions import filters, rows
from annotations.items.actions.bulk_verbs import registry
from annotations.labels.types import registry as label_types
from annotations.progress.actions import completion
from annotations.progress.views.truth import STEPS
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content, item_search
from annotations.tasks.models import Annotator
from evalhub.lists import register
from evalhub.lists.address import SORT_VALUE
from evalhub.lists.declaration import Bulk, BulkAction, Column, Empty, List

CELLS = "annotations/items/item_cells.html"
LOOKS = {"in_work": "leased", "agreeing": "completed", "disagreeing": "fuzzy"}  # states that look as another
LISTED_ANNOTATORS = 500
LISTED_VALUES = 40  # of one question; a list of more is no choice
NAMED = 6
TRUTHS = 2


@register("items")
class ItemList(List):
    title = _("Items")
    columns = (
        Column("item", _("Item"), lambda item: item.position + 1, template=f"{CELLS}#item", sort="position"),
        Column("external_id", _("ID"), "test_case.external_id", kind="mono", default=False),
        Column("state", _("State"), "state", kind="state", template=f"{CELLS}#state"),
        Column("answers", _("Answers"), "people", kind="number", template=f"{CELLS}#answers"),
        Column(
            "annotators",
            _("Annotators"),
            lambda item: ", ".join(answer["name"] for answer in item.answers),
            template=f"{CELLS}#annotators",
        ),
        Column(
            "disagreement",
            _("Disagreement"),
            "disagreement",
            kind="number",
            template=f"{CELLS}#disagreement",
            sort=rows.DISAGREEMENT,
        ),
        Column("comments", _("Comments"), "n_comments", kind="number", template=f"{CELLS}#comments"),
        Column("flagged", _("Flagged"), "is_flagged", kind="state", template=f"{CELLS}#flagged", default=False),
        Column(
            "ground_truth",
            _("Ground truth"),
            lambda item: "; ".join(f"{truth['title']}: {truth['shown']}" for truth in item.truth_lines),
            template=f"{CELLS}#ground_truth",
        ),
        Column("priority", _("Priority"), "priority", kind="number", default=False),
        Column("open_slots", _("Open slots"), "open_slots", kind="number", default=False),
        Column("last_active", _("Last activity"), "last_active", kind="time"),
    )
    sorts = {
        "answers": rows.ANSWERS,
        "comments": rows.COMMENTS,
        "priority": F("priority"),
        "open_slots": F("open_slots"),
        "last_active": rows.LAST_ACTIVE,
    }
    filters = filters.of_task(None)
    search_label = _("Words, ID or number of an item")
    order = "item"
    empty = Empty("inbox", _("No items"), _("This task has no items yet."))
    template = "annotations/items/item_list.html"

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        self.filters = filters.of_task(parent)
        self._found = {}

    def rows(self):
        return rows.of_task(self.parent)

    def searched(self, rows, text):
        return rows.filter(self._matches(text).condition)

    def keys(self, items, field, falls):
        return rows.keys(items, field, falls)

    def part(self, items, keys, values, backward=False):
        return rows.parts(items, keys, values, task=self.parent, backward=backward)

    def first(self, ordered, chosen, most):
        value = self.sorts.get(chosen.sorts)
        return rows.first(ordered, most, task=self.parent, **({} if value is None else {SORT_VALUE: value}))

    def count(self, rows, chosen, most):
        if chosen.search and self._matches(chosen.search).is_common:
            return None if chosen.values else most + 1
        return super().count(rows, chosen, most)

    def load(self, rows):
        specs = {self._form.question_ids[spec.key]: spec for spec in self._form.specs}
        for item in rows:
            item.look, item.state_label = LOOKS.get(item.state, item.state), filters.STATES[item.state]
            item.people = sum(answer["kind"] == "human" for answer in item.answers)
            item.machines = len(item.answers) - item.people
            item.needed = max(self.parent.required_annotations_per_item, item.people + item.open_slots)
            item.is_shared = len(item.answers) > 1
            item.named, item.unnamed = item.answers[:NAMED], len(item.answers[NAMED:])
            known = [(specs[truth["question"]], truth) for truth in item.truths if truth["question"] in specs]
            item.truth_lines = [_truth_line(spec, truth) for spec, truth in known]
            item.shown_truths, item.more_truths = item.truth_lines[:TRUTHS], len(item.truth_lines[TRUTHS:])

    def bulk(self):
        if not self.membership.may("manage"):
            return None
        return Bulk(
            href=reverse("annotations:bulk_preview", args=[self.parent.pk]),
            actions=[BulkAction(key, verb.title, verb.icon) for key, verb in registry.items()],
            log_href=reverse("annotations:bulk_list", args=[self.parent.pk]),
        )

    def href(self, row):
        return reverse("annotations:task_item", args=[self.parent.pk, row.pk])

    def note(self, row):
        return item_content.summary(row.test_case)

    def labels(self, filter):
        labels = {"annotator": self._people, "label": self._answers, "ground_truth": self._steps}
        return labels[filter.name] if filter.name in labels else super().labels(filter)

    def scope(self):
        return str(self.parent.pk)

    @cached_property
    def _form(self):
        return forms.load(self.parent.schema_version_id)

    @cached_property
    def _people(self):
        people = Annotator.objects.filter(organization=self.organization).order_by("kind", "name", "pk")
        return {str(pk): name for pk, name in people.values_list("pk", "name")[:LISTED_ANNOTATORS]}

    @cached_property
    def _answers(self):
        """The answers to questions whose values can be listed."""
        return {
            f"{spec.key}={value}": f"{spec.title}: {words}"
            for spec in self._form.specs
            for value, words in _values(spec)
        }

    @cached_property
    def _steps(self):
        """The steps of the ground truth of an item, then of each question."""
        found = {step: STEPS[step] for step in completion.ITEM_STEPS}
        for spec in completion.decidable(self._form.specs):
            found |= {f"{spec.key}={step}": f"{spec.title}: {STEPS[step]}" for step in completion.STEPS}
        return found

    def _matches(self, text):
        """What a search finds, which the rows and their number share."""
        if text not in self._found:
            self._found[text] = item_search.matches(self.parent, text)
        return self._found[text]


def _truth_line(spec, truth):
    """`mark`: the source of a value that does not speak for people; the others need none."""
    return {
        "title": spec.title,
        "shown": label_types[spec.label_type].display(spec.config, truth["value"]),
        "mark": "" if truth["source"] in BY_PEOPLE else truth["source"],
    }


def _values(spec):
    label_type = label_types[spec.label_type]
    if label_type.level(spec.config) == "sets":
        options = list((label_type.listed_values(spec.config) or {}).items())
        return options if len(options) <= LISTED_VALUES else []
    domain = label_type.domain(spec.config)
    if not domain or len(domain) > LISTED_VALUES:
        return []
    values = [label_type.from_consensus(spec.config, number) for number in domain]
    return [(value, label_type.display(spec.config, value)) for value in values]
