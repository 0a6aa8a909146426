"""Items of a task in an order, with how each stands, who worked on it and what is said about it."""

from functools import partial

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, Exists, FloatField, Max, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest, JSONObject

from annotations.agreement.models import Disagreement
from annotations.consensus.models import GroundTruth
from annotations.items.actions import filters
from annotations.queue.models import Annotation, Assignment, Comment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import AnnotationEvent, TaskItem
from evalhub.lib import orders

DISAGREEMENT = "disagreement"
CURRENT = Annotation.objects.current()
# Figures of an item that are counted for each: answers of people, comments, and when somebody last worked on it.
ANSWERS = Coalesce(
    orders.summed(CURRENT.exclude(origin="audit"), "item", Count("pk", filter=Q(annotator__kind="human"))), 0
)
COMMENTS = Coalesce(orders.summed(Comment.objects.all(), "item", Count("pk")), 0)
LAST_ACTIVE = Greatest(
    orders.summed(CURRENT, "item", Max("submitted_at")),
    orders.summed(Assignment.objects.all(), "item", Max("ended_at")),
    orders.summed(Assignment.objects.all(), "item", Max("opened_at")),
)


def of_task(task):
    """All items of a task; `disagreement` is the largest of the questions of an item, None where none was found."""
    return TaskItem.objects.filter(task=task).order_by().annotate(disagreement=_largest_disagreement())


def keys(items, field, falls):
    """The keys of an order as an index has it: of positions, or `disagreement_by_score`, the last one unique."""
    if field == DISAGREEMENT:
        return orders.keys_of(items, [f"-{DISAGREEMENT}", "pk"] if falls else [DISAGREEMENT, "-pk"])
    names = [field] if field == "position" else [field, "position"]
    return orders.keys_of(items, [f"-{name}" if falls else name for name in names])


def parts(items, keys, behind, *, task, backward=False):
    """[ids of items], one after the other in the order of keys behind those values, or before them, nearest first.

    Each is one range of an index, however far down it lies.
    """
    if keys[0].field != DISAGREEMENT:
        return [orders.part(items, keys, behind, backward=backward).values_list("pk", flat=True)]
    is_scored = behind is None or behind[0] is not None
    scored = partial(_scored, task, items, keys[0].falls, backward)
    unscored = partial(_unscored, items, keys[1:], backward)
    if backward:
        return [scored(behind)] if is_scored else [unscored(behind[1:]), scored(None)]
    return [scored(behind), unscored(None)] if is_scored else [unscored(behind[1:])]


def first(parts, most, *, task, **values):
    """The first `most` items of parts, loaded, with further values {name: expression} of each."""
    ids = []
    for part in parts:
        ids += part[: most - len(ids)]
    return _loaded(task, ids, values)


def _scored(task, items, falls, backward, behind):
    """Ids along `disagreement_by_score`, each item at the question on which it is largest."""
    larger = Disagreement.objects.filter(item=OuterRef("item")).filter(
        Q(score__gt=OuterRef("score")) | Q(score=OuterRef("score"), question__lt=OuterRef("question"))
    )
    found = Disagreement.objects.filter(~Exists(larger), task=task, item__in=items)
    by_score = orders.keys_of(found, ["-score", "item"] if falls else ["score", "-item"])
    return orders.part(found, by_score, behind, backward=backward).values_list("item", flat=True)


def _unscored(items, keys, backward, behind):
    """Ids of the items on which no disagreement was found, which come last."""
    found = items.filter(~filters.differing())
    return orders.part(found, keys, behind, backward=backward).values_list("pk", flat=True)


def _loaded(task, ids, values):
    """These items in this order with what a page shows; one statement, whose subqueries are look-ups by item.

    Of annotations only current ones have an index by item. `answers`: [{name, kind, simulated}] of those who answered,
    people first; `holders`: names of those who hold it; `truths`: [{question, value, source}] that stand; `unresolved`:
    threads that wait.
    """
    conditions = filters.in_state(task)
    held = Assignment.objects.filter(item=OuterRef("pk"), state__in=SLOT_STATES)
    found = (
        TaskItem.objects.filter(pk__in=ids)
        .select_related("test_case")
        .annotate(
            state=Case(*(When(conditions[name], then=Value(name)) for name in filters.STATES), default=Value("")),
            answers=ArraySubquery(_answers()),
            holders=ArraySubquery(held.order_by("pk").values("annotator__name")),
            truths=ArraySubquery(_truths(task)),
            disagreement=_largest_disagreement(),
            n_comments=COMMENTS,
            unresolved=Coalesce(
                Subquery(_of_item(Comment).filter(answers=None, resolved_at=None).annotate(n=Count("pk")).values("n")),
                0,
            ),
            is_flagged=Case(When(_flagged(task), then=True), default=False),
            last_active=LAST_ACTIVE,
            **values,
        )
    )
    items = {item.pk: item for item in found}
    return [items[pk] for pk in ids if pk in items]


def _largest_disagreement():
    return Subquery(_of_item(Disagreement).annotate(most=Max("score")).values("most"), FloatField())


def _of_item(model):
    """The rows of a model on the outer item, as one group."""
    return model.objects.filter(item=OuterRef("pk")).order_by().values("item")


def _flagged(task):
    """As the filter `flagged`, for few items: what was handed in is looked up by item."""
    answers = Annotation.objects.current().filter(item=OuterRef("pk"), flagged=True)
    events = AnnotationEvent.objects.filter(task=task, verb="flagged", item__isnull=False).values("item")
    return Q(Exists(answers)) | Q(pk__in=events)


def _answers():
    current = Annotation.objects.current().filter(item=OuterRef("pk")).exclude(origin="audit")
    shown = JSONObject(name="annotator__name", kind="annotator__kind", simulated="annotator__simulated")
    is_machine = Case(When(annotator__kind="human", then=0), default=1)
    return current.order_by(is_machine, "pk").values(json=shown)


def _truths(task):
    truths = GroundTruth.objects.filter(
        item=OuterRef("pk"), is_current=True, question__schema_version=task.schema_version_id
    )
    shown = JSONObject(question="question_id", value="value", source="source")
    return truths.order_by("question__position").values(json=shown)
