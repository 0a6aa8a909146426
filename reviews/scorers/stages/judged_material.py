"""What machines judged, as plain data for critics, read for many annotations at once."""

from dataclasses import dataclass

from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Judgement, Question
from reviews.scorers.judges.answer_schema import value_rule
from reviews.scorers.judges.material import ItemView
from reviews.scorers.stages.material import item_views


@dataclass(frozen=True)
class Judged:
    """One machine annotation: the Questions of its form in order, its Judgements by question id, its item."""

    annotation: Annotation
    questions: tuple
    judgements: dict
    item: ItemView


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
        annotation.pk: Judged(
            annotation=annotation,
            questions=tuple(forms[annotation.schema_version_id]),
            judgements=said[annotation.pk],
            item=items[annotation.item_id],
        )
        for annotation in annotations
    }


def question_values(question, judgement):
    """A question as a critic reads it: what was asked, what could be answered, and the `answer` of `judgement`."""
    schema = label_types[question.label_type].json_schema(question.config)
    return {
        "title": question.title,
        "help": question.help,
        "value_rule": value_rule(schema),
        "meanings": schema.get("description") or schema.get("items", {}).get("description", ""),
        "answer": _answer(question, judgement),
    }


def _answer(question, judgement):
    """The answer in words; `state` is answered, abstained, or missing where there is no judgement.

    Quotes are told apart by whether they stand in the material.
    """
    if judgement is None:
        return {"state": "missing", "value": "", "justification": "", "confidence": None, "quotes": []}
    display = label_types[question.label_type].display
    return {
        "state": "abstained" if judgement.abstained else "answered",
        "value": "" if judgement.abstained else display(question.config, judgement.value),
        "justification": judgement.justification,
        "confidence": judgement.confidence,
        "quotes": [{"text": row.quote, "found": row.match != "missing"} for row in judgement.evidence.all()],
    }
