"""How large a difference is beside what varies anyway, each under its own name."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.statistics.numeric import mean_ranks


@dataclass(frozen=True)
class EffectSize:
    """`value` None: not defined, as nothing varies or too little was measured."""

    name: str
    value: float | None


def cohens_d(control: SampleMoments, treatment: SampleMoments) -> EffectSize:
    """The difference by the pooled standard deviation of two separate samples (Cohen 1988)."""
    freedom = control.n + treatment.n - 2
    pooled = math.sqrt((control.m2 + treatment.m2) / freedom) if freedom > 0 and control.n and treatment.n else 0.0
    return EffectSize("Cohen's d", (treatment.mean - control.mean) / pooled if pooled else None)


def hedges_g(control: SampleMoments, treatment: SampleMoments) -> EffectSize:
    """Cohen's d, corrected for small samples (Hedges 1981)."""
    d, freedom = cohens_d(control, treatment).value, control.n + treatment.n - 2
    return EffectSize("Hedges' g", None if d is None else d * (1 - 3 / (4 * freedom - 1)))


def of_pairs(differences: ArrayLike) -> EffectSize:
    """The mean difference by the standard deviation of the differences."""
    found = np.asarray(differences, dtype=np.float64)
    spread = float(found.std(ddof=1)) if found.size > 1 else 0.0
    return EffectSize("Cohen's dz", float(found.mean()) / spread if spread else None)


def rank_biserial(differences: ArrayLike) -> EffectSize:
    """The ranks that speak for the treatment less those against it, by all ranks; zeros left out (Kerby 2014)."""
    found = np.asarray(differences, dtype=np.float64)
    found = found[found != 0]
    ranks = mean_ranks(np.abs(found)) if found.size else found
    return EffectSize("rank-biserial r", float((np.sign(found) * ranks).sum() / ranks.sum()) if found.size else None)


def odds_of_flips(gained: int, lost: int) -> EffectSize:
    """Cases that only the treatment passes by those that only the control passes."""
    return EffectSize("odds ratio of flips", gained / lost if lost else None)


def cohens_h(control: float, treatment: float) -> EffectSize:
    """The difference of two shares on the arcsine scale (Cohen 1988)."""
    return EffectSize("Cohen's h", 2 * (math.asin(math.sqrt(treatment)) - math.asin(math.sqrt(control))))
