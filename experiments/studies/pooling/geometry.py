"""How a set of scores uses its scale: abstentions, single stages and sets, and whether long labels are preferred."""

import math
from dataclasses import dataclass

from evalhub.lib.statistics import clustered_slope


@dataclass(frozen=True)
class Geometry:
    """Shares of scores; those of `singletons` and `mean_size` are of the scores that did not abstain."""

    n: int
    abstained: float | None
    singletons: float | None
    mean_size: float | None


@dataclass(frozen=True)
class LengthBias:
    """`slope`: how much the chance of a stage to be selected grows by one standard deviation of its text's length.

    `n` scores with `n_rubrics` rubrics whose texts differ in length. `reason` says why the slope is undefined,
    NO_SCORES or NO_VARIATION, or why it has no interval: FEW_RUBRICS.
    """

    n: int
    slope: float | None
    low: float | None = None
    high: float | None = None
    reason: str = ""
    n_rubrics: int = 0


def geometry(selections):
    """The Geometry of sets of stages."""
    sets = [set(selected) for selected in selections]
    given = [selected for selected in sets if selected]
    return Geometry(
        n=len(sets),
        abstained=(len(sets) - len(given)) / len(sets) if sets else None,
        singletons=sum(len(selected) == 1 for selected in given) / len(given) if given else None,
        mean_size=math.fsum(map(len, given)) / len(given) if given else None,
    )


def length_bias(scores):
    """Ordinary least squares of selection (0 or 1) on the length of a stage's text, both centred within the rubric.

    `scores` are (rubric, selected stages, lengths of all stages' texts). Lengths vary by rubric and not by score, so
    that a thousand scores with two rubrics say no more of length than two rubrics do: the interval goes by rubric.
    """
    given = [(rubric, _centred(set(selected), lengths)) for rubric, selected, lengths in scores if selected]
    if not given:
        return LengthBias(n=0, slope=None, reason="NO_SCORES")
    sums, n_rows = {}, 0
    for rubric, rows in given:
        square, product = sums.get(rubric, (0.0, 0.0))
        sums[rubric] = square + math.fsum(x * x for x, _y in rows), product + math.fsum(x * y for x, y in rows)
        n_rows += len(rows)
    found = clustered_slope.slope(list(sums.values()))
    if found.value is None:
        return LengthBias(n=len(given), slope=None, reason="NO_VARIATION")
    n_rubrics = sum(square > 0 for square, _product in sums.values())
    unit = math.sqrt(math.fsum(square for square, _product in sums.values()) / n_rows)
    if found.low is None:
        return LengthBias(n=len(given), slope=found.value * unit, reason="FEW_RUBRICS", n_rubrics=n_rubrics)
    return LengthBias(
        n=len(given), slope=found.value * unit, low=found.low * unit, high=found.high * unit, n_rubrics=n_rubrics
    )


def _centred(selected, lengths):
    """[(length, selected)] of each stage, less the rubric's means."""
    chosen = [float(stage in selected) for stage in range(1, len(lengths) + 1)]
    mean_length, mean_chosen = math.fsum(lengths) / len(lengths), math.fsum(chosen) / len(chosen)
    return [(length - mean_length, one - mean_chosen) for length, one in zip(lengths, chosen, strict=True)]
