"""Signed ranks of the paired differences, with the shift of Hodges and Lehmann as the effect."""

from evalhub.lib.statistics.experiments import effect_sizes, wilcoxon
from experiments.trials.methods import Method, Outcome, methods


@methods.register("wilcoxon")
class Wilcoxon(Method):
    key = "wilcoxon"
    is_paired = True

    def compare(self, samples, rules):
        gaps = samples.differences()
        return Outcome(wilcoxon.shift(gaps, alpha=rules.alpha), effect_size=effect_sizes.rank_biserial(gaps))
