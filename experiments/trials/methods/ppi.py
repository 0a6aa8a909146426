"""People's values of some units correct a machine's of all."""

import math

import numpy as np

from evalhub.lib.statistics import ppi
from evalhub.lib.statistics.estimate import Estimate
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.samples import MACHINE_VALUE, needs


@methods.register("ppi")
class Ppi(Method):
    """`value` is people's, of a random part of the units, and `machine_value` the machine's of all of them.

    Differences are corrected where every unit is in both variants, else the mean of each variant.
    """

    key = "ppi"

    def compare(self, samples, rules):
        if samples.are_paired:
            said = np.subtract(*reversed(samples.pairs()))
            judged = np.subtract(*reversed(samples.pairs(MACHINE_VALUE)))
            return Outcome(_corrected(said, judged, rules.alpha))
        found = []
        for sample in (samples.control, samples.treatment):
            if sample.machine_values is None:
                raise needs(MACHINE_VALUE)
            found.append(_corrected(sample.values, sample.machine_values, rules.alpha))
        return Outcome(_difference(*found, rules.alpha))


def _corrected(said, judged, alpha):
    """The Estimate of the people's mean. Units without a machine's value are left out."""
    known, judged_too = ~np.isnan(said), ~np.isnan(judged)
    both, rest = known & judged_too, judged_too & ~known
    return ppi.corrected_mean(said[both], judged[both], judged[rest], alpha=alpha).estimate


def _difference(first, second, alpha):
    from scipy.special import ndtr, ndtri

    n = first.n + second.n
    if first.value is None or second.value is None:
        return Estimate(None, n, ppi.METHOD, reason=first.reason or second.reason)
    gap = second.value - first.value
    if first.low is None or second.low is None:
        return Estimate(gap, n, ppi.METHOD, reason=first.reason or second.reason)
    z = float(ndtri(1 - alpha / 2))
    error = math.hypot(first.high - first.low, second.high - second.low) / 2 / z
    p = 2 * float(ndtr(-abs(gap) / error))
    return Estimate(gap, n, ppi.METHOD, gap - z * error, gap + z * error, p, alpha=alpha)
