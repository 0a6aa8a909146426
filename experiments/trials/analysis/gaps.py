"""The difference of a treatment from the control with its error, whoever's scores count."""

from dataclasses import dataclass

import numpy as np

from evalhub.lib.statistics import paired, ppi
from evalhub.lib.statistics.experiments import welch
from evalhub.lib.statistics.proportions import Z
from experiments.trials.analysis.plan import CORRECTED
from experiments.trials.methods import Rules, Samples, methods
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


def of(samples: Samples, scores: str) -> Gap:
    """The Gap of the values of both samples; with CORRECTED, of people's values that correct the machines'."""
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


def _corrected(samples):
    found = methods["ppi"].compare(samples, Rules()).estimate
    error = None if found.low is None or found.high is None else (found.high - found.low) / 2 / Z
    return Gap(found.value, error, found.n, None, ppi.METHOD, found.reason, _worth(samples, error))


def _worth(samples, error):
    """Labels of people alone that would give as small an error."""
    if not error or not samples.are_paired:
        return None
    gaps = samples.differences()
    spread = float(gaps.var(ddof=1)) if gaps.size > 1 else 0.0
    return spread / error**2 if spread else None


def deviation(samples: Samples) -> float | None:
    """The standard deviation of the paired differences; None without a spread."""
    gaps = samples.differences() if samples.are_paired else np.array([])
    return float(gaps.std(ddof=1)) if gaps.size > 1 and gaps.std() else None
