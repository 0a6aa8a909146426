"""Pairs of answers side by side: the baseline's and a candidate's to the same prompt, with score and notes."""

from dataclasses import dataclass

from django.db.models import Q

from datasets.models import ModelOutput
from evalhub.lib.paging import page_of
from reviews.quality.graders import SWAPPED
from reviews.quality.models import QualityObservation
from reviews.quality.stages.grading_answer import prompt_of

SIZE = 20
CAREFUL_DIGITS = 17  # of a score in an address: enough to give the same number again


@dataclass(frozen=True)
class PairLine:
    """`key` is its place in the list; `other_order` the score with the answers in the other order, None if unknown."""

    key: str
    observation: QualityObservation
    candidate: ModelOutput
    baseline: ModelOutput | None
    prompt: str
    other_order: float | None


@dataclass(frozen=True)
class _Row:
    key: str
    observation: QualityObservation


def pairs_page(request, grading, grader, candidate):
    """A Page of PairLines, the lowest score first; `candidate` narrows it to one model. Three statements."""
    found = QualityObservation.objects.filter(grading=grading, grader_id=grader, judgement__isnull=False)
    if candidate:
        found = found.filter(system__name=candidate)
    found = found.select_related("output__test_case", "system")
    page = page_of(request, field="key", kind=_read, rows=lambda key, backward: _rows(found, key, backward), size=SIZE)
    return page, _lines(grading, grader, page.rows)


def _rows(found, key, backward):
    if key is not None and backward:
        found = found.filter(Q(quality_score__lt=key[0]) | Q(quality_score=key[0], pk__lt=key[1]))
    elif key is not None:
        found = found.filter(Q(quality_score__gt=key[0]) | Q(quality_score=key[0], pk__gt=key[1]))
    order = ("-quality_score", "-pk") if backward else ("quality_score", "pk")
    rows = found.order_by(*order)[: SIZE + 1]
    return [_Row(f"{row.quality_score:.{CAREFUL_DIGITS}g}_{row.pk}", row) for row in rows]


def _read(text):
    score, _line, pk = text.partition("_")
    value, place = float(score), int(pk)
    if not 0 <= value <= 1 or not 0 <= place < 2**63:
        raise ValueError(text)
    return value, place


def _lines(grading, grader, rows):
    outputs = [row.observation.output for row in rows]
    cases = {output.test_case_id for output in outputs}
    baselines = {output.test_case_id: output for output in grading.outputs([0], cases=cases)}
    others = dict(
        QualityObservation.objects.filter(output__in=outputs, grader_id=f"{grader}{SWAPPED}").values_list(
            "output", "quality_score"
        )
    )
    return [
        PairLine(
            row.key,
            row.observation,
            output,
            baselines.get(output.test_case_id),
            prompt_of(output.test_case),
            others.get(output.pk),
        )
        for row, output in zip(rows, outputs, strict=True)
    ]
