"""The posterior of the mean difference with a flat prior, in closed form."""

from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.experiments import normal_posterior
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import effect_size, mean_error

METHOD = "normal posterior, flat prior"


@methods.register("normal_bayes")
class NormalBayes(Method):
    """Of pairs where every unit is in both variants, else of two separate samples; the error counts as known."""

    key = "normal_bayes"

    def compare(self, samples, rules):
        value, error, n = mean_error(samples)
        found = normal_posterior.of_difference(value, error, alpha=rules.alpha)
        estimate = Estimate(value, n, METHOD, found.low, found.high, reason=found.reason, alpha=rules.alpha)
        better, loss = found.probability_better, found.loss_of_treatment
        if rules.lower_is_better and better is not None:
            better, loss = 1 - better, found.loss_of_control
        return Outcome(estimate, better, loss, effect_size(samples))
