"""Flips of cases that pass in one variant alone: McNemar's exact test."""

from evalhub.lib.statistics import mcnemar
from evalhub.lib.statistics.experiments import effect_sizes
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import only_binary


@methods.register("mcnemar")
class McNemar(Method):
    key = "mcnemar"
    is_paired = True

    def compare(self, samples, rules):
        only_binary(samples, self.key)
        gaps = samples.differences()
        gained, lost = int((gaps > 0).sum()), int((gaps < 0).sum())
        found = mcnemar.share_difference(gained, lost, int(gaps.size), alpha=rules.alpha)
        return Outcome(found, effect_size=effect_sizes.odds_of_flips(gained, lost))
