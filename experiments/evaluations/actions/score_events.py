"""Scores of an evaluation as OpenTelemetry's events `gen_ai.evaluation.result`, for whoever keeps the traces."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from annotations.models import Annotation, Judgement
from datasets import spans
from experiments.evaluations.actions.result_rows import passes
from experiments.evaluations.models import Evaluation, EvaluationScorer

EVENT = "gen_ai.evaluation.result"


@dataclass(frozen=True)
class ScoreEvent:
    """One score of one output; the ids are "" where the output did not come with a trace."""

    id: int
    time: datetime
    trace_id: str
    span_id: str
    attributes: dict[str, Any]


def annotations_of(evaluation: Evaluation) -> QuerySet:
    """Answers of the evaluation's scorers that count; those to come have higher ids."""
    scorers = EvaluationScorer.objects.filter(evaluation=evaluation).values("annotator")
    found = Annotation.objects.current().filter(
        task=evaluation.task_id, annotator__in=scorers, exposure="blind", flagged=False
    )
    judgements = Judgement.objects.select_related("question__metric").order_by("question__position")
    return found.select_related("annotator", "item__test_case").prefetch_related(
        Prefetch("judgements", queryset=judgements)
    )


def events_of(annotations: Iterable[Annotation]) -> Iterator[ScoreEvent]:
    """The events of answers as `annotations_of` loads them, one for each question."""
    for annotation in annotations:
        case = annotation.item.test_case
        trace_id, span_id = (_text(case.metadata.get(name)) for name in ("trace_id", "span_id"))
        response_id = "" if case.external_id == spans.own_id(trace_id, span_id) else case.external_id
        about = {
            "gen_ai.response.id": response_id or None,
            "evalhub.evaluation.scorer": annotation.annotator.name,
            "evalhub.evaluation.scorer_kind": annotation.annotator.kind,
            "evalhub.output_id": str(annotation.item.outputs[0]) if annotation.item.outputs else None,
        }
        for judgement in annotation.judgements.all():
            passed = passes(judgement.question, judgement.number)
            value = judgement.value if isinstance(judgement.value, str) else None
            known = {
                "gen_ai.evaluation.name": judgement.question.key,
                "gen_ai.evaluation.score.value": judgement.number,
                "gen_ai.evaluation.score.label": value if passed is None else "pass" if passed else "fail",
                "gen_ai.evaluation.explanation": judgement.justification or None,
                "error.type": judgement.failure.code if judgement.failure else None,
            } | about
            attributes = {name: value for name, value in known.items() if value is not None}
            yield ScoreEvent(judgement.pk, annotation.submitted_at, trace_id, span_id, attributes)


def _text(value):
    return value if isinstance(value, str) else ""
