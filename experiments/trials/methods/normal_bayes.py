"""The posterior of the mean difference with a flat prior, in closed form."""

from evalhub.lib.statistics import paired
from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.experiments import normal_posterior, welch
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import effect_size, mean_error

METHOD = "normal posterior, flat prior"


@methods.register("normal_bayes")
class NormalBayes(Method):
    """Of pairs where every unit is in both variants, else of two separate samples."""

    key = "normal_bayes"

    def compare(self, samples, rules):
        value, error, n = mean_error(samples)
        found = normal_posterior.of_difference(value, error, freedom=_freedom(samples), alpha=rules.alpha)
        estimate = Estimate(value, n, METHOD, found.low, found.high, reason=found.reason, alpha=rules.alpha)
        better, loss = found.probability_better, found.loss_of_treatment
        if rules.lower_is_better and better is not None:
            better, loss = 1 - better, found.loss_of_control
        return Outcome(estimate, better, loss, effect_size(samples))


def _freedom(samples):
    """Degrees of freedom of the error; None for shares, whose variance is p (1 - p)."""
    if samples.are_paired:
        clusters = samples.clusters_of_pairs()
        return (samples.differences().size if clusters is None else len(set(clusters.tolist()))) - 1
    parts = (samples.control, samples.treatment)
    if all(each.is_binary() and each.clusters is None for each in parts):
        return None
    errors = [
        paired.clustered_error(values, range(values.size) if each.clusters is None else each.clusters[each.known])
        for each, values in ((each, each.values[each.known]) for each in parts)
    ]
    return welch.degrees_of_freedom(*errors) if all(squared for _size, squared in errors) else None
