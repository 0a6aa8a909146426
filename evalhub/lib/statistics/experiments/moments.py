"""A sample by its size, mean and squared deviations: enough for most tests, and quick to add up."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class SampleMoments:
    """`m2` is the sum of squared differences from the mean, which keeps its digits where a sum of squares does not."""

    n: int
    mean: float
    m2: float

    @classmethod
    def of(cls, values: ArrayLike) -> "SampleMoments":
        found = np.asarray(values, dtype=np.float64)
        if not found.size:
            return cls(0, 0.0, 0.0)
        mean = float(found.mean())
        return cls(int(found.size), mean, float(((found - mean) ** 2).sum()))

    @property
    def variance(self) -> float | None:
        """Of the sample, with n - 1; None for fewer than 2 values."""
        return self.m2 / (self.n - 1) if self.n > 1 else None

    @property
    def error_squared(self) -> float | None:
        """The squared standard error of the mean."""
        variance = self.variance
        return None if variance is None else variance / self.n

    @property
    def deviation(self) -> float | None:
        variance = self.variance
        return None if variance is None else math.sqrt(variance)

    def with_(self, other: "SampleMoments") -> "SampleMoments":
        """Both samples as one (Chan, Golub and LeVeque 1983)."""
        n = self.n + other.n
        if not self.n or not other.n:
            return self if self.n else other
        gap = other.mean - self.mean
        return SampleMoments(n, self.mean + gap * other.n / n, self.m2 + other.m2 + gap * gap * self.n * other.n / n)
