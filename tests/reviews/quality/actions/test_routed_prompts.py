"""Prompts that go to whichever model the router takes."""

from decimal import Decimal

import pytest

from annotations.models import AnnotationTask
from datasets.models import Dataset
from evalhub import invariants
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from evalhub.lib.reasons import TEXT
from reviews.grading import RunConfig
from reviews.models import EvaluationRun, LLMRequest, RoutedPrompt, RoutingPolicy
from reviews.quality.actions import routed_prompts
from reviews.quality.actions.reasons import NOTHING_TO_COMPARE
from tests import factories
from tests.reviews.machine import failing, play
from tests.reviews.routed_world import BASELINE, PICK, ask, saying, set_policy, work
from tests.statements import at_most

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
    assert "Only scores of Exact match were compared." in str(routed.why)
    (call,) = asked
    assert (call.model, call.max_tokens, dict(call.parameters)) == (PICK, 9, {"temperature": 0.5})
    assert (routed.output.text, routed.output.system, routed.request.result) == (
        "Four.",
        routed.system,
        routed.output.pk,
    )
    assert (routed.output.tokens_in, routed.output.cost_usd) == (100, Decimal("0.001"))
    assert (routed.run.status, routed.shadow, routed.shadow_note) == ("completed", "none", None)
    assert invariants.broken() == []


def test_failure_of_the_model_is_the_requests(bob, monkeypatch):
    play(monkeypatch, failing("fatal", "refused", "It will not."))
    set_policy(bob)

    routed = work(ask(bob))

    assert (routed.request.state, routed.request.error_message) == ("failed", TEXT("It will not."))
    assert (routed.shadow, routed.shadow_note, routed.shadow_run) == ("none", NOTHING_TO_COMPARE(), None)


def test_same_prompt_is_asked_anew(bob):
    set_policy(bob)

    first, second = ask(bob), ask(bob)

    assert first.request != second.request and first.case != second.case
    assert first.text == second.text and LLMRequest.objects.current().count() == 2


def test_prompts_of_a_kind_of_task_are_cases_of_one_unlisted_version(bob, mallory):
    factories.make_dataset(bob.organization, name="Routed prompts: summary")
    for member in (bob, mallory):
        set_policy(member)

    first, second, other = ask(bob), ask(bob, "And 3 plus 3?"), ask(mallory)

    version = first.case.version
    assert [case.input for case in version.cases.all()] == [{"prompt": first.text}, {"prompt": "And 3 plus 3?"}]
    assert (second.case.version, other.case.version.organization) == (version, mallory.organization)
    version.refresh_from_db()
    assert (version.is_open, version.status, version.row_count) == (True, "DRAFT", 2)
    assert (version.dataset.name, version.dataset.is_listed) == ("Routed prompts: summary (2)", False)
    assert invariants.broken() == []


def test_routing_a_prompt_takes_the_same_statements_however_many_there_are(bob):
    set_policy(bob)
    ask(bob)

    with at_most(24):
        ask(bob)


def test_what_is_kept_of_prompts_is_in_no_list(bob, api_of, monkeypatch):
    play(monkeypatch, lambda call: saying("Four."))
    set_policy(bob)

    assert work(ask(bob)).shadow == "graded"

    api = api_of(bob)
    assert not Dataset.objects.listed().exists() and not AnnotationTask.objects.listed().exists()
    assert api.get("/v1/datasets").json()["total"] == api.get("/v1/annotations/tasks").json()["total"] == 0


def test_what_is_no_prompt_is_refused_and_without_a_policy_nothing_is_asked_and_pick_that_is_no_model_here_is_told(
    bob, mallory
):
    for prompt in ["", " \n", None, 3, "a\0b", "x" * (routed_prompts.LONGEST_PROMPT + 1)]:
        set_policy(bob)
        with pytest.raises(InvalidInput, match="prompt is"):
            ask(bob, prompt)
        assert EvaluationRun.objects.count() == 0, prompt

    set_policy(bob)
    with pytest.raises(NotFound, match="No routing policy"):
        ask(mallory)

    set_policy(bob, quality_floor=None)
    RoutingPolicy.objects.update(preferred="the old script")  # by a version that looked at no name
    with pytest.raises(Conflict, match="The router chose the old script, which is unavailable"):
        ask(bob)
    assert RoutedPrompt.objects.count() == EvaluationRun.objects.count() == 0
