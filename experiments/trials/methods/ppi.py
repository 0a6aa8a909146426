"""People's values of some units correct a machine's of all."""

import numpy as np

from evalhub.lib.statistics import ppi
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
            return Outcome(ppi.corrected_mean(*_parts(said, judged), alpha=rules.alpha).estimate)
        for sample in (samples.control, samples.treatment):
            if sample.machine_values is None:
                raise needs(MACHINE_VALUE)
        parts = (_parts(each.values, each.machine_values) for each in (samples.control, samples.treatment))
        return Outcome(ppi.difference(*parts, alpha=rules.alpha))


def _parts(labels, scores):
    """(people's, the machine's of the same, the machine's of the rest), without units the machine did not value."""
    known, scored = ~np.isnan(labels), ~np.isnan(scores)
    both, rest = known & scored, scored & ~known
    return labels[both], scores[both], scores[rest]
