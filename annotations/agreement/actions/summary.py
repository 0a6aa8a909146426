"""How far a task and its annotators are: counted from rows, agreement from the newest snapshots."""

import time
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, F, OuterRef, Subquery

from annotations.agreement.actions import staleness
from annotations.models import AgreementSnapshot, Annotation, Annotator, Question, TaskItem

EXACT_UP_TO = 2_000
REMEMBERED_SECONDS = 10.0
_remembered = {}


@dataclass(frozen=True)
class AnnotatorCount:
    """One annotator's finished work; `agreement_rate` is the share of label pairs with people that are equal."""

    annotator: Annotator
    annotations: int
    average_seconds: float | None
    agreement_rate: float | None


@dataclass(frozen=True)
class Figures:
    """The newest snapshots: {question key: {scope: {metric: AgreementSnapshot}}}, in the form's order."""

    questions: dict
    computed_at: datetime | None
    is_stale: bool
    pair_matrices: dict


def remaining(task):
    """Items with a free place. Counted each time in small tasks; in large ones at most every ten seconds."""
    if task.total_items <= EXACT_UP_TO:
        return TaskItem.objects.open().filter(task=task).count()
    at, count = _remembered.get(task.pk, (0.0, 0))
    if time.monotonic() - at > REMEMBERED_SECONDS:
        count = TaskItem.objects.open().filter(task=task).count()
        if len(_remembered) > 1000:
            _remembered.clear()
        _remembered[task.pk] = (time.monotonic(), count)
    return count


def last_worked_on_first(tasks, annotator):
    """The query of AnnotationTasks, those that this annotator answered last on top, then the newest of the others."""
    own = Annotation.objects.filter(task=OuterRef("pk"), annotator=annotator).order_by("-submitted_at")
    answered = Subquery(own.values("submitted_at")[:1])
    return tasks.annotate(answered_at=answered).order_by(F("answered_at").desc(nulls_last=True), "-created_at")


def done_by(annotator, tasks):
    """{task id: items this annotator has finished}, tasks without any left out; one statement."""
    own = Annotation.objects.current().filter(task__in=tasks, annotator=annotator).order_by()
    return dict(own.values_list("task").annotate(n=Count("pk")))


def annotator_counts(task, figures=None):
    """Everyone with a current annotation, people first, busiest first; two statements."""
    rows = (
        Annotation.objects.current()
        .filter(task=task)
        .order_by()
        .values("annotator_id")
        .annotate(n=Count("pk"), seconds=Avg("time_spent_seconds"))
    )
    counted = {row["annotator_id"]: row for row in rows}
    rates = agreement_rates(figures) if figures else {}
    found = [
        AnnotatorCount(
            annotator=annotator,
            annotations=counted[annotator.pk]["n"],
            average_seconds=counted[annotator.pk]["seconds"],
            agreement_rate=rates.get(str(annotator.pk)),
        )
        for annotator in Annotator.objects.filter(pk__in=counted)
    ]
    return sorted(found, key=lambda row: (row.annotator.kind != "human", -row.annotations, row.annotator.name))


def agreement_rates(figures):
    """{annotator id: share of pairs of labels with other people that are equal}, over all questions."""
    sums = {}
    for matrix in figures.pair_matrices.values():
        human = {person["id"] for person in matrix["annotators"] if person["kind"] == "human"}
        for pair in matrix["pairs"]:
            if pair["percent"] is None:
                continue
            for one, other in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
                if other in human:
                    equal, shared = sums.get(one, (0.0, 0))
                    sums[one] = (equal + pair["percent"] * pair["n_items"], shared + pair["n_items"])
    return {key: equal / shared for key, (equal, shared) in sums.items() if shared}


def figures_of(task):
    """The task's Figures; three statements."""
    snapshots = AgreementSnapshot.objects.filter(task=task).select_related("question")
    keys = list(
        Question.objects.filter(schema_version_id=task.schema_version_id)
        .order_by("position")
        .values_list("key", flat=True)
    )
    questions, matrices, computed = {key: {} for key in keys}, {}, None
    for row in snapshots:
        if row.metric == "computed":
            computed = row
        elif row.question is None or row.question.key not in questions:
            continue
        elif row.metric == "pair_matrix":
            matrices[row.question.key] = row.details
        else:
            questions[row.question.key].setdefault(row.scope, {})[row.metric] = row
    return Figures(
        questions={key: scopes for key, scopes in questions.items() if scopes},
        pair_matrices=matrices,
        computed_at=computed.computed_at if computed else None,
        is_stale=staleness.is_stale(task, computed),
    )
