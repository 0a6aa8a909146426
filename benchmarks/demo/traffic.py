"""A running bandit over simulated conversations: three greetings, which problems were solved, and how long it took."""

import random

from experiments.trials.actions import bandit_shares, experiments, traffic, traffic_counts
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.actions.traffic import Outcome
from experiments.trials.models.experiment import BANDIT
from experiments.trials.models.experiment_metric import PRIMARY, SECONDARY

SOLVED = {"plain": 0.42, "by name": 0.55, "with a joke": 0.38}  # simulated shares
SECONDS = {"plain": 95, "by name": 88, "with a joke": 120}  # simulated medians
ROUNDS, PER_ROUND = 5, 180
SILENT = 0.04  # of the units, which report nothing


def run(*, organization, by):
    made = experiments.create(
        organization=organization,
        name="Greeting of the assistant (simulated)",
        hypothesis="Simulated conversations; each is greeted in one of three ways.",
        type=BANDIT,
        metrics=[PlannedMetric("solved", PRIMARY), PlannedMetric("seconds", SECONDARY, "lower")],
        variants_given=[{"name": name, "is_control": name == "plain"} for name in SOLVED],
        config=Config(planned_n=5_000, allocation_policy={"seed": 7}),
        by=by,
    )
    made, rng = experiments.start(experiment=made, by=by), random.Random(7)
    for start in range(0, ROUNDS * PER_ROUND, PER_ROUND):
        _talk(made, [f"conversation-{number}" for number in range(start, start + PER_ROUND)], rng)
        traffic_counts.count_all(experiment=made)
        bandit_shares.share_out(experiment=made)


def _talk(experiment, units, rng):
    names = {each.pk: each.name for each in experiment.variants.all()}
    rows = []
    for each in traffic.allocate(experiment=experiment, units=units):
        name, luck, time = names[each.variant_id], rng.random(), rng.lognormvariate(0, 0.6)
        if rng.random() >= SILENT:
            rows.append(Outcome(each.unit, "solved", float(luck < SOLVED[name])))
            rows.append(Outcome(each.unit, "seconds", round(SECONDS[name] * time, 1)))
    traffic.add_outcomes(experiment=experiment, outcomes=rows)
