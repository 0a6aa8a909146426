"""Thompson sampling: a variant's share is the chance that it is the best one."""

from evalhub.lib.statistics.experiments import thompson
from experiments.trials.policies import Policy, policies


@policies.register("thompson")
class Thompson(Policy):
    key = "thompson"

    def shares(self, means, errors, *, seed, lower_is_better=False):
        return thompson.chances_of_best(means, errors, seed=seed, lower_is_better=lower_is_better)
