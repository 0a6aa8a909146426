"""Experiments on traffic, with units and outcomes."""

from experiments.trials.actions import experiments, traffic
from experiments.trials.actions.experiments import PlannedMetric
from experiments.trials.actions.traffic import Outcome
from experiments.trials.models.experiment import AB_TEST
from experiments.trials.models.experiment_metric import PRIMARY, SECONDARY
from tests.experiments.trials_world import make_experiment

RESOLVED, SECONDS = PlannedMetric("resolved", PRIMARY), PlannedMetric("seconds", SECONDARY, "lower")


def make_traffic(organization, *names, metrics=(RESOLVED, SECONDS), type=AB_TEST, **fields):
    """A running experiment on traffic; the first name is the control."""
    made = make_experiment(None, *names, organization=organization, metrics=metrics, type=type, **fields)
    return experiments.start(experiment=made)


def measure(experiment, units, value_of):
    """Allocate units and report `value_of(unit, variant)` of each as outcome of its primary metric."""
    names = {each.pk: each.name for each in experiment.variants.all()}
    found = traffic.allocate(experiment=experiment, units=units)
    rows = [Outcome(each.unit, "resolved", value_of(each.unit, names[each.variant_id])) for each in found]
    traffic.add_outcomes(experiment=experiment, outcomes=rows)
    return found
