"""The page of an online evaluation: its rule, its days, and to pause, resume and stop it."""

import pytest
from django.urls import reverse

from datasets.actions import datasets
from experiments.evaluations.tasks import evaluation_due
from experiments.models import Evaluation
from tests import factories
from tests.experiments.evaluations.actions.test_online import arrive, begin, step
from tests.experiments.evaluations_world import RIGHT, WRONG


@pytest.fixture
def evaluation(acme):
    version = datasets.open_version(dataset=factories.make_dataset(acme), by=None)
    evaluation = begin(version, sampling={"rate": 1, "metadata": {"channel": "web"}, "per_day": 2})
    arrive(version, RIGHT, WRONG, RIGHT, day=1, metadata={"channel": "web"})
    arrive(version, RIGHT, day=2, metadata={"channel": "web"})
    return step(evaluation)


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(evaluation_due, "delay", lambda: None)


def page_of(client, evaluation):
    return client.get(reverse("experiments:evaluation_detail", args=[evaluation.pk])).content.decode()


def change(client, evaluation, collection):
    way = reverse("experiments:evaluation_collection", args=[evaluation.pk])
    answer = client.post(way, {"collection": collection}, follow=True)
    return answer, Evaluation.objects.get(pk=evaluation.pk).collection


def test_the_page_shows_the_rule_and_pauses_resumes_and_stops(client_of, bob, evaluation):
    page = page_of(client_of(bob), evaluation)
    assert "Collecting" in page and "2026-11-01" in page and "2026-11-02" in page
    assert "channel" in page and "1 output was drawn and left out by a daily limit." in page
    assert "too few cases for a trend" in page and "Pause" in page and "Stop" in page

    client = client_of(bob)
    answers = [change(client, evaluation, wanted) for wanted in ("paused", "nonsense", "on", "stopped", "on")]
    assert [collection for _answer, collection in answers] == ["paused", "paused", "on", "stopped", "stopped"]
    assert "Resume" in answers[0][0].content.decode()
    assert "This evaluation was stopped." in answers[-1][0].content.decode()


def test_only_managers_change_it_and_others_see_no_buttons(client_of, vera, mallory, evaluation):
    assert "Pause" not in page_of(client_of(vera), evaluation)
    assert [change(client_of(member), evaluation, "stopped")[0].status_code for member in (vera, mallory)] == [403, 404]
    assert Evaluation.objects.get(pk=evaluation.pk).collection == "on"
