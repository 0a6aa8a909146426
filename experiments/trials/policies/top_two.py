"""Top-two Thompson sampling: half of the units go to the second best of a draw, which finds the best one sooner."""

from evalhub.lib.statistics.experiments import thompson
from experiments.trials.policies import Policy, policies


@policies.register("top_two")
class TopTwo(Policy):
    key = "top_two"

    def shares(self, means, errors, *, seed, lower_is_better=False):
        return thompson.top_two(means, errors, seed=seed, lower_is_better=lower_is_better)
