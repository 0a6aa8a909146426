"""The difference of a treatment from the control with its error, whoever's scores count."""

import math
from dataclasses import dataclass

import numpy as np

from evalhub.lib.statistics import paired, ppi
from evalhub.lib.statistics.experiments import off_policy, welch
from evalhub.lib.statistics.experiments.off_policy import WeightedMean
from evalhub.lib.statistics.proportions import Z
from experiments.trials.analysis.plan import CORRECTED
from experiments.trials.methods import Rules, Sample, Samples, methods
from experiments.trials.methods.base.method import mean_error


@dataclass(frozen=True)
class Gap:
    """n: pairs, or the units of both. error None: too few; 0: nothing varies. freedom None: normal.

    `worth`: how many labels of people alone would say as much, where machines are corrected.
    """

    value: float | None
    error: float | None
    n: int
    freedom: float | None = None
    method: str = paired.PAIRED_T
    reason: str = ""
    worth: float | None = None

    @property
    def is_defined(self) -> bool:
        return self.value is not None and bool(self.error)


def of(samples: Samples, scores: str, *, is_adaptive: bool = False) -> Gap:
    """The Gap of the values of both samples; with CORRECTED, of people's values that correct the machines'.

    is_adaptive: each outcome counts by 1 / the chance that its unit had of the variant.
    """
    if is_adaptive:
        return _weighted(samples)
    if scores == CORRECTED:
        return _corrected(samples)
    value, error, n = mean_error(samples)
    if samples.are_paired:
        clusters = samples.clusters_of_pairs()
        groups = n if clusters is None else len(set(clusters.tolist()))
        name = paired.PAIRED_T if clusters is None else paired.CLUSTERED
        return Gap(value, error, n, groups - 1 if groups > 1 else None, name)
    first, second = samples.control.moments, samples.treatment.moments
    freedom = None
    if error and first.error_squared is not None and second.error_squared is not None:
        freedom = welch.degrees_of_freedom((first.n, first.error_squared), (second.n, second.error_squared))
    return Gap(value, error, n, freedom, welch.METHOD)


def weighted_mean(sample: Sample) -> WeightedMean:
    """Of a sample whose parts had different chances."""
    return off_policy.of_parts([(each.moments, each.propensity) for each in sample.parts or ()])


def _weighted(samples):
    first, second = weighted_mean(samples.control), weighted_mean(samples.treatment)
    n = first.n + second.n
    if first.value is None or second.value is None:
        return Gap(None, None, n, None, off_policy.METHOD)
    value = second.value - first.value
    if first.error is None or second.error is None:
        return Gap(value, None, n, None, off_policy.METHOD)
    error, freedom = math.hypot(first.error, second.error), None
    if error:
        freedom = welch.degrees_of_freedom((first.size, first.error**2), (second.size, second.error**2))
    return Gap(value, error, n, freedom, off_policy.METHOD)


def _corrected(samples):
    found = methods["ppi"].compare(samples, Rules()).estimate
    error = None if found.low is None or found.high is None else (found.high - found.low) / 2 / Z
    return Gap(found.value, error, found.n, None, ppi.METHOD, found.reason, _worth(samples, error))


def _worth(samples, error):
    """Labels of people alone that would give as small an error, by the formula of the interval."""
    if not error or not samples.are_paired:
        return None
    return float(samples.differences().var()) / error**2 or None


def deviation(samples: Samples) -> float | None:
    """The standard deviation of the paired differences; None without a spread."""
    gaps = samples.differences() if samples.are_paired else np.array([])
    return float(gaps.std(ddof=1)) if gaps.size > 1 and gaps.std() else None
