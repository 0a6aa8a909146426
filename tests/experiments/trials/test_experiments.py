"""Planning, starting and concluding experiments; what the database refuses."""

import pytest
from django.db import IntegrityError, transaction

from evalhub.events.models import OutboxEvent
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput
from experiments.models import Evaluation, Experiment
from experiments.trials.actions import experiments, looks
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment_metric import GUARDRAIL, PRIMARY
from tests.experiments.trials_world import EXACT, make_experiment, make_outputs, run

MIXED = "1101001011" * 4


def test_variants_are_evaluated_in_the_direction_of_the_library(acme):
    version = make_outputs(acme, v4=MIXED, v5="1" * 40)
    experiment = run(make_experiment(version, "v4", "v5"))
    assert experiment.status == "RUNNING" and experiment.planned_n == 40
    assert [each.evaluation.type for each in experiment.variants.all()] == ["AB_TEST", "AB_TEST"]
    assert [each.evaluation.status for each in experiment.variants.all()] == ["COMPLETED", "COMPLETED"]

    version = make_outputs(acme, v4="11", v5="11")
    metrics = [EXACT, PlannedMetric("latency_ms", GUARDRAIL, margin=100), PlannedMetric("rouge_l", "secondary")]
    experiment = make_experiment(version, "v4", "v5", metrics=metrics)
    assert [(each.key, each.direction) for each in experiment.metrics.all()] == [
        ("exact_match", "higher"), ("latency_ms", "lower"), ("rouge_l", "higher")
    ]  # fmt: skip
    assert experiment.scoring["metrics"] == ["exact_match", "rouge_l"]


WRONG_PLANS = [
    ({"name": "  "}, "name"),
    ({"type": "CONTEST"}, "type"),
    ({"type": "MULTI_ARM_BANDIT"}, "bandit"),
    ({"metrics": []}, "metrics"),
    ({"metrics": [EXACT, EXACT]}, "each metric once"),
    ({"metrics": [PlannedMetric("exact_match", GUARDRAIL)]}, "exactly one primary"),
    ({"metrics": [PlannedMetric("magic", PRIMARY)]}, "magic"),
    ({"metrics": [PlannedMetric("faithfulness", PRIMARY)]}, "judges"),
    ({"metrics": [PlannedMetric("exact_match", PRIMARY, scores="nobody")]}, "scores"),
    ({"metrics": [PlannedMetric("latency_ms", PRIMARY, scores="people")]}, "scores"),
    ({"metrics": [PlannedMetric("exact_match", PRIMARY, margin=-1)]}, "margin"),
    ({"config": Config(method="guess")}, "method"),
    ({"config": Config(significance_level=0.9)}, "significance_level"),
    ({"variants_given": [{"name": "v4", "is_control": True}]}, "2 to 10"),
    ({"variants_given": [{"name": "v4"}, {"name": "v5"}]}, "one of model, output_name"),
    ({"variants_given": [{"name": "a", "config": {"output_name": "v4"}}] * 2}, "a name of its own"),
    ({"variants_given": [{"name": name, "config": {"output_name": "v4"}} for name in "ab"]}, "exactly one control"),
    ({"variants_given": [
        {"name": name, "is_control": name == "a", "traffic_allocation": 0.4, "config": {"output_name": "v4"}}
        for name in "ab"
    ]}, "sum to 1"),
    ({"variants_given": [
        {"name": name, "is_control": name == "a", "config": {"evaluation_id": "none"}} for name in "ab"
    ]}, "no such evaluation"),
]  # fmt: skip


def test_what_is_wrong_with_a_plan_is_named(acme, subtests):
    version = make_outputs(acme, v4="1", v5="1")

    for fields, words in WRONG_PLANS:
        with subtests.test(words), pytest.raises(EvalHubError, match=words):
            make_experiment(version, "v4", "v5", **fields)
    assert not Experiment.objects.exists()


def test_a_plan_is_frozen_at_the_start(acme):
    experiment = run(make_experiment(make_outputs(acme, v4="11", v5="11"), "v4", "v5"))

    for change in (
        lambda: Experiment.objects.update(planned_n=7),
        lambda: experiment.variants.update(traffic_allocation=0.1),
        lambda: experiment.metrics.update(margin=3),
        lambda: experiment.variants.first().delete(),
    ):
        with pytest.raises(IntegrityError, match="never changes|keeps its plan"), transaction.atomic():
            change()


def test_a_concluded_one_is_frozen(acme, bob):
    experiment = run(make_experiment(make_outputs(acme, v4=MIXED, v5="1" * 40), "v4", "v5"))
    seen = looks.look(experiment=experiment, by=bob)
    winner = experiment.variants.get(name="v5")
    done = experiments.conclude(experiment=experiment, winner=winner, notes="Fine.", look=seen, by=bob)

    assert (done.status, done.winner, done.concluded_by, done.conclusion) == ("CONCLUDED", winner, bob.user, seen)
    assert OutboxEvent.objects.get(type="experiment.concluded").payload["winner_name"] == "v5"
    with pytest.raises(IntegrityError, match="keeps its plan"), transaction.atomic():
        Experiment.objects.update(notes="Or not.")
    with pytest.raises(Conflict, match="Valid: ARCHIVED"):
        experiments.pause(experiment=experiment)
    assert experiments.archive(experiment=experiment).status == "ARCHIVED"


def test_pauses_and_wrong_orders(acme):
    version = make_outputs(acme, v4="11", v5="11")
    experiment = make_experiment(version, "v4", "v5")
    with pytest.raises(Conflict, match="DRAFT"):
        experiments.conclude(experiment=experiment, winner=None)

    started = run(experiment)
    paused = experiments.pause(experiment=started)
    again = experiments.start(experiment=paused)

    assert again.status == "RUNNING" and again.started_at == started.started_at and Evaluation.objects.count() == 2
    other = make_experiment(version, "v4", "v5", name="Other")
    with pytest.raises(InvalidInput, match="not a variant of this"):
        experiments.conclude(experiment=again, winner=other.variants.first())


def test_an_evaluation_that_exists_is_taken_as_it_is(acme):
    version = make_outputs(acme, v4=MIXED, v5="1" * 40)
    first = run(make_experiment(version, "v4", "v5"))
    given = [
        {"name": each.name, "is_control": each.is_control, "config": {"evaluation_id": str(each.evaluation_id)}}
        for each in first.variants.all()
    ]
    again = experiments.start(experiment=make_experiment(version, variants_given=given))

    assert [each.evaluation_id for each in again.variants.all()] == [
        each.evaluation_id for each in first.variants.all()
    ]
