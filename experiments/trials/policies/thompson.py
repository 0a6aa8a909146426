"""Thompson sampling: a variant's share is the chance that it is the best one."""

from evalhub.lib.statistics.experiments import thompson
from evalhub.lib.translation import gettext_noop
from experiments.trials.policies import Policy, policies


@policies.register("thompson")
class Thompson(Policy):
    key = "thompson"
    title = gettext_noop("Thompson sampling")
    about = gettext_noop("Units go to variants by the chance that each is the best one: few are lost on bad ones.")

    def shares(self, means, errors, *, seed, lower_is_better=False):
        return thompson.chances_of_best(means, errors, seed=seed, lower_is_better=lower_is_better)
