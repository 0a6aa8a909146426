"""A task's agreement as pages show it, from the newest snapshots, and how much each annotator did."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count

from annotations.agreement.actions import staleness
from annotations.agreement.models import AgreementSnapshot
from annotations.queue.models import Annotation
from annotations.tasks.models import Annotator, Question


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
        is_stale=staleness.is_older(task, computed),
    )
