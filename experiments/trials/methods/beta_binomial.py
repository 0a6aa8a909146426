"""Posteriors of two shares with uniform priors."""

from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.experiments import beta_binomial, effect_sizes
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import only_binary

METHOD = "beta-binomial posterior"


@methods.register("beta_binomial")
class BetaBinomial(Method):
    """The effect is the mean of the posterior difference, and its interval is credible."""

    key = "beta_binomial"
    is_paired = False

    def compare(self, samples, rules):
        only_binary(samples, self.key)
        counts = [(int(each.values[each.known].sum()), each.n) for each in (samples.control, samples.treatment)]
        n = sum(size for _passes, size in counts)
        found = beta_binomial.difference(*counts, alpha=rules.alpha)
        estimate = Estimate(found.mean, n, METHOD, found.low, found.high, reason=found.reason, alpha=rules.alpha)
        if found.reason:
            return Outcome(estimate)
        better, loss = found.probability_better, found.loss_of_treatment
        if rules.lower_is_better:
            better, loss = 1 - (better or 0.0), found.loss_of_control
        size = effect_sizes.cohens_h(*(passes / size for passes, size in counts))
        return Outcome(estimate, better, loss, size)
