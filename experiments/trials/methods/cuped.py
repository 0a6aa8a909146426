"""The difference of separate samples with an earlier value of each unit taken out of it."""

import numpy as np

from evalhub.lib.statistics.experiments import cuped, effect_sizes
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.samples import COVARIATE, needs


@methods.register("cuped")
class Cuped(Method):
    key = "cuped"
    is_paired = False

    def compare(self, samples, rules):
        parts = [_known(each) for each in (samples.control, samples.treatment)]
        clusters = None if samples.control.clusters is None else [each[2] for each in parts]
        found = cuped.difference(*(each[:2] for each in parts), clusters=clusters, alpha=rules.alpha)
        return Outcome(found, effect_size=effect_sizes.hedges_g(samples.control.moments, samples.treatment.moments))


def _known(sample):
    """(values, covariates, clusters or None) of units with both."""
    if sample.covariates is None:
        raise needs(COVARIATE)
    both = sample.known & ~np.isnan(sample.covariates)
    clusters = None if sample.clusters is None else sample.clusters[both]
    return sample.values[both], sample.covariates[both], clusters
