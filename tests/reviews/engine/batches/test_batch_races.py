"""Workers that meet at a batch, on real connections: each request is in one batch, each row is brought in once."""

import datetime
import threading

import pytest
from django.db import OperationalError
from django.utils import timezone

from annotations.models import Annotation
from reviews.engine.batches.actions import drafts, steps
from reviews.engine.batches.adapters.openai import OpenAIBatches
from reviews.engine.requests.actions import attempts, results
from reviews.models import EvaluationRun, LLMAttempt, LLMBatch, LLMBatchItem, LLMMessage, LLMRequest
from tests.live import until
from tests.reviews.batch_world import at_provider, batched_run, claimed, formed, item_statuses, states, step

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("provider")]


@pytest.fixture
def sent(bob):
    """A batch of six rows, answered by the provider and not yet looked at."""
    return step(formed(batched_run(bob)))


def stored_once(batch):
    """Whether each of the batch's rows has led to one annotation, one try and one message."""
    counts = {model.objects.count() for model in (Annotation, LLMAttempt, LLMMessage)}
    return counts == {6} and states(batch.run) == ["done"] * 6 and item_statuses(batch) == ["ok"] * 6


def test_workers_that_form_at_once_share_the_requests(bob, together, monkeypatch):
    monkeypatch.setattr(drafts, "MOST_ROWS", 5)
    run = batched_run(bob, rows=20)

    found = together(*[lambda: formed(run)] * 4)

    batches = [batch for batch in found if batch is not None]
    assert sum(batch.n_rows for batch in batches) == LLMBatchItem.objects.count() <= 20
    assert LLMRequest.objects.filter(state="batched").count() == LLMBatchItem.objects.count()


def test_workers_share_the_batches_that_are_due_and_take_each_step_once(bob, together):
    found = [batched_run(bob, rows=2) for _ in range(3)]
    for run in found:
        formed(run)

    took = together(lambda: steps.tick(2), lambda: steps.tick(2))
    LLMBatch.objects.update(next_poll_at=None)
    took += together(lambda: steps.tick(2), lambda: steps.tick(2))

    assert sum(took) == 6
    assert set(LLMBatch.objects.values_list("status", "submissions")) == {("reconciled", 1)}
    assert EvaluationRun.objects.filter(requests__state="done").distinct().count() == 3
    assert len(at_provider("openai")) == 3 and LLMAttempt.objects.count() == 6


@pytest.mark.parametrize(("owner", "name"), [(results, "record_many"), (attempts, "complete_many")])
def test_busy_database_is_asked_again(sent, monkeypatch, owner, name):
    plain = getattr(owner, name)

    def refuse(*words):
        monkeypatch.setattr(owner, name, plain)
        plain(*words)
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(owner, name, refuse)
    step(sent)

    assert stored_once(sent)


def test_two_workers_with_the_same_results_store_them_once(sent, together):
    mine = claimed(sent)
    twin = LLMBatch.objects.select_related("run", "stage").get(pk=mine.pk)

    together(lambda: steps.drive(mine), lambda: steps.drive(twin))
    if LLMBatch.objects.live().exists():
        step(sent)

    assert stored_once(sent)


def test_lease_is_kept_while_a_submission_takes_long(bob, monkeypatch, settings):
    settings.BEAT_SECONDS = 0.05
    batch = formed(batched_run(bob))
    plain, others = OpenAIBatches.submit, []

    def think(adapter, rows, **words):
        soon = timezone.now() + datetime.timedelta(seconds=30)
        LLMBatch.objects.update(lease_until=soon)
        until(lambda: LLMBatch.objects.get().lease_until != soon, "lease that was extended")
        others.append(LLMBatch.objects.claim(seconds=60))
        return plain(adapter, rows, **words)

    monkeypatch.setattr(OpenAIBatches, "submit", think)
    steps.drive(claimed(batch))

    batch.refresh_from_db()
    assert others == [None] and batch.status == "submitted"
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lease of")]
