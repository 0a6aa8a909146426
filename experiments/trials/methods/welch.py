"""Welch's t of two separate samples, with errors by cluster where units belong together."""

from evalhub.lib.statistics import paired
from evalhub.lib.statistics.estimate import NOTHING, Estimate
from evalhub.lib.statistics.experiments import effect_sizes, welch
from experiments.trials.methods import Method, Outcome, methods


@methods.register("welch")
class Welch(Method):
    key = "welch"
    is_paired = False

    def compare(self, samples, rules):
        first, second = samples.control.moments, samples.treatment.moments
        size = effect_sizes.hedges_g(first, second)
        if samples.control.clusters is None:
            return Outcome(welch.difference(first, second, alpha=rules.alpha), effect_size=size)
        if not first.n or not second.n:
            return Outcome(Estimate(None, first.n + second.n, welch.METHOD, reason=NOTHING), effect_size=size)
        one, other = (
            paired.clustered_error(each.values[each.known], each.clusters[each.known])
            for each in (samples.control, samples.treatment)
        )
        found = welch.of_means(second.mean - first.mean, one, other, alpha=rules.alpha)
        return Outcome(found, effect_size=size)
