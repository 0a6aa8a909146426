"""One request to a model: what is stored, when it is tried again, and how it ends."""

from collections import Counter
from decimal import Decimal

import pytest
from django.utils import timezone

from annotations.models import Annotation, AnnotationTask, Evidence
from reviews.engine.requests.actions import dispatcher, due_requests
from reviews.models import EvaluationRun, LLMAttempt, LLMRequest
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, answer, make_run, outcome_of, saying, work_once


def world():
    return people(run=make_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def test_answer_becomes_an_annotation(run, model):
    model(
        saying(
            value="partly",
            justification="It leaves out a half.",
            confidence=0.7,
            quotes=["It is 0.", "Nobody ever wrote this sentence here."],
        )
    )
    before = run.task.items.get().open_slots

    request = work_once(run)

    judgement = request.annotation.judgements.get()
    assert request.state == "done" and request.finished_at <= timezone.now()
    assert (request.annotation.annotator, request.annotation.origin) == (run.annotator, "llm")
    assert (judgement.value, judgement.number, judgement.confidence) == ("partly", 1.0, 0.7)
    assert judgement.justification == "It leaves out a half."
    assert set(Evidence.objects.values_list("match", flat=True)) == {"exact", "missing"}
    assert run.task.items.get().open_slots == before  # a machine takes nobody's slot


def test_ledger_holds_what_is_sent_and_what_came_back(run, model):
    seen = []
    model(lambda call: seen.append(LLMAttempt.objects.get().status) or outcome_of(answer(call)))

    request = work_once(run)

    attempt = request.tries.get()
    assert seen == ["sent"]
    assert (attempt.number, attempt.status, attempt.raw_response) == (1, "ok", {"id": "answer-1"})
    assert (attempt.prompt_tokens, attempt.completion_tokens) == (100, 20)
    assert (attempt.cost_usd, attempt.cost_status) == (Decimal("0.001"), "priced")
    assert attempt.parser_version == run.annotator.parser_version
    assert attempt.model_returned == "model-1" and attempt.latency_ms == 12


def test_unknown_cost_is_not_zero(run, model):
    model(lambda call: outcome_of(answer(call), cost_usd=None, cost_status="unpriced"))

    request = work_once(run)

    assert request.tries.get().cost_usd is None


def test_abstention_is_stored_without_a_value(run, model):
    model(saying(abstained=True, justification="The source is missing."))

    judgement = work_once(run).annotation.judgements.get()

    assert judgement.abstained and judgement.value is None and judgement.number is None
    assert judgement.justification == "The source is missing."


@pytest.mark.usefixtures("alone")
def test_annotator_of_simulated_answers_is_labelled(bob, model, openai_key):
    run = make_run(bob, model="openai/gpt-4o-mini")
    type(run.annotator).objects.update(simulated=False)
    model(lambda call: outcome_of(answer(call), simulated=True))

    work_once(run)

    run.annotator.refresh_from_db()
    assert run.annotator.simulated


def test_item_that_is_answered_is_not_asked_again(run, model):
    script = model(Script(saying()))
    work_once(run)
    LLMRequest.objects.update(state="waiting", annotation=None)

    request = work_once(run)

    assert request.state == "done" and request.annotation is not None
    assert len(script.calls) == 1 and Annotation.objects.count() == 1


def test_second_run_of_the_same_request_stores_nothing_twice(run, model):
    model(saying())
    request = due_requests.claim_one()
    dispatcher.work(request=request)

    dispatcher.work(request=request)

    assert Annotation.objects.count() == 1
    assert LLMRequest.objects.get(run=run).state == "done"


@pytest.mark.usefixtures("alone")
def test_answer_comes_in_while_the_task_is_paused(bob, model):
    run = make_run(bob, rows=2)

    def pause_meanwhile(call):
        AnnotationTask.objects.update(status="PAUSED")
        return outcome_of(answer(call))

    model(pause_meanwhile)

    request = work_once(run)

    assert request.state == "done"
    assert due_requests.claim_one() is None


def test_answer_to_a_completed_task_waits_without_using_up_a_try(run, model):
    def complete_meanwhile(call):
        AnnotationTask.objects.update(status="COMPLETED")
        return outcome_of(answer(call))

    model(complete_meanwhile)

    request = work_once(run)

    assert (request.state, request.attempts) == ("waiting", 0)
    assert "COMPLETED" in str(request.last_error)
    assert Annotation.objects.count() == 0


@pytest.mark.usefixtures("alone")
def test_run_that_is_drawn_by_lot_does_not_starve_another(bob, model):
    first, second = make_run(bob, rows=5), make_run(bob, rows=1)
    model(saying())

    for _ in range(6):
        work_once(first)

    assert {run.requests.filter(state="done").count() for run in (first, second)} == {5, 1}


def test_hostile_words_are_stored_as_they_are(run, model):
    text = "=HYPERLINK(1) <script>alert(1)</script> مرحبا \u202e abc" + "x" * 100_000
    model(saying(justification=text))

    assert work_once(run).annotation.judgements.get().justification == text


@pytest.mark.usefixtures("alone")
def test_run_has_no_more_calls_at_a_time_than_its_policy_says(bob):
    run = make_run(bob, rows=5)
    EvaluationRun.objects.filter(pk=run.pk).update(policy={**run.policy, "max_parallel": 2})

    first = due_requests.claim_many(due_requests.stages_due(), limit=10)
    second = due_requests.claim_many(due_requests.stages_due(), limit=10)
    LLMRequest.objects.filter(pk=first[0].pk).update(state="failed")
    third = due_requests.claim_many(due_requests.stages_due(), limit=10)

    assert [len(found) for found in (first, second, third)] == [2, 0, 1]
    assert run.requests.filter(state="waiting").count() == 2


@pytest.mark.usefixtures("alone")
def test_little_is_taken_from_few_stages_at_a_time(bob):
    """A group costs the same statements for two requests as for ten."""
    for _ in range(3):
        make_run(bob, rows=12)

    taken = due_requests.claim_many(due_requests.stages_due(), limit=15)

    assert sorted(Counter(request.stage_id for request in taken).values()) == [5, 10]
