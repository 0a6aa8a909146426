"""The chance of a difference as large where labels of variants are a coin's: signs of pairs, or names of units."""

from evalhub.lib.statistics.experiments import permutation
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import effect_size


@methods.register("permutation")
class Permutation(Method):
    key = "permutation"

    def compare(self, samples, rules):
        if samples.are_paired:
            found = permutation.of_pairs(samples.differences(), alpha=rules.alpha, seed=rules.seed)
        else:
            parts = (each.values[each.known] for each in (samples.control, samples.treatment))
            found = permutation.of_samples(*parts, alpha=rules.alpha, seed=rules.seed)
        return Outcome(found, effect_size=effect_size(samples))
