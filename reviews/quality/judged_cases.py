"""Cases that a judge and its reference have scored, and the figures that judge tests make of them.

Every figure has its n, and an interval or the reason why it is undefined; the same cases, in any order, give the same
digits.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np

from evalhub.lib import strict_json
from evalhub.lib.statistics import bootstrap, bounded_mean
from evalhub.lib.statistics.seeds import seed_for
from reviews.quality.errors import InvalidGrading

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


def check(cases: Sequence[Case]) -> None:
    """InvalidGrading unless every score is a number from 0 to 1."""
    for case in cases:
        for name in ("score", "reference_score", "swapped_score"):
            value = getattr(case, name)
            if name == "swapped_score" and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
                raise InvalidGrading(f"{name} of a calibration case is {value!r}. Valid: a number from 0 to 1.")


def fingerprint(cases: Sequence[Case]) -> str:
    """SHA-256 of the cases: what was measured on the same scores has the same."""
    rows = sorted(strict_json.dumps(astuple(case)) for case in cases)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def table(cases: Sequence[Case], *more: str) -> np.ndarray:
    """float[cases, 2 or 3]: score, reference score and `more`, the rows in the order of their numbers."""
    names = ("score", "reference_score", *more)
    rows = sorted([getattr(case, name) for name in names] for case in cases)
    return np.array(rows, dtype=float).reshape(-1, len(names))


def correlation(rows: np.ndarray, statistic: Callable[[np.ndarray], np.ndarray]) -> Measure:
    """A correlation of the rows (`bootstrap.of_correlation` says its shapes) with its interval over resampled rows."""
    n = len(rows)
    if not n:
        return Measure(None, None, None, 0, "NO_CASES")
    value = statistic(rows)
    if np.isnan(value):
        return Measure(None, None, None, n, "NO_VARIATION" if n > 1 else "ONE_CASE")
    if n < FEWEST_FOR_CORRELATION:
        return Measure(float(value), None, None, n, "FEW_CASES")
    found = bootstrap.of_correlation(statistic, rows, seed=seed_for("calibration", rows))
    reason = "INTERVAL_NO_VARIATION" if found.low is None else None
    return Measure(float(value), found.low, found.high, n, "PERFECT" if found.is_perfect else reason)


def mean(values: np.ndarray, *, least: float = 0.0) -> Measure:
    """The mean of numbers from `least` to 1 with its interval."""
    n = len(values)
    if not n:
        return Measure(None, None, None, 0, "NO_CASES")
    value = float(values.mean())
    if n < FEWEST_FOR_INTERVAL:
        return Measure(value, None, None, n, "FEW_CASES")
    found = bounded_mean.of_counts(values, np.ones(n), least=least)
    return Measure(value, found.low, found.high, n)
