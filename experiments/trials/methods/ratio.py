"""The difference of ratios of sums, such as cost per turn, by the delta method."""

import numpy as np

from evalhub.lib.statistics.experiments import ratios
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.samples import DENOMINATOR, needs


@methods.register("ratio")
class Ratio(Method):
    key = "ratio"
    is_paired = False

    def compare(self, samples, rules):
        parts = [_known(each) for each in (samples.control, samples.treatment)]
        return Outcome(ratios.difference(*parts, alpha=rules.alpha))


def _known(sample):
    if sample.denominators is None:
        raise needs(DENOMINATOR)
    both = sample.known & ~np.isnan(sample.denominators)
    return sample.values[both], sample.denominators[both]
