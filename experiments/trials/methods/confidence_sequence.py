"""The interval that may be looked at while data come in, and its anytime p-value."""

from evalhub.lib.statistics.experiments import confidence_sequence
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import effect_size, mean_error


@methods.register("confidence_sequence")
class ConfidenceSequence(Method):
    """Of pairs where every unit is in both variants; else n, and planned_n, count the units of both."""

    key = "confidence_sequence"

    def compare(self, samples, rules):
        value, error, n = mean_error(samples)
        planned = rules.planned_n or max(n, 1)
        found = confidence_sequence.of_difference(value, error, n, planned_n=planned, alpha=rules.alpha)
        return Outcome(found, effect_size=effect_size(samples))
