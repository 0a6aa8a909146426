"""How far a judge's scores can be trusted, measured on cases that a reference has scored too.

The reference is a judge that is no language model, or people. Four habits are looked at: does the judge agree with the
reference, does the order in which it is shown the answers matter, do long answers please it, does it favour its own
family. Every figure has its n, and an interval or the reason why it is undefined.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from evalhub.lib.statistics import bootstrap, bounded_mean
from evalhub.lib.statistics.seeds import seed_for
from reviews.quality.errors import InvalidGrading
from reviews.quality.rank_correlation import partial_spearman, spearman

# Fewer cases say nothing either way: Calderon et al. 2025 (the alternative annotator test) ask for 30 shared ones.
LEAST_CASES = 30
# About what GPT-4 reaches with people on summaries, 0.51: Liu et al. 2023 (G-Eval), table 1.
LEAST_SPEARMAN = 0.5
# Ours: a fifth of the scale, between two neighbouring steps of the judge's rubric.
MOST_DIFFERENCE = 0.2
# Ours: two scores of one pair, shown in both orders, are the same within less than half a step of the rubric ...
SWAP_TOLERANCE = 0.1
# ... in four of five cases. Zheng et al. 2023 found the same verdict in 65 % of GPT-4's pairs: too few to rely on.
LEAST_SWAP_CONSISTENCY = 0.8
# Cohen 1988 calls 0.3 a medium correlation.
MOST_LENGTH_BIAS = 0.3
# Ours: half of what the judge may be off at all.
MOST_SELF_PREFERENCE = 0.1
# Ours, and each side needs as many.
LEAST_OF_A_FAMILY = 10
FEWEST_FOR_INTERVAL = 10
FEWEST_FOR_CORRELATION = 30  # where the interval of a correlation was found to cover (docs/statistics.md)


@dataclass(frozen=True)
class Case:
    """One graded pair. `swapped_score` is the judge's with the answers in the other order, None if nobody asked.

    `length_difference` is the candidate's length less the baseline's, in characters. `is_own_family`: the candidate
    comes from the judge's family; None when that is not known.
    """

    score: float
    reference_score: float
    length_difference: int | None = None
    swapped_score: float | None = None
    is_own_family: bool | None = None


@dataclass(frozen=True)
class Measure:
    """A value with its 95 % interval, or None and a `reason` code (see REASONS): for correlations over resampled cases,
    for the others, which are means of bounded numbers, that of bounded means.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str | None = None


@dataclass(frozen=True)
class Measures:
    """spearman, mean_difference (absolute), swap_consistency, swap_shift (candidate last less candidate first),

    length_correlation of the score, length_bias (the same with the reference's score held still), self_preference (how
    much more the judge is above the reference for its own family than for others).
    """

    spearman: Measure
    mean_difference: Measure
    swap_consistency: Measure
    swap_shift: Measure
    length_correlation: Measure
    length_bias: Measure
    self_preference: Measure

    def as_json(self):
        return asdict(self)


@dataclass(frozen=True)
class Verdict:
    """`reasons` say why a judge has not passed; `cautions` what was not measured although it has."""

    passed: bool
    reasons: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()

    @property
    def reason(self):
        return " ".join(self.reasons)


def measure(cases: Sequence[Case]) -> Measures:
    """All figures of a judge; the same cases, in any order, give the same digits."""
    for case in cases:
        _check(case)
    swapped = _table([case for case in cases if case.swapped_score is not None], "swapped_score")
    sized = _table([case for case in cases if case.length_difference is not None], "length_difference")
    known = [case for case in cases if case.is_own_family is not None]
    return Measures(
        spearman=_correlation(_table(cases), _agreement),
        mean_difference=_mean(_differences(_table(cases))),
        swap_consistency=_mean(_same(swapped)),
        swap_shift=_mean(swapped[:, 0] - swapped[:, 2], least=-1.0),
        length_correlation=_correlation(sized, _length_correlation),
        length_bias=_correlation(sized, _length_bias),
        self_preference=_self_preference(known),
    )


def _check(case):
    for name in ("score", "reference_score", "swapped_score"):
        value = getattr(case, name)
        if name == "swapped_score" and value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise InvalidGrading(f"{name} of a calibration case is {value!r}. Valid: a number from 0 to 1.")


def _table(cases, *more):
    """float[cases, 2 or 3], the rows in the order of their numbers."""
    names = ("score", "reference_score", *more)
    rows = sorted([getattr(case, name) for name in names] for case in cases)
    return np.array(rows, dtype=float).reshape(-1, len(names))


def _correlation(table, statistic):
    """A correlation of the rows (NaN: undefined) with its interval over resampled rows."""
    n = len(table)
    if not n:
        return Measure(None, None, None, 0, "NO_CASES")
    value = statistic(table)
    if np.isnan(value):
        return Measure(None, None, None, n, "NO_VARIATION" if n > 1 else "ONE_CASE")
    if n < FEWEST_FOR_CORRELATION:
        return Measure(float(value), None, None, n, "FEW_CASES")
    found = bootstrap.of_correlation(statistic, table, seed=seed_for("calibration", table))
    reason = "INTERVAL_NO_VARIATION" if found.low is None else None
    return Measure(float(value), found.low, found.high, n, "PERFECT" if found.is_perfect else reason)


def _mean(values, *, least=0.0):
    """The mean of numbers from `least` to 1 with its interval."""
    n = len(values)
    if not n:
        return Measure(None, None, None, 0, "NO_CASES")
    value = float(values.mean())
    if n < FEWEST_FOR_INTERVAL:
        return Measure(value, None, None, n, "FEW_CASES")
    found = bounded_mean.of_counts(values, np.ones(n), least=least)
    return Measure(value, found.low, found.high, n)


def _agreement(table):
    return spearman(table[:, 0], table[:, 1])


def _differences(table):
    return np.abs(table[:, 0] - table[:, 1])


def _same(table):
    # The rounding keeps 0.8 and 0.7, whose floats differ by more than 0.1, together.
    return (np.abs(table[:, 0] - table[:, 2]).round(9) <= SWAP_TOLERANCE).astype(float)


def _length_correlation(table):
    return spearman(table[:, 0], table[:, 2])


def _length_bias(table):
    return partial_spearman(table[:, 0], table[:, 2], given=table[:, 1])


def _self_preference(cases):
    tables = [_table([case for case in cases if case.is_own_family is own]) for own in (True, False)]
    own, other = (table[:, 0] - table[:, 1] for table in tables)
    if min(len(own), len(other)) < LEAST_OF_A_FAMILY:
        return Measure(None, None, None, len(cases), "TOO_FEW_OF_A_FAMILY")
    found = bounded_mean.difference(
        *(
            (float(above.mean()), bounded_mean.of_counts(above, np.ones(len(above)), least=-1.0))
            for above in (own, other)
        )
    )
    return Measure(float(own.mean() - other.mean()), found.low, found.high, len(cases))
