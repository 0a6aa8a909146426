"""The score of a suite from those of its tasks: macro weighs tasks, micro counts cases."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evalhub.lib.statistics import means
from evalhub.lib.statistics.estimate import Estimate

MACRO, MICRO = AGGREGATIONS = ("macro", "micro")


@dataclass(frozen=True)
class TaskFigures:
    """What the scores of one task come to; `m2` is the sum of squared deviations from their `mean`."""

    key: str
    weight: float
    n_total: int
    n_scored: int
    mean: float | None
    m2: float | None
    is_completed: bool
    is_bounded: bool = False  # every score is from 0 to 1

    @property
    def estimate(self) -> Estimate:
        bounds = {"least": 0, "most": 1} if self.is_bounded else {}
        return means.of_moments(self.n_scored, self.mean, self.m2, **bounds)


@dataclass(frozen=True)
class SuiteScore:
    """`estimate` is defined only where every task is completed: no mean is taken of the survivors. `missing` are the
    keys of the others, for which a later look or a retry is needed.
    """

    aggregation: str
    estimate: Estimate
    n_total: int
    n_scored: int
    missing: tuple[str, ...] = ()

    @property
    def coverage(self) -> float | None:
        return self.n_scored / self.n_total if self.n_total else None


def factors(tasks: Sequence[TaskFigures], aggregation: str) -> list[float]:
    """For each task by what its scores are multiplied, so that the mean of all products is the score of the suite."""
    if aggregation == MICRO:
        return [1.0] * len(tasks)
    n, weight = sum(task.n_scored for task in tasks), sum(task.weight for task in tasks)
    return [task.weight / weight * n / task.n_scored for task in tasks]


def suite_score(tasks: Sequence[TaskFigures], aggregation: str) -> SuiteScore:
    """The interval of a macro score is that of the products of `factors`: differences between tasks widen it."""
    missing = tuple(task.key for task in tasks if not task.is_completed or not task.n_scored)
    n_total, n = sum(task.n_total for task in tasks), sum(task.n_scored for task in tasks)
    if missing or not tasks:
        return SuiteScore(aggregation, means.of_moments(0, None, None), n_total, n, missing)
    parts = list(zip(factors(tasks, aggregation), tasks, strict=True))
    mean = sum(factor * task.n_scored * task.mean for factor, task in parts) / n
    m2 = sum(factor**2 * task.m2 + task.n_scored * (factor * task.mean - mean) ** 2 for factor, task in parts)
    is_bounded = all(task.is_bounded for task in tasks)
    bounds = {"least": 0, "most": max(factor for factor, _task in parts)} if is_bounded else {}
    estimate = means.of_moments(n, mean, m2, **bounds)
    if is_bounded and estimate.high is not None:
        estimate = replace(estimate, high=min(estimate.high, 1.0))  # single products may be above 1, their mean not
    return SuiteScore(aggregation, estimate, n_total, n)
