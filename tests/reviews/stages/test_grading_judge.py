"""The judge of pairs sees the baseline first, the swapped one the candidate; both read scores from 0 to 1 only."""

import pytest

from reviews.judges.exchange import OK, Outcome
from reviews.models import GradingRun, ModelAnswer
from reviews.stages import registry
from tests import factories
from tests.reviews.actions.machine import play
from tests.reviews.actions.test_gradings import answering, grade
from tests.reviews.stages.requests import standing

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["grading_judge", "grading_judge_swapped"])
def stage(request):
    return request.param


@pytest.fixture
def candidate(bob, monkeypatch):
    """A candidate's answer beside the baseline's."""
    play(monkeypatch, answering)
    grade(bob, factories.make_version(factories.make_dataset(bob.organization), rows=1))
    return ModelAnswer.objects.get(model="simulated-terse")


def test_order_of_the_pair(candidate, stage):
    prepared = registry[stage].prepare([standing(target=candidate.pk)])[1]

    shown = prepared.call.messages[1]["content"]
    baseline = ModelAnswer.objects.get(model="simulated-careful")
    assert (shown.index(baseline.text) < shown.index(candidate.text)) is (stage == "grading_judge")


@pytest.mark.parametrize("text, status", [
    ('{"quality_score": 0.5, "notes": "Half."}', "ok"), ('{"quality_score": 2}', "unreadable"), ("Good.", "unreadable"),
])
def test_only_scores_from_0_to_1_are_read(candidate, stage, text, status):
    prepared = registry[stage].prepare([standing(target=candidate.pk)])[1]

    assert prepared.read(Outcome(OK, text=text)).status == status


def test_targets_are_pairs_of_the_lanes_candidate(candidate, stage):
    run = GradingRun.objects.get().run_id

    assert registry[stage].targets(standing(target=0, run_id=run, lane=1).stage, limit=5) == [(candidate.pk, None)]
