"""Answers to the very same question: what is the same, and who takes an earlier answer."""

import csv
import io

import pytest
from django.urls import reverse

from annotations.models import Judgement
from evalhub.lib.errors import InvalidInput
from reviews.engine.batches.actions import rows
from reviews.engine.policy import RunPolicy
from reviews.engine.requests.actions import calls, due_requests
from reviews.models import LLMAttempt, LLMBatch, LLMBatchItem, LLMRequest
from reviews.scorers.actions import task_runs
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, finish, make_run, play, saying

REUSE = {"reuse": True, "min_batch_size": None}


def version_of(member):
    return factories.make_version(factories.make_dataset(member.organization), rows=3)


def run_over(member, version, *, policy=None, model="simulated-careful", **task_fields):
    """A run over a new task of the version's cases, by this policy."""
    run = make_run(member, task=factories.make_task(version, **task_fields), model=model)
    type(run).objects.filter(pk=run.pk).update(policy={**run.policy, **(policy or {})})
    run.refresh_from_db()
    return run


def world():
    made = people(version=version_of)
    made.script = Script(saying(value="partly", justification="Half of it."))
    with pytest.MonkeyPatch.context() as patch:
        play(patch, made.script)
        made.first = run_over(made.bob, made.version)
        finish(made.first)  # before the other one is there: a worker takes whatever is due
        made.second = run_over(made.bob, made.version, policy=REUSE)
        finish(made.second)
    return made


acme, bob, version, first, second, script = map(kept, ("acme", "bob", "version", "first", "second", "script"))


@pytest.fixture
def reused(first, second, script, monkeypatch):
    """(a finished run, one that took its answers, the calls of both)"""
    play(monkeypatch, script)
    return first, second, script.calls


def hashes(run):
    return list(run.requests.order_by("item__position").values_list("content_hash", flat=True))


def prepared(run):
    asked = list(LLMRequest.objects.filter(run=run).select_related(*due_requests.RELATED).order_by("item__position"))
    calls.prepared(asked)
    return [request.content_hash for request in asked]


def test_only_the_same_question_has_the_same_hash(bob, version, first):
    one, other = prepared(first), prepared(run_over(bob, version))
    assert one == other and len(set(one)) == 3 and all(len(each) == 64 for each in one)

    base = prepared(first)
    other_model = prepared(run_over(bob, version, model="simulated-hasty"))
    other_texts = prepared(run_over(bob, version, instructions="Be strict."))
    repetition = prepared(task_runs.repeat(run=first, by=bob.user))
    LLMRequest.objects.filter(run=first).update(request_version=2)
    anew = prepared(first)
    for found in (other_model, other_texts, repetition, anew):
        assert not set(found) & set(base)


def test_hash_is_kept_with_what_was_asked(bob, version, monkeypatch):
    play(monkeypatch, saying())
    run = run_over(bob, version)
    expected = prepared(run)
    assert hashes(run) == ["", "", ""]

    finish(run)

    assert hashes(run) == expected


def test_nothing_is_reused_unless_the_policy_says_so(reused, bob, version):
    first, _second, made = reused
    third = run_over(bob, version)

    finish(third)

    assert len(made) == 6 and not LLMRequest.objects.filter(run__in=[first, third]).exclude(reused_from=None).exists()


def test_earlier_answers_are_taken_without_a_call(reused):
    first, second, made = reused

    assert len(made) == 3 and second.status == "completed"
    assert LLMAttempt.objects.filter(request__run=second).count() == 0
    took = dict(second.requests.values_list("item__test_case", "reused_from"))
    assert took == dict(first.requests.values_list("item__test_case", "pk"))
    answers = [
        list(
            Judgement.objects.filter(annotation__task=run.task)
            .order_by("annotation__item__position")
            .values_list("value", "justification", "confidence")
        )
        for run in (first, second)
    ]
    assert answers[0] == answers[1] and len(answers[0]) == 3


def test_what_was_reused_is_shown_apart_and_costs_nothing(reused, bob, client_of, api_of):
    first, second, _made = reused
    api, client = api_of(bob), client_of(bob)

    run = api.get(f"/v1/runs/{second.pk}").json()
    assert (run["progress"]["done"], run["progress"]["reused"], run["calls"], run["cost_usd"]) == (3, 3, 0, None)
    assert run["policy"]["reuse"] is True
    row = second.requests.first()
    told = api.get(f"/v1/runs/{second.pk}/requests").json()["requests"][0]
    assert told["reused_from"] and (told["cost_usd"], told["tries"], len(told["content_hash"])) == (0, 0, 64)

    for path in (
        reverse("reviews:run_detail", args=[second.pk]),
        reverse("reviews:task_machines", args=[second.task_id]),
        reverse("reviews:run_requests", args=[second.pk]),
        reverse("reviews:request_detail", args=[row.pk]),
        reverse("reviews:run_list"),
    ):
        page = client.get(path).content.decode()
        assert "$0 (reused)" in page, path
    assert (
        f"Request {row.reused_from_id}" in client.get(reverse("reviews:request_detail", args=[row.pk])).content.decode()
    )


def test_csv_of_requests_has_the_reused_ones(reused, bob, client_of):
    _first, second, _made = reused
    query = "columns=request,attempts,cost_usd,reused_from&format=csv"

    answer = client_of(bob).get(f"{reverse('reviews:run_requests', args=[second.pk])}?{query}")

    table = list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"), newline="")))
    assert [(row["cost_usd"], row["attempts"]) for row in table] == [("0", "0")] * 3
    assert {int(row["reused_from"]) for row in table} == set(second.requests.values_list("reused_from", flat=True))


def test_answers_of_another_organization_are_not_taken(reused, mallory):
    foreign, _second, made = reused
    own = run_over(mallory, version_of(mallory), policy=REUSE)

    finish(own)

    assert hashes(foreign) == hashes(own)
    assert len(made) == 6 and not own.requests.exclude(reused_from=None).exists()


def test_simulated_answer_is_not_taken_for_a_real_one(reused, bob, version):
    first, _second, made = reused
    LLMAttempt.objects.filter(request__run=first).update(simulated=False)
    third = run_over(bob, version, policy=REUSE)

    finish(third)

    assert len(made) == 6 and not third.requests.exclude(reused_from=None).exists()


def test_repetition_asks_again(reused, bob):
    _first, second, made = reused

    finish(task_runs.repeat(run=second, by=bob.user))

    assert len(made) == 6


def test_answer_that_does_not_do_here_is_asked_for(reused, bob, version):
    first, _second, made = reused
    for attempt in LLMAttempt.objects.filter(request__run=first):
        attempt.message.assistant = "No JSON."
        attempt.message.save()
    third = run_over(bob, version, policy=REUSE)

    finish(third)

    assert third.status == "completed" and len(made) == 6
    assert not third.requests.exclude(reused_from=None).exists()
    assert LLMAttempt.objects.filter(request__run=first, status="ok").count() == 3


def test_batch_holds_no_row_for_what_is_reused(reused, bob, version):
    third = run_over(bob, version, policy=REUSE)
    stage = third.stages.get()
    batch = LLMBatch.objects.create(run=third, stage=stage, provider="openai", model="gpt-4o-mini", n_rows=3)
    third.requests.update(state="batched", attempts=1)
    for number, request in enumerate(third.requests.order_by("pk")):
        LLMBatchItem.objects.create(batch=batch, request=request, number=number)

    items = list(rows.open_items(batch))[0]
    empty = rows.Rows(io.BytesIO(), model=stage.model, most_bytes=10**6, most_tokens=None)

    assert rows._write(empty, items) and empty.count == 0
    assert set(third.requests.values_list("state", flat=True)) == {"done"}
    assert not third.requests.filter(reused_from=None).exists()


def test_policy_takes_true_or_false():
    assert RunPolicy.read({}).reuse is False and RunPolicy.read({"reuse": True}).reuse is True
    with pytest.raises(InvalidInput, match="true or false"):
        RunPolicy.read({"reuse": 1})
