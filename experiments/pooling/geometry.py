"""How a set of scores uses its scale: abstentions, single stages and sets, and whether long labels are preferred."""

import math
from dataclasses import dataclass


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

    `reason` says why it is undefined: NO_SCORES, NO_VARIATION.
    """

    n: int
    slope: float | None
    low: float | None = None
    high: float | None = None
    reason: str = ""


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

    `scores` are pairs of the selected stages and the lengths of all stages' texts. Stages of one score are not
    independent, so the standard error is clustered by score (Liang and Zeger 1986); the interval is 95 %.
    """
    clusters = [_centred(set(selected), lengths) for selected, lengths in scores if selected]
    if not clusters:
        return LengthBias(n=0, slope=None, reason="NO_SCORES")
    spread = math.fsum(x * x for cluster in clusters for x, _y in cluster)
    n_rows = sum(map(len, clusters))
    if not spread:
        return LengthBias(n=len(clusters), slope=None, reason="NO_VARIATION")
    slope = math.fsum(x * y for cluster in clusters for x, y in cluster) / spread
    unit = math.sqrt(spread / n_rows)
    if len(clusters) < 2:
        return LengthBias(n=len(clusters), slope=slope * unit)
    meat = math.fsum(math.fsum(x * (y - slope * x) for x, y in cluster) ** 2 for cluster in clusters)
    error = math.sqrt(meat * len(clusters) / (len(clusters) - 1)) / spread * unit
    return LengthBias(
        n=len(clusters), slope=slope * unit, low=slope * unit - 1.96 * error, high=slope * unit + 1.96 * error
    )


def _centred(selected, lengths):
    """[(length, selected)] of each stage, less the rubric's means."""
    chosen = [float(stage in selected) for stage in range(1, len(lengths) + 1)]
    mean_length, mean_chosen = math.fsum(lengths) / len(lengths), math.fsum(chosen) / len(chosen)
    return [(length - mean_length, one - mean_chosen) for length, one in zip(lengths, chosen, strict=True)]
