"""Shadows of routed prompts: drawn once, asked after the answer, graded as the router compares, felt by nobody."""

from types import SimpleNamespace

import pytest

from evalhub import invariants
from evalhub.lib.ids import uuid7
from evalhub.lib.reasons import TEXT
from reviews.engine.runs.actions import controls
from reviews.models import LLMRequest, QualityObservation, RoutedPrompt
from reviews.quality.actions import shadows
from reviews.quality.actions.reasons import MODEL_FAILED
from tests.reviews.machine import failing, outcome_of, play, work_until_quiet
from tests.reviews.quality_world import JUDGE, make_calibration
from tests.reviews.routed_world import BASELINE, OBSERVED, PICK, ask, saying, set_policy, work

pytestmark = pytest.mark.django_db
EMBEDDER = "openai/simulated-embedding"


def answering(call):
    """The models answer in their own words; a judge finds them alike, and so does an embedding model."""
    if call.embeds:
        raw = {"data": [{"index": 0, "embedding": [1.0, 0.0]}, {"index": 1, "embedding": [0.6, 0.8]}]}
        return saying("", raw=raw)
    if call.messages[0]["role"] == "system":
        return outcome_of({"quality_score": 0.75, "notes": "Nearly."})
    return saying("Four." if call.model == PICK else "It is four.")


def shadowed(member, **policy):
    set_policy(member, **policy)
    return work(ask(member))


def test_shadow_is_asked_graded_and_an_observation(bob, monkeypatch):
    play(monkeypatch, answering)

    routed = shadowed(bob)

    found = routed.observation
    assert (routed.shadow, found.quality_score, found.grader_id) == ("graded", 0.0, "exact_match")
    assert (found.adapter_id, found.baseline_adapter_id, found.task_type) == (PICK, BASELINE, "summary")
    assert (found.tokens_in, found.tags) == (100, {"routed_prompt": str(routed.pk)})
    pair = [routed.output, routed.shadow_output]
    assert [(each.text, each.system) for each in pair] == [("Four.", routed.system), ("It is four.", routed.baseline)]
    judgement = found.judgement
    assert (judgement.number, judgement.annotation.item.outputs) == (0.0, [each.pk for each in pair])
    assert (found.output, judgement.annotation.annotator.method) == (routed.output, "exact_match")
    task = judgement.annotation.task
    assert (task.is_listed, task.status, task.name) == (False, "PAUSED", "Routed prompts: summary")
    assert [request.stage.model for request in routed.shadow_run.requests.all()] == [BASELINE]
    assert routed.run.requests.count() == 1 and routed.shadow_run.status == "completed"
    assert shadows.SHADOWS.round().done == 0
    assert QualityObservation.objects.count() == OBSERVED + 1 and invariants.broken() == []


@pytest.mark.parametrize(
    "grader, stage, quality",
    [
        (JUDGE, "shadow_judge", 0.75),
        (f"embedding_similarity:{EMBEDDER}", "shadow_embedding", pytest.approx(0.6)),
    ],
)
def test_model_that_compares_is_asked_through_the_ledger(bob, monkeypatch, grader, stage, quality):
    play(monkeypatch, answering)
    make_calibration(bob.organization)

    routed = shadowed(bob, grader=grader)

    assert (routed.shadow, routed.observation.quality_score, routed.observation.grader_id) == (
        "graded",
        quality,
        grader,
    )
    assert [each.stage.kind for each in routed.shadow_run.requests.order_by("pk")] == ["routed_answer", stage]
    assert invariants.broken() == []


def test_shadow_that_fails_touches_nothing_but_itself(bob, monkeypatch):
    def say(call):
        return answering(call) if call.model == PICK else failing("fatal", "refused", "Not I.")(call)

    play(monkeypatch, say)

    routed = shadowed(bob)

    assert (routed.request.state, routed.run.status) == ("done", "completed")
    assert (routed.shadow, routed.shadow_note) == ("failed", MODEL_FAILED(model=BASELINE, reason=TEXT("Not I.")))
    assert routed.observation is None and QualityObservation.objects.count() == OBSERVED


def test_judge_that_cannot_be_read_leaves_no_score(bob, monkeypatch):
    def say(call):
        return outcome_of({"quality_score": 3}) if call.messages[0]["role"] == "system" else answering(call)

    play(monkeypatch, say)
    monkeypatch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: None)
    make_calibration(bob.organization)

    routed = shadowed(bob, grader=JUDGE)

    assert routed.shadow == "failed" and "quality_score is 3" in str(routed.shadow_note)


def test_shadow_waits_for_the_answer(bob, monkeypatch):
    play(monkeypatch, answering)
    set_policy(bob)
    routed = ask(bob)

    assert (routed.shadow, shadows.SHADOWS.round().done) == ("drawn", 0)
    work_until_quiet(routed.run)
    assert shadows.SHADOWS.round().done == 1

    routed.refresh_from_db()
    assert (routed.shadow, routed.shadow_run.requests.get().state) == ("asked", "waiting")
    assert shadows.SHADOWS.round().done == 0


def test_cancelled_shadow_is_a_failed_one(bob, monkeypatch):
    play(monkeypatch, answering)
    set_policy(bob)
    routed = ask(bob)
    work_until_quiet(routed.run)
    shadows.SHADOWS.round()
    routed.refresh_from_db()
    controls.set_state(run=routed.shadow_run, desired_state="cancel", by=bob.user)
    controls.end_cancelled()

    assert work(routed).shadow == "failed" and "cancelled" in str(routed.shadow_note)


CHOICES = [
    ({"shadow_rate": 0.0}, {}, "none", ""),
    ({"preferred": PICK}, {}, "none", "The baseline model itself answered."),
    ({}, {"grader_id": "people"}, "none", "a grader that is not available"),
    ({}, {"grader_id": ""}, "none", "a grader that is not available"),
    ({}, {"grader_id": "embedding_similarity"}, "none", "a grader that is not available"),
    ({}, {"grader_id": "llm_judge:v0:a/b"}, "none", "a grader that is not available"),
    ({"shadow_rate": 1e-12}, {}, "none", "Not sampled."),
    ({}, {"grader_id": "embedding_similarity:all-minilm-l6-v2"}, "drawn", ""),
    ({}, {}, "drawn", ""),
]


def test_there_is_a_shadow_where_something_can_be_compared_and_what_is_asked_again_is_not_drawn_again(bob, monkeypatch):
    for policy, choice, state, note in CHOICES:
        found = shadows.first_state(
            policy=SimpleNamespace(**{"shadow_rate": 1.0, "preferred": BASELINE, "organization_id": 0} | policy),
            choice=SimpleNamespace(**{"adapter_id": PICK, "grader_id": "exact_match"} | choice),
            key=uuid7(),
        )
        assert found[0] == state and note in str(found[1] or ""), (policy, choice)

    play(monkeypatch, failing("retryable"))
    set_policy(bob)
    routed = ask(bob)
    work_until_quiet(routed.run, tries=2)
    play(monkeypatch, answering)
    work(routed)
    assert routed.shadow == "graded" and RoutedPrompt.objects.count() == 1
    assert LLMRequest.objects.count() == 2 and QualityObservation.objects.count() == OBSERVED + 1


def test_draw_is_the_same_for_the_same_name_and_takes_its_share():
    drawn = [name for name in range(2000) if shadows.is_sampled(name, 0.2)]

    assert drawn == [name for name in range(2000) if shadows.is_sampled(str(name), 0.2)]
    assert 300 < len(drawn) < 500 and set(drawn) < {name for name in range(2000) if shadows.is_sampled(name, 0.5)}
    assert not any(shadows.is_sampled(name, 0.0) for name in range(99))
    assert all(shadows.is_sampled(name, 1.0) for name in range(99))
