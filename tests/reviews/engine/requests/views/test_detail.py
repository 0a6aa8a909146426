"""One request: its tries, what was said, what it cost, and its answer read again."""

import pytest
from django.urls import reverse

from annotations.models import Annotation, Judgement
from annotations.queue.actions import exposure
from annotations.tasks.actions import annotators
from reviews.engine.client.exchange import FATAL, Outcome, Usage
from reviews.models import AuditOpening, LLMAttempt, LLMMessage, LLMRequest
from reviews.scorers.actions import annotators as machines
from reviews.scorers.actions import task_runs
from tests.reviews.kept import kept, people
from tests.reviews.machine import (
    Script,
    answer,
    failing,
    make_run,
    outcome_of,
    play,
    saying,
    work_once,
    work_until_quiet,
)
from tests.statements import at_most


def world():
    """`answered` has its answer, and nobody has been asked for `run`."""
    return people(answered=make_answered, run=make_run)


acme, bob, answered, run = map(kept, ("acme", "bob", "answered", "run"))


def make_answered(bob):
    run = make_run(bob)
    with pytest.MonkeyPatch.context() as patch:
        play(patch, saying(justification="It is so."))
        work_once(run)
    return run


def url(request):
    return reverse("reviews:request_detail", args=[request.pk])


def read(client, request, query=""):
    return client.get(f"{url(request)}{query}").content.decode()


def test_request_that_waits_has_no_try(bob, client_of, run):
    page = read(client_of(bob), run.requests.get())

    assert "Not sent yet." in page and "Waiting" in page and "Item 1" in page


def test_every_try_is_told_with_what_it_cost(bob, client_of, run, monkeypatch):
    def second(call):
        usage = Usage(prompt_tokens=1234, completion_tokens=56, cached=1000, reasoning=30)
        return outcome_of(answer(call), usage=usage, thinking="First I <think>.", latency_ms=2345)

    play(monkeypatch, Script(failing(message="Internal <error>."), second))
    work_until_quiet(run)
    LLMAttempt.objects.update(simulated=False)

    page = read(client_of(bob), run.requests.get())

    assert "Attempt 1" in page and "The provider failed" in page and "Internal &lt;error&gt;." in page
    assert "unknown: no tokens were reported" in page
    assert "1,234 in, 56 out" in page and "1,000 cached input" in page and "30 reasoning output" in page
    assert "$0.0010" in page and "2,345 ms" in page and "max_tokens=" in page and "questions-1" in page
    assert "First I &lt;think&gt;." in page and "What is 0 plus 0?" in page and "answer-1" in page


def test_terminal_error_stands_on_top_and_unpriced_is_told_from_unknown(bob, client_of, run, monkeypatch):
    play(
        monkeypatch,
        failing(FATAL, "context_too_long", "Too many tokens: 200001.", usage=Usage(1, 1), cost_status="unpriced"),
    )
    work_once(run)
    LLMAttempt.objects.update(simulated=False)

    page = read(client_of(bob), run.requests.get())

    assert "The item is too long for this model" in page and "Too many tokens: 200001." in page
    assert "No answer." in page and "Parse with" not in page
    assert "unknown: no price for this model" in page


def test_what_is_gone_or_cut_says_so(bob, client_of, answered):
    LLMAttempt.objects.update(raw_response=None)
    LLMMessage.objects.update(user="x" * 61_234)
    answered.stages.update(prompt_version="gone.v9")

    page = read(client_of(bob), answered.requests.get(), "?read=1")

    assert "No longer stored." in page and "1,234 more characters" in page
    assert "gone.v9" in page.split('id="reading"')[1]


def test_links_lead_to_the_item_and_the_answer(bob, vera, client_of, answered):
    request = answered.requests.get()
    item = reverse("annotations:task_item", args=[answered.task_id, request.item_id])
    audit = reverse("reviews:audit_item", args=[request.annotation_id])

    auditors, viewers = read(client_of(bob), request), read(client_of(vera), request)

    assert f'href="{item}"' in auditors and f'href="{audit}"' in auditors
    assert f'href="{item}"' in viewers and f'href="{audit}"' not in viewers


def test_word_of_a_critic_is_shown(bob, client_of, monkeypatch):
    run = make_run(bob, critic=True)
    play(monkeypatch, saying(expert_agreement=0.35))
    work_until_quiet(run)

    page = read(client_of(bob), run.requests.get(stage__name="score_critic"))

    assert "An expert would agree" in page and "35 %" in page and "Nothing speaks against it." in page


def test_answer_is_read_again_and_nothing_is_written(bob, client_of, answered):
    before = [list(model.objects.values()) for model in (LLMRequest, LLMAttempt, Annotation, Judgement)]

    page = read(client_of(bob), answered.requests.get(), "?read=1")

    assert "The newest parser accepts this answer." in page and "It is so." in page
    assert [list(model.objects.values()) for model in (LLMRequest, LLMAttempt, Annotation, Judgement)] == before


def test_answer_that_is_refused_again_says_why(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing("unreadable", "unparsable_answer", "No JSON."))
    work_once(run)
    client = client_of(bob)
    for text, words in [
        ("I would say it is correct.", "refuses this answer"),
        ('{"case_ref": "x"}', "refuses this answer"),
        ("", "It cannot be parsed again."),
    ]:
        LLMMessage.objects.update(assistant=text)

        assert words in read(client, run.requests.get(), "?read=1"), text


def test_cut_off_answer_is_not_read_again(bob, client_of, run, monkeypatch):
    cut = Outcome("retryable", text='{"a"', error_class="answer_truncated", finish_reason="length")
    play(monkeypatch, lambda call: cut)
    work_once(run)

    page = read(client_of(bob), run.requests.get(), "?read=1")

    assert "It cannot be parsed again." in page and "is incomplete (length)" in page


def test_who_reads_the_answer_does_not_answer_blind_after_it(bob, rita, client_of, answered):
    request = answered.requests.get()
    reader = annotators.of_member(rita)

    read(client_of(rita), request)

    assert AuditOpening.objects.get().auditor_id == reader.pk
    before = exposure.before_answering(task=answered.task, item_id=request.item_id, annotator=reader)
    assert before == "saw_machine"


def test_statements_do_not_grow_with_the_tries(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing())
    work_until_quiet(run)
    client, request = client_of(bob), run.requests.get()
    client.get(url(request))
    assert request.tries.count() == 3

    with at_most(9):
        client.get(url(request))


def test_request_of_a_run_with_two_models_belongs_to_its_own(bob, client_of, run):
    second = machines.create(organization=bob.organization, model="simulated-hasty", by=bob.user)
    other = task_runs.start(task=run.task, annotator=second, by=bob.user)

    assert "simulated-hasty" in read(client_of(bob), other.requests.first())


def test_answer_in_part_says_which_questions_have_none(bob, client_of, api_of, answered):
    request, client = answered.requests.get(), client_of(bob)
    LLMRequest.objects.update(question_failures={"tone": "q2_tone_value: question 'tone' has no value."})

    page = read(client, request)
    told = api_of(bob).get(f"/v1/requests/{request.pk}").json()
    run_page = client.get(reverse("reviews:run_detail", args=[answered.pk])).content.decode()

    assert "Some questions have no answer" in page and "q2_tone_value" in page
    assert list(told["question_failures"]) == ["tone"] and "1 answer incomplete" in run_page
