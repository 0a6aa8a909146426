"""Requests become a batch when there are enough of them that may be asked now; each goes into one batch only."""

import datetime

import pytest
from django.utils import timezone

from evalhub.invariants import broken
from evalhub.lib.reasons import TEXT
from reviews.engine.batches.actions import drafts
from reviews.engine.limits.actions import provider_health
from reviews.engine.runs.actions import controls
from reviews.models import LLMBatch, LLMRequest
from tests.reviews.batch_world import batched_run, formed, states
from tests.reviews.kept import kept, people


@pytest.fixture(autouse=True)
def simulated(monkeypatch):
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")


def world():
    return people(run=batched_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def test_due_requests_become_rows(run):
    batch = formed(run)

    assert (batch.status, batch.n_rows, batch.provider, batch.batch_ref) == ("draft", 6, "openai", "")
    rows = batch.items.order_by("number").values_list("number", "request__state", "request__attempts", "status")
    assert list(rows) == [(number, "batched", 1, "queued") for number in range(6)]
    names = {item.custom_id for item in batch.items.all()}
    assert len(names) == 6 and all(name.startswith(batch.id.hex) and len(name) < 64 for name in names)
    assert broken() == [] or {rule.name for rule in broken()} == {"I4-frozen"}


def test_forming_takes_the_same_statements_for_any_number_of_rows(bob, django_assert_num_queries):
    few, many = batched_run(bob, rows=2), batched_run(bob, rows=30)
    stages = [run.stages.select_related("run").get(position=0) for run in (few, many)]
    for stage in stages:
        with django_assert_num_queries(9):
            drafts.form(stage)

    assert sorted(LLMBatch.objects.values_list("n_rows", flat=True)) == [2, 30]


def test_too_few_requests_or_no_wish_make_no_batch(bob, run):
    for policy in [{"min_batch_size": None}, {"min_batch_size": 7}]:
        run = controls.set_policy(run=run, changes=policy, by=bob.user)

        assert formed(run) is None, policy

        assert states(run) == ["waiting"] * 6 and not LLMBatch.objects.exists(), policy


def test_provider_without_a_batch_wire_makes_no_batch(run):
    run.stages.update(model="mistral/mistral-small")

    assert formed(run) is None


def test_only_due_requests_of_the_present_version_are_taken(run):
    later, older, *_ = run.requests.order_by("pk")
    LLMRequest.objects.filter(pk=later.pk).update(next_attempt_at=timezone.now() + datetime.timedelta(minutes=5))
    LLMRequest.objects.filter(pk=older.pk).update(request_version=0)

    batch = formed(run)

    assert batch.n_rows == 4
    assert not batch.items.filter(request__in=[later, older]).exists()


def test_runs_that_do_not_go_on_make_no_batch(bob, run):
    for desired in ["pause", "cancel"]:
        controls.set_state(run=run, desired_state=desired, by=bob.user)

        assert formed(run) is None, desired


def test_blocked_models_make_no_batch(run):
    provider_health.note_many([("openai", "openai/simulated-careful", "blocked", "key_refused", TEXT("No."), None)])

    assert formed(run) is None


def test_batch_is_no_larger_than_allowed(run, monkeypatch):
    monkeypatch.setattr(drafts, "MOST_ROWS", 4)

    first, second = formed(run), formed(run)

    assert (first.n_rows, second.n_rows) == (4, 2) and formed(run) is None
