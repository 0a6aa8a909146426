"""Student's t of the paired differences, by cluster where units belong together."""

from evalhub.lib.statistics import paired
from evalhub.lib.statistics.experiments import effect_sizes
from experiments.trials.methods import Method, Outcome, methods


@methods.register("paired_t")
class PairedT(Method):
    key = "paired_t"
    is_paired = True

    def compare(self, samples, rules):
        gaps = samples.differences()
        found = paired.mean_difference(gaps, samples.clusters_of_pairs(), alpha=rules.alpha)
        return Outcome(found, effect_size=effect_sizes.of_pairs(gaps))
