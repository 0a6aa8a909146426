"""A page of a task's items for managers: how each stands, who worked on it, what is said about it, by keyset."""

import datetime
import math
from dataclasses import dataclass, field

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, Exists, FloatField, Max, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest, JSONObject

from annotations.agreement.models import Disagreement
from annotations.consensus.models import GroundTruth
from annotations.items.actions import filters
from annotations.queue.models import Annotation, Assignment, Comment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions.item_search import LARGEST_POSITION
from annotations.tasks.models import AnnotationEvent, TaskItem
from evalhub.lib import paging

MOST_COUNTED = 10_000


@dataclass(frozen=True)
class Row:
    """One item. `answers`: [{name, kind, simulated}] of those who answered, people first; `holders`: names of those
    who hold it. `disagreement`: the largest of its questions, None where none was found. `truths`: [{question,
    value, source}] that stand. `comments`: all, `unresolved`: threads that wait."""

    item: TaskItem
    state: str
    answers: list
    holders: list
    is_flagged: bool
    disagreement: float | None
    comments: int
    unresolved: int
    truths: list
    last_active: datetime.datetime | None

    @property
    def position(self):
        return self.item.position

    @property
    def people(self):
        return sum(1 for answer in self.answers if answer["kind"] == "human")

    @property
    def machines(self):
        return len(self.answers) - self.people


@dataclass(frozen=True)
class Page:
    """`rows` in order; `newer` and `older` are the keys of the pages beside it, empty where there is none."""

    rows: list = field(default_factory=list)
    newer: str = ""
    older: str = ""


def count(*, found):
    """How many items a Matching has, None where there are more than MOST_COUNTED or may be; one statement at most."""
    number = None if found.is_common else found.items[: MOST_COUNTED + 1].count()
    return number if number is None or number <= MOST_COUNTED else None


def page(*, task, chosen, items=None, newer="", older="", size=paging.SIZE):
    """One Page of `items`, those that the filter matches; two statements. A key that cannot be read begins at the top.

    By position and by disagreement a page is one range of an index, however far down it lies.
    """
    items = filters.matching(task=task, chosen=chosen) if items is None else items
    order = _ByDisagreement(task, items) if chosen.sort == "disagreement" else _ByPosition(items, chosen)
    found = paging.read(order.rows, before=order.read(newer), after=order.read(older), size=size)
    return Page(
        rows=_filled(task, [item_id for item_id, *_ in found.rows]),
        newer=order.write(found.first) if found.first else "",
        older=order.write(found.last) if found.last else "",
    )


class _ByPosition:
    """Along `item_position_unique`; a key is the position."""

    def __init__(self, items, chosen):
        self.found = items
        self.descending = chosen.sort == "last"

    def rows(self, after, backward):
        descending = self.descending is not backward
        found = self.found
        if after is not None:
            found = found.filter(position__lt=after) if descending else found.filter(position__gt=after)
        return found.order_by("-position" if descending else "position").values_list("pk", "position")

    def read(self, text):
        is_number = text.isascii() and text.isdecimal() and len(text) <= 10
        return min(int(text), LARGEST_POSITION) if is_number else None

    def write(self, key):
        return str(key[1])


class _ByDisagreement:
    """Along `disagreement_by_score`, each item at the question on which it is largest; a key is score and item."""

    def __init__(self, task, items):
        larger = Disagreement.objects.filter(item=OuterRef("item")).filter(
            Q(score__gt=OuterRef("score")) | Q(score=OuterRef("score"), question__lt=OuterRef("question"))
        )
        self.found = Disagreement.objects.filter(~Exists(larger), task=task, item__in=items)

    def rows(self, after, backward):
        found = self.found
        if after is not None and backward:
            found = found.filter(Q(score__gt=after[0]) | Q(item__lt=after[1]), score__gte=after[0])
        elif after is not None:
            found = found.filter(Q(score__lt=after[0]) | Q(item__gt=after[1]), score__lte=after[0])
        order = ("score", "-item") if backward else ("-score", "item")
        return found.order_by(*order).values_list("item", "score")

    def read(self, text):
        score, _separator, item_id = text.partition("_")
        if len(text) > 60 or not (item_id.isascii() and item_id.isdecimal()):
            return None
        try:
            key = (float(score), int(item_id))
        except ValueError:
            return None
        return key if math.isfinite(key[0]) and key[1] < 2**63 else None

    def write(self, key):
        return f"{key[1]!r}_{key[0]}"


def _filled(task, ids):
    """The Rows of these items in this order; one statement, whose subqueries are look-ups by item.

    Of annotations only current ones have an index by item.
    """
    conditions = filters.in_state(task)
    found = (
        TaskItem.objects.filter(pk__in=ids)
        .select_related("test_case")
        .annotate(
            state=Case(*(When(conditions[name], then=Value(name)) for name in filters.STATES), default=Value("")),
            answers=ArraySubquery(_answers()),
            holders=ArraySubquery(_holders()),
            truths=ArraySubquery(_truths(task)),
            disagreement=Subquery(_of_item(Disagreement).annotate(most=Max("score")).values("most"), FloatField()),
            n_comments=Coalesce(Subquery(_of_item(Comment).annotate(n=Count("pk")).values("n")), 0),
            unresolved=Coalesce(
                Subquery(_of_item(Comment).filter(answers=None, resolved_at=None).annotate(n=Count("pk")).values("n")),
                0,
            ),
            is_flagged=Case(When(_flagged(task), then=True), default=False),
            last_active=Greatest(
                Subquery(_of_item(Annotation).current().annotate(last=Max("submitted_at")).values("last")),
                Subquery(_of_item(Assignment).annotate(last=Max("ended_at")).values("last")),
                Subquery(_of_item(Assignment).annotate(last=Max("opened_at")).values("last")),
            ),
        )
    )
    rows = {item.pk: _row(item) for item in found}
    return [rows[pk] for pk in ids if pk in rows]


def _row(item):
    return Row(
        item=item,
        state=item.state,
        answers=item.answers,
        holders=item.holders,
        is_flagged=item.is_flagged,
        disagreement=item.disagreement,
        comments=item.n_comments,
        unresolved=item.unresolved,
        truths=item.truths,
        last_active=item.last_active,
    )


def _of_item(model):
    """The rows of a model on the outer item, as one group."""
    return model.objects.filter(item=OuterRef("pk")).order_by().values("item")


def _flagged(task):
    """As `item_filters.flagged_in`, for few items: what was handed in is looked up by item."""
    answers = Annotation.objects.current().filter(item=OuterRef("pk"), flagged=True)
    events = AnnotationEvent.objects.filter(task=task, verb="flagged", item__isnull=False).values("item")
    return Q(Exists(answers)) | Q(pk__in=events)


def _answers():
    current = Annotation.objects.current().filter(item=OuterRef("pk")).exclude(origin="audit")
    shown = JSONObject(name="annotator__name", kind="annotator__kind", simulated="annotator__simulated")
    is_machine = Case(When(annotator__kind="human", then=0), default=1)
    return current.order_by(is_machine, "pk").values(json=shown)


def _holders():
    held = Assignment.objects.filter(item=OuterRef("pk"), state__in=SLOT_STATES)
    return held.order_by("pk").values("annotator__name")


def _truths(task):
    truths = GroundTruth.objects.filter(
        item=OuterRef("pk"), is_current=True, question__schema_version=task.schema_version_id
    )
    shown = JSONObject(question="question_id", value="value", source="source")
    return truths.order_by("question__position").values(json=shown)
