"""What the demo shows of experiments: a decision, one at work, one with sick data, and an A/A test."""

import pytest

from evalhub.demo import decision, experiments, releases
from experiments.models import Evaluation, Experiment
from experiments.trials.actions import looks
from experiments.trials.models.experiment import CONCLUDED, RUNNING
from tests import factories
from tests.experiments.evaluations_world import take_steps
from tests.reviews import machine
from tests.reviews.machine import judged


@pytest.mark.django_db
def test_each_shows_what_it_is_there_for(monkeypatch):
    machine.play(monkeypatch, judged)
    boss = factories.make_member(role="admin")
    version, second, few = releases.decide(organization=boss.organization, by=boss.user)
    people = [factories.make_member(boss.organization) for _number in range(3)]
    experiments.run(version=version, few=few, all_cases=second, people=people, by=boss.user)
    decided = Experiment.objects.get(status=CONCLUDED)
    assert decided.conclusion.n > 60 and decided.winner.name == "assistant-1.3"
    assert decided.conclusion.verdict == "ship" and decided.looks.count() == 2
    found = {each["metric"]["key"]: each for each in decided.conclusion.figures["results"]}["correctness"]
    assert found["n"] == decision.LABELLED and found["running"]["low"] is not None and found["worth"]
    assert {each["state"] for each in decided.conclusion.figures["checks"]} == {"passed"}

    for evaluation in Evaluation.objects.all():
        if not evaluation.has_ended:
            take_steps(evaluation)
    rest = Experiment.objects.filter(status=RUNNING)
    found = {each.name: looks.look(experiment=each) for each in rest}

    assert found["Assistant 1.3 on a few sums (simulated)"].verdict == "unhealthy"
    assert found["The same assistant twice (simulated)"].verdict == "inconclusive"
    assert found["Assistant 1.3 against 1.1 (simulated)"].verdict == "roll_back"
    assert len(found) == 3 and all("simulated" in each for each in found)
