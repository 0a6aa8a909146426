"""Trials: a draft is asked about up to three items, its answers are kept with the run, and nothing else is written."""

import pytest

from annotations.models import Annotation
from evalhub.lib.errors import InvalidInput, NotFound
from reviews.models import LLMRequest, Prompt
from reviews.scorers.library.actions import trials, usage
from tests import factories
from tests.reviews import machine
from tests.reviews.library_world import OURS, draft, published, shelf, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def items(bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=4))
    return list(task.items.order_by("pk").values_list("pk", flat=True))


def start(member, targets, **more):
    asked = {"version": shelf(member).draft or shelf(member).in_use, "model": "simulated-careful"} | more
    return trials.start(organization=member.organization, targets=targets, by=member.user, **asked)


def of_judge(member):
    return trials.of_prompt(organization=member.organization, kind="judge", name="questions")


def test_draft_is_asked_and_its_answers_are_kept(bob, items, monkeypatch):
    calls = []
    machine.play(monkeypatch, lambda call: calls.append(call) or machine.outcome_of({}))
    draft(bob)

    run = start(bob, items[:3])
    while machine.work_once(run):
        pass

    assert len(calls) == 3 and all(call.messages[0]["content"].startswith(OURS) for call in calls)
    [trial] = of_judge(bob)
    assert [answer.text != "" for answer in trial.answers] == [True] * 3
    assert not Annotation.objects.exists() and run.kind == "prompt"


def test_answer_that_cannot_be_read_is_asked_once_and_told(bob, items, monkeypatch):
    machine.play(monkeypatch, lambda call: machine.outcome_of({}))

    run = start(bob, items[:1])
    while machine.work_once(run):
        pass

    [answer] = of_judge(bob)[0].answers
    assert (answer.request.state, answer.request.attempts) == ("failed", 1) and answer.problem and answer.text


def test_draft_that_was_changed_meanwhile_is_not_asked(bob, items, monkeypatch):
    machine.play(monkeypatch, lambda call: pytest.fail("asked"))
    draft(bob)
    run = start(bob, items[:1])
    draft(bob, ours="Another sentence.")

    while machine.work_once(run):
        pass

    assert "has changed" in str(LLMRequest.objects.get(run=run).error_message)


def test_estimate_sends_nothing(bob, items):
    found = trials.estimate(
        organization=bob.organization, version=shelf(bob).in_use, model="simulated-careful", targets=items[:2]
    )

    assert (found.calls, found.simulated, found.most_usd) == (2, True, None) and found.input_tokens > 0
    assert not LLMRequest.objects.exists()


def test_what_cannot_be_tried_is_refused(bob, mallory, items):
    for targets in ([], items):
        with pytest.raises(InvalidInput, match="1 to 3"):
            start(bob, targets)
    with pytest.raises(NotFound):
        start(mallory, items[:1])
    with pytest.raises(InvalidInput):
        start(bob, items[:1], model="openai/gpt-4o-mini")
    draft(bob, content=text_of().replace("{{ canary }}", "none"))
    with pytest.raises(InvalidInput, match="canary"):
        start(bob, items[:1])
    assert not LLMRequest.objects.exists()


def test_trial_is_no_use_of_a_version(bob, items):
    published(bob)
    start(bob, items[:1])

    found = usage.of_version(organization=bob.organization, version=shelf(bob).in_use)

    assert (found.run_count, found.annotator_count) == (0, 0) and Prompt.objects.count() == 1
