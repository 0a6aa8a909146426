"""Top-two Thompson sampling: half of the units go to the second best of a draw, which finds the best one sooner."""

from evalhub.lib.statistics.experiments import thompson
from evalhub.lib.translation import gettext_noop
from experiments.trials.policies import Policy, policies


@policies.register("top_two")
class TopTwo(Policy):
    key = "top_two"
    title = gettext_noop("Top two")
    about = gettext_noop(
        "Half of the units go to the second best one: the best is found sooner, and more units are lost."
    )

    def shares(self, means, errors, *, seed, lower_is_better=False):
        return thompson.top_two(means, errors, seed=seed, lower_is_better=lower_is_better)
