"""What the demo shows of experiments: a decision, one at work, one with sick data, and an A/A test."""

import pytest

from evalhub.demo import experiments, releases
from experiments.models import Evaluation, Experiment
from experiments.trials.actions import looks
from experiments.trials.models.experiment import CONCLUDED, RUNNING
from tests import factories
from tests.experiments.evaluations_world import take_steps


@pytest.mark.django_db
def test_each_shows_what_it_is_there_for():
    boss = factories.make_member(role="admin")
    version, second, few = releases.decide(organization=boss.organization, by=boss.user)
    experiments.run(version=version, few=few, all_cases=second, by=boss.user)
    decided = Experiment.objects.get(status=CONCLUDED)
    assert decided.conclusion.n > 130 and decided.winner.name == "assistant-1.3"
    assert decided.conclusion.verdict == "ship"

    for evaluation in Evaluation.objects.all():
        if not evaluation.has_ended:
            take_steps(evaluation)
    rest = Experiment.objects.filter(status=RUNNING)
    found = {each.name: looks.look(experiment=each) for each in rest}

    assert found["Assistant 1.3 on a few sums (simulated)"].verdict == "unhealthy"
    assert found["The same assistant twice (simulated)"].verdict == "inconclusive"
    assert found["Assistant 1.3 against 1.1 (simulated)"].verdict == "roll_back"
    assert len(found) == 3 and all("simulated" in each for each in found)
