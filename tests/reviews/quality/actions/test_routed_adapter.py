"""The router as an adapter, over HTTP to the simulated provider."""

import pytest

from evalhub import invariants
from reviews.grading import LLMAdapter, RunConfig
from reviews.models import RoutedPrompt
from reviews.quality.actions.routed_adapter import RoutedAdapter
from tests.reviews.batch_world import serving
from tests.reviews.routed_world import BASELINE, PICK, set_policy, work

pytestmark = pytest.mark.django_db


class Tracker:
    """A budget that counts how often it was charged."""

    count = 0

    def charge(self, cost_usd):
        self.count += 1


def test_answer_comes_from_the_pick_and_the_shadow_later(bob, monkeypatch):
    set_policy(bob, grader="embedding_similarity:lexical")
    adapter, tracker = RoutedAdapter("summary", organization=bob.organization, by=bob.user), Tracker()
    with serving(monkeypatch):
        response = adapter.execute_prompt("What is 2 plus 2?", RunConfig(temperature=0.0, budget_tracker=tracker))
        routed = RoutedPrompt.objects.get()
        assert (routed.shadow, tracker.count) == ("drawn", 1)
        work(routed)

    assert response.content and response.metadata["model"] == PICK
    assert response.metadata["route"]["how"] == "cheapest" and "floor" in response.metadata["route"]["why"]
    assert (routed.shadow, routed.observation.simulated, tracker.count) == ("graded", True, 1)
    assert 0 <= routed.observation.quality_score <= 1 and routed.observation.baseline_adapter_id == BASELINE
    assert invariants.broken() == []


def test_config_is_checked_for_the_model_that_would_answer(bob, monkeypatch):
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")
    set_policy(bob)
    adapter = RoutedAdapter("summary", organization=bob.organization)

    assert isinstance(adapter, LLMAdapter)
    assert adapter.validate_config(RunConfig()) and not adapter.validate_config(RunConfig(temperature=-1.0))
    assert RoutedPrompt.objects.count() == 0
