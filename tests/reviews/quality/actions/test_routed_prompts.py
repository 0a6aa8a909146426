"""Prompts that go to whichever model the router takes."""

import pytest

from evalhub import invariants
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from evalhub.lib.reasons import TEXT
from reviews.grading import RunConfig
from reviews.models import EvaluationRun, LLMRequest, RoutedPrompt, RoutingPolicy
from reviews.quality.actions import routed_prompts
from reviews.quality.stages.prompt import answer_to
from tests.reviews.machine import failing, play
from tests.reviews.routed_world import BASELINE, PICK, ask, saying, set_policy, work

pytestmark = pytest.mark.django_db


def test_prompt_goes_to_the_model_that_the_router_takes(bob, monkeypatch):
    asked = []
    play(monkeypatch, lambda call: asked.append(call) or saying("Four."))
    set_policy(bob, rate=0.0)

    routed = work(ask(bob, config=RunConfig(temperature=0.5, max_tokens=9)))

    assert (routed.model, routed.how, routed.grader_id) == (PICK, "cheapest", "exact_match")
    assert routed.baseline_model == BASELINE
    assert [system.parameters for system in (routed.system, routed.baseline)] == [
        {"temperature": 0.5, "max_tokens": 9}
    ] * 2
    assert "Only scores of Exact match were compared." in routed.why
    (call,) = asked
    assert (call.model, call.max_tokens, dict(call.parameters)) == (PICK, 9, {"temperature": 0.5})
    assert answer_to(routed.request).message.assistant == "Four."
    assert (routed.run.status, routed.shadow, routed.shadow_note) == ("completed", "none", "")
    assert invariants.broken() == []


def test_failure_of_the_model_is_the_requests(bob, monkeypatch):
    play(monkeypatch, failing("fatal", "refused", "It will not."))
    set_policy(bob)

    routed = work(ask(bob))

    assert (routed.request.state, routed.request.error_message) == ("failed", TEXT("It will not."))
    assert (routed.shadow, routed.shadow_note, routed.shadow_run) == ("none", "No answer to compare.", None)


def test_same_prompt_is_asked_anew(bob):
    set_policy(bob)

    first, second = ask(bob), ask(bob)

    assert first.request != second.request and first.prompt == second.prompt
    assert LLMRequest.objects.current().count() == 2


def test_what_is_no_prompt_is_refused(bob):
    for prompt in ["", " \n", None, 3, "a\0b", "x" * (routed_prompts.LONGEST_PROMPT + 1)]:
        set_policy(bob)

        with pytest.raises(InvalidInput, match="prompt is"):
            ask(bob, prompt)

        assert EvaluationRun.objects.count() == 0, prompt


def test_without_a_policy_nothing_is_asked(bob, mallory):
    set_policy(bob)

    with pytest.raises(NotFound, match="No routing policy"):
        ask(mallory)


def test_pick_that_is_no_model_here_is_told(bob):
    set_policy(bob, quality_floor=None)
    RoutingPolicy.objects.update(preferred="the old script")  # by a version that looked at no name

    with pytest.raises(Conflict, match="The router chose the old script, which is unavailable"):
        ask(bob)

    assert RoutedPrompt.objects.count() == EvaluationRun.objects.count() == 0
