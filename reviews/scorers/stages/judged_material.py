"""What machines judged, as plain data for critics, read for many annotations at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotations.models import Annotation, Judgement, Question
from reviews.scorers.judges.material import AnswerView, ItemView, TaskView
from reviews.scorers.stages.material import item_views, question_view


@dataclass(frozen=True)
class Judged:
    """One machine annotation: its item, the form that was put to the machine, and its answers by question key."""

    item: ItemView
    form: TaskView
    answers: Mapping[str, AnswerView]


def judged(annotation_ids):
    """{id: Judged} of the machine annotations among them; the same statements however many there are."""
    found = Annotation.objects.filter(pk__in=annotation_ids).exclude(annotator__kind="human").select_related("task")
    annotations = list(found)
    said = {annotation.pk: {} for annotation in annotations}
    for row in Judgement.objects.filter(annotation__in=list(said)).prefetch_related("evidence"):
        said[row.annotation_id][row.question_id] = row
    forms = {annotation.schema_version_id: [] for annotation in annotations}
    for question in Question.objects.filter(schema_version__in=list(forms)).order_by("position"):
        forms[question.schema_version_id].append(question)
    items = item_views([annotation.item_id for annotation in annotations])
    return {
        annotation.pk: _judged(annotation, forms[annotation.schema_version_id], said[annotation.pk], items)
        for annotation in annotations
    }


def _judged(annotation, questions, rows, items):
    return Judged(
        item=items[annotation.item_id],
        form=TaskView(tuple(map(question_view, questions)), annotation.task.instructions),
        answers={question.key: _answer(rows[question.pk]) for question in questions if question.pk in rows},
    )


def _answer(judgement):
    return AnswerView(
        value=judgement.value,
        justification=judgement.justification,
        confidence=judgement.confidence,
        abstained=judgement.abstained,
        quotes=tuple((row.quote, row.match != "missing") for row in judgement.evidence.all()),
    )
