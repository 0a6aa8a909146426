"""Answers that are wrong in part: what can be used of them is kept, and the rest is asked for by name."""

import pytest

from annotations.models import Annotation, Judgement
from reviews.engine.client.exchange import FATAL
from reviews.engine.requests.actions import dispatcher, due_requests
from reviews.models import LLMRequest
from tests import factories
from tests.reviews.machine import Script, answer, failing, make_run, outcome_of, saying, work_until_quiet

CHOICE = {"type": "single_choice", "options": [{"value": "correct"}, {"value": "wrong"}]}
VERDICT, TONE = {"key": "verdict", **CHOICE}, {"key": "tone", **CHOICE}
PASSAGES = {"key": "passages", "type": "spans", "options": [{"value": "error"}]}


@pytest.fixture
def ask(bob, model):
    """ask(questions, *steps, rows=1): the requests of a run once nothing is left to do, and the calls."""

    def run(questions, *steps, rows=1):
        version = factories.make_version(factories.make_dataset(bob.organization), rows=rows)
        made = make_run(bob, task=factories.make_task(version, schema={"fields": questions}))
        script = model(Script(*steps))
        work_until_quiet(made)
        return list(made.requests.order_by("pk")), script.calls

    return run


def with_parts(**parts):
    return lambda call: outcome_of(answer(call) | parts)


def values_of(request):
    return dict(Judgement.objects.filter(annotation=request.annotation).values_list("question__key", "value"))


def test_one_wrong_field_costs_its_question_and_is_asked_for_by_name(ask):
    (request,), calls = ask([VERDICT, TONE], with_parts(q2_tone_value="loud"))

    assert (request.state, values_of(request)) == ("done", {"verdict": "correct"})
    assert list(request.question_failures) == ["tone"] and "q2_tone_value" in request.question_failures["tone"]
    assert "q2_tone_value" in calls[-1].messages[-1]["content"] and len(calls) == 3
    accepted = request.tries.get(status="ok")
    assert (accepted.number, accepted.error_class) == (3, "partly_read") and "q2_tone_value" in str(
        accepted.error_message
    )


def test_quote_that_is_not_found_costs_its_question(ask):
    spoiled = with_parts(q2_passages_value=[{"quote": "The moon is made of cheese.", "label": "error"}])

    (request,), calls = ask([VERDICT, PASSAGES], spoiled)

    assert (request.state, values_of(request)) == ("done", {"verdict": "correct"})
    assert "q2_passages_value" in request.question_failures["passages"]
    assert "q2_passages_value" in calls[-1].messages[-1]["content"]


def test_repaired_answer_is_kept_as_a_whole(ask):
    (request,), calls = ask([VERDICT, TONE], with_parts(q2_tone_value="loud"), with_parts(q2_tone_value=None), saying())

    assert values_of(request) == {"verdict": "correct", "tone": "correct"} and request.question_failures == {}
    assert [attempt.status for attempt in request.tries.all()] == ["unreadable", "unreadable", "ok"]


def test_earlier_answer_in_part_is_kept_when_the_last_try_fails(ask):
    (request,), _ = ask([VERDICT, TONE], with_parts(q2_tone_value="loud"), failing(FATAL, "refused", "No."))

    assert (request.state, values_of(request)) == ("done", {"verdict": "correct"})
    assert [attempt.status for attempt in request.tries.all()] == ["ok", "fatal"]


def test_answer_without_anything_usable_fails(ask):
    (request,), _ = ask([VERDICT, TONE], saying(value="loud"))

    assert (request.state, request.error_class) == ("failed", "invalid_value") and Annotation.objects.count() == 0


def test_optional_question_costs_no_second_try(ask, bob, model):
    optional = TONE | {"required": False}
    (first, second), calls = ask(
        [VERDICT, optional], with_parts(q2_tone_value="loud"), with_parts(q2_tone_value=None), rows=2
    )

    assert len(calls) == 2 and (first.state, second.state) == ("done", "done")
    assert list(first.question_failures) == ["tone"] and second.question_failures == {}
    assert values_of(first) == values_of(second) == {"verdict": "correct"}


def test_answers_stored_together_say_what_they_lack(bob, model):
    version = factories.make_version(factories.make_dataset(bob.organization), rows=3)
    task = factories.make_task(version, schema={"fields": [VERDICT, TONE | {"required": False}]})
    run = make_run(bob, task=task)
    first = saying()
    model(Script(first, with_parts(q2_tone_value="loud")))
    work_until_quiet(run, tries=1)

    dispatcher.Dispatcher().work(due_requests.claim_many(due_requests.stages_due(), limit=10))

    failures = LLMRequest.objects.order_by("pk").values_list("question_failures", flat=True)
    assert [list(each) for each in failures] == [[], ["tone"], ["tone"]]
