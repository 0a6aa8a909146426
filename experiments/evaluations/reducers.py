"""How the scores of a case's repetitions become one value: arrays in, arrays out."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from annotations.labels.types import registry as label_types
from annotations.models import Question
from evalhub.lib.statistics import pass_at_k
from experiments.evaluations import reasons

MEAN, MAJORITY = "mean", "majority"
VALID = "mean, majority, or pass@k with k from 1 to the number of repetitions"


@dataclass(frozen=True)
class Reducer:
    """`key` is mean, majority or pass@k: majority of what passes where the metric has a threshold, else of its values.

    With `counts_passes` its values are passes, or chances of one, from 0 to 1, and more is better.
    """

    key: str
    question: Question

    @cached_property
    def k(self) -> int:
        """Of pass@k; 0 for others."""
        return k_of(self.key)

    @property
    def pass_at(self) -> float | None:
        return self.question.metric.pass_at if self.question.metric else None

    @property
    def counts_passes(self) -> bool:
        return bool(self.k) or self.key == MAJORITY and self.pass_at is not None

    @property
    def is_defined(self) -> bool:
        """Whether it can reduce the scores of its question."""
        if self.key == MEAN or self.pass_at is not None:
            return True
        return self.key == MAJORITY and bool(label_types[self.question.label_type].domain(self.question.config))

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The ends of what it gives, None where there are none."""
        return (0.0, 1.0) if self.counts_passes else label_types[self.question.label_type].bounds(self.question.config)

    @property
    def why_none(self) -> str:
        """The code of why a case with scores has no value."""
        return reasons.TOO_FEW_REPETITIONS.code if self.k else reasons.TIE.code

    def reduce(self, cases: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(cases, ascending and each once; its value, NaN where it has none) of the scores of outputs with their cases.

        All numbers are finite.
        """
        known, places, n = np.unique(cases, return_inverse=True, return_counts=True)
        if self.key == MEAN:
            return known, np.bincount(places, weights=numbers, minlength=len(known)) / np.maximum(n, 1)
        if self.counts_passes:
            c = np.bincount(places, weights=passes(self.question.metric, numbers), minlength=len(known)).astype(int)
            if self.k:
                return known, pass_at_k.of_counts(n, c, self.k)
            return known, np.where(2 * c == n, np.nan, (2 * c > n).astype(float))
        # The most frequent value of each case, NaN where two are.
        n_cases = len(known)
        pairs, counts = np.unique(np.stack([places.astype(float), numbers]), axis=1, return_counts=True)
        owners, most = pairs[0].astype(int), np.zeros(n_cases, dtype=int)
        np.maximum.at(most, owners, counts)
        is_top = counts == most[owners]
        values = np.full(n_cases, np.nan)
        values[owners[is_top]] = pairs[1][is_top]
        values[np.bincount(owners[is_top], minlength=n_cases) > 1] = np.nan
        return known, values


def k_of(key: str) -> int:
    """The k of pass@k; 0 for any other text."""
    found = re.fullmatch(r"pass@([1-9]\d{0,2})", key)
    return int(found[1]) if found else 0


def is_valid(key: str, repetitions: int) -> bool:
    return key == MEAN or repetitions > 1 and (key == MAJORITY or 1 <= k_of(key) <= repetitions)


def passes(metric, numbers: np.ndarray) -> np.ndarray:
    """Which numbers pass the threshold of a metric; NaN never does."""
    with np.errstate(invalid="ignore"):
        return numbers <= metric.pass_at if metric.direction == "lower" else numbers >= metric.pass_at
