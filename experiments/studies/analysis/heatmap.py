"""The verdicts of a study as a table: a row for each bundle, a column for each lane."""

import math
from dataclasses import dataclass

from experiments.studies.analysis.scores import SCORED, Bundle, Lane, Score


@dataclass(frozen=True)
class Cell:
    """`value` is the mean of the selected stages, None unless the bundle is scored; `text` says the stages."""

    score: Score
    value: float | None
    text: str


@dataclass(frozen=True)
class Heatmap:
    """`cells[row][column]` is of the row's bundle and the column's lane."""

    bundles: tuple[Bundle, ...]
    lanes: tuple[Lane, ...]
    cells: tuple


def heatmap(study):
    """The Heatmap of StudyScores."""
    cells = tuple(
        tuple(_cell(study.scores[lane.key, bundle.number]) for lane in study.lanes) for bundle in study.bundles
    )
    return Heatmap(bundles=study.bundles, lanes=study.lanes, cells=cells)


def _cell(score):
    if score.state != SCORED:
        return Cell(score=score, value=None, text=score.reason or score.state)
    stages = sorted(score.stages)
    return Cell(score=score, value=math.fsum(stages) / len(stages), text=", ".join(map(str, stages)))
