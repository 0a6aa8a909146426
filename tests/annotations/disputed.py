"""A task with one item that its people dispute, as adjudicators find it."""

from annotations.agreement.actions import snapshots
from annotations.consensus.actions import adjudication, adjudication_sheet
from annotations.models import Annotation, Assignment, TaskItem
from tests import factories
from tests.annotations.panel import everyone, make_panel, settle

AGREED = {"grade": "correct", "score": 4}
DECIDED = {"verdict": "wrong", "grade": "correct", "score": 4}


def make_disputed(acme, verdicts=("correct", "wrong", "wrong"), **overrides):
    """The task; its people differ on `verdict` of its first item and agree on the rest."""
    task = make_panel(acme, rows=overrides.pop("rows", 1), **overrides)
    answer(task.items.order_by("position").first(), verdicts)
    settle(task)
    return task


def make_two_disputed(acme):
    """A task with two items that its people dispute alike; the items."""
    task = make_disputed(acme, rows=2, consensus_threshold=0.7)
    first, second = task.items.select_related("task__organization").order_by("position")
    for annotation in first.annotations.all():
        labels = dict(annotation.judgements.values_list("question__key", "value"))
        factories.make_annotation(second, annotation.annotator, labels)
    snapshots.compute(task=task)
    return first, second


def answer(item, verdicts, **overrides):
    """People's answers in the order of their names; the annotations."""
    people = everyone(item.task)[: len(verdicts)]
    return [
        factories.make_annotation(item, person, {"verdict": verdict, **AGREED}, **overrides)
        for person, verdict in zip(people, verdicts, strict=True)
    ]


def assign_all(task):
    """The assignments behind the people's answers, which a returned answer needs."""
    item = item_of(task)
    for person in everyone(task)[:3]:
        row = Assignment.objects.create(task=task, item=item, annotator=person, state="submitted")
        Annotation.objects.filter(item=item, annotator=person).update(assignment=row)


def item_of(task):
    return TaskItem.objects.select_related("task__organization").filter(task=task).order_by("position").first()


def address(task, rest=""):
    """Of the adjudicator's desk with the first item."""
    return f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/{rest}"


def sheet_of(task, member, **options):
    return adjudication_sheet.columns(item=item_of(task), adjudicator=member.user, **options)


def decide(task, member, *, values=None, seen=None, fields=None, **options):
    """Publish these values of the first item, each with `fields` of a Decision."""
    decisions = {key: adjudication.Decision(value, **(fields or {})) for key, value in (values or DECIDED).items()}
    seen = sheet_of(task, member).seen if seen is None else seen
    return adjudication.publish(item=item_of(task), decisions=decisions, seen=seen, by=member, **options)
