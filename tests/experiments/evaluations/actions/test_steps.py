"""Steps of evaluations: when the next one is due."""

import datetime

import pytest
from django.db.models.functions import Now

from experiments.evaluations.actions import steps
from experiments.evaluations.tasks import end_when_models_have, evaluation_due
from experiments.models import Evaluation
from reviews.engine.runs.actions import supervisor
from tests.experiments.evaluations_world import make_evaluation, make_version, scoring
from tests.reviews import machine

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(acme, monkeypatch):
    """An evaluation whose model has been asked nothing yet, in the pause before its next step."""
    machine.play(monkeypatch, scoring())
    evaluation = make_evaluation(make_version(acme), metrics=["faithfulness"], judges=["simulated-careful"])
    steps.work_next(pk=evaluation.pk)
    Evaluation.objects.update(next_attempt_at=Now() + datetime.timedelta(hours=1))
    return evaluation


def test_step_is_due_at_once_when_the_models_have_ended(asking, monkeypatch, django_assert_num_queries):
    woken = []
    monkeypatch.setattr(evaluation_due, "delay", lambda: woken.append(1))

    end_when_models_have()
    assert woken == []

    run = asking.task.runs.get()
    supervisor.advance(run)
    machine.finish(run)
    with django_assert_num_queries(1):
        end_when_models_have()

    assert woken == [1]
    steps.work_next(pk=asking.pk)
    assert Evaluation.objects.get(pk=asking.pk).status == "COMPLETED"
    end_when_models_have()
    assert woken == [1]
