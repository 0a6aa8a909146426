"""Ground truth on the pages of a task: the funnel of its questions, and what was decided on one item."""

from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.consensus.actions.adjudication import CAUSES
from annotations.consensus.models import GroundTruth
from annotations.labels.types import registry as label_types
from annotations.progress.actions import completion
from annotations.progress.charts.ground_truth import PARTS
from annotations.tasks.models import Question

# {step of `completion`: its name on pages}
STEPS = {step: _(label) for label, step, _tone in PARTS} | {
    "labelled": _("Has a label"),
    "consensus": _("Decided by consensus"),
    "adjudicated": _("Adjudicated"),
    "export_ready": _("In an export"),
    "provisional": _("Provisional value"),
}


@dataclass(frozen=True)
class Cell:
    """Items at a step, and the address of exactly these."""

    label: str
    count: int
    href: str


@dataclass(frozen=True)
class FunnelRow:
    title: str
    cells: list[Cell]


def funnel_of(task, truth):
    """A FunnelRow for each question among the TruthSteps."""
    address = reverse("annotations:task_items", args=[task.pk])
    return [
        FunnelRow(
            row["question"].title,
            [
                Cell(STEPS[step], row[step], f"{address}?ground_truth={row['question'].key}={step}")
                for step in completion.STEPS
            ],
        )
        for row in truth.questions
    ]


@dataclass(frozen=True)
class Decision:
    """One version of the ground truth of a question. `shown`: its value; `cause`: why annotators differed, or ""."""

    truth: GroundTruth
    shown: str
    cause: str


@dataclass(frozen=True)
class ItemTruth:
    """A question of an item with the Decision that stands, or None, and the earlier ones, the newest first."""

    question: Question
    current: Decision | None
    earlier: list[Decision]


def truths_of(task, item):
    """An ItemTruth for each question of the form that can have ground truth, or has it; two statements."""
    questions = Question.objects.filter(schema_version=task.schema_version_id).order_by("position")
    rows = GroundTruth.objects.filter(item=item, question__in=questions).select_related("question", "decided_by")
    made = {
        question_id: [_decision(row) for row in found]
        for question_id, found in groupby(rows.order_by("question", "-version"), lambda row: row.question_id)
    }
    decidable = {question.pk for question in completion.decidable(questions)}
    return [
        ItemTruth(
            question,
            next((each for each in made.get(question.pk, []) if each.truth.is_current), None),
            [each for each in made.get(question.pk, []) if not each.truth.is_current],
        )
        for question in questions
        if question.pk in decidable or question.pk in made
    ]


def _decision(row):
    shown = label_types[row.question.label_type].display(row.question.config, row.value)
    return Decision(row, shown, CAUSES.get(row.details.get("cause"), ""))
