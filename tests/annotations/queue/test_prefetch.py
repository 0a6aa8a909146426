"""The next item kept ready: one place for five minutes, opened by the claim, given back when its annotator leaves."""

import datetime

import pytest
from django.utils import timezone

from annotations.models import AnnotationTask, Assignment, Cursor, SchemaVersion, TaskItem
from annotations.queue.actions import claims, leases, submissions
from evalhub.lib.errors import Conflict
from tests import factories
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=1)
    SchemaVersion.objects.filter(task=task).update(frozen_at="2026-01-01T00:00Z")  # a process remembers it
    return task


@pytest.fixture
def task(db, made):
    return factories.fresh(made)


@pytest.fixture
def annotator(alice):
    return factories.make_annotator(alice)


def slots(item_id):
    return TaskItem.objects.get(pk=item_id).open_slots


def submit(task, lease, annotator):
    submission = submissions.Submission(answers={"verdict": "wrong"}, lease_token=lease.token)
    return submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)


def test_prefetched_item_takes_a_place_and_is_not_opened(task, annotator):
    held = claims.claim(task=task, annotator=annotator)

    ready = claims.prefetch(task=task, annotator=annotator)

    row = Assignment.objects.get(pk=ready.assignment_id)
    assert ready.item_id != held.item_id
    assert (row.state, row.opened_at, slots(ready.item_id)) == ("prefetched", None, 0)
    assert row.lease_until < timezone.now() + datetime.timedelta(seconds=claims.PREFETCH_SECONDS + 1)


def test_prefetch_again_is_the_same_item(task, annotator):
    claims.claim(task=task, annotator=annotator)

    first, second = (claims.prefetch(task=task, annotator=annotator) for _ in range(2))

    assert first == second
    assert Assignment.objects.filter(state="prefetched").count() == 1


def test_claim_opens_what_was_prefetched_with_its_token(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    ready = claims.prefetch(task=task, annotator=annotator)
    submit(task, lease, annotator)

    opened = claims.claim(task=task, annotator=annotator)

    row = Assignment.objects.get(pk=ready.assignment_id)
    assert (opened.item_id, opened.token) == (ready.item_id, ready.token)
    assert row.state == "leased" and row.opened_at is not None
    assert opened.lease_until > ready.lease_until
    assert slots(ready.item_id) == 0


def test_claim_that_finds_nothing_beside_an_unfinished_prefetch_opens_its_item(task, annotator, monkeypatch):
    """The prefetch of the last item is stored between the claim's look and its end."""
    take, ready = claims._take, []

    def beside(*_args, **_options):
        monkeypatch.setattr(claims, "_take", take)
        ready.append(claims.prefetch(task=task, annotator=annotator))

    monkeypatch.setattr(claims, "_take", beside)

    opened = claims.claim(task=task, annotator=annotator)

    assert opened.item_id == ready[0].item_id


def test_prefetched_item_can_be_answered_at_once(task, annotator):
    ready = claims.prefetch(task=task, annotator=annotator)

    submit(task, ready, annotator)

    assert slots(ready.item_id) == 0
    assert Assignment.objects.get(pk=ready.assignment_id).state == "submitted"


def test_reaper_ends_prefetches_that_ran_out(task, annotator):
    ready = claims.prefetch(task=task, annotator=annotator)
    Assignment.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))

    leases.expire()

    assert slots(ready.item_id) == 1
    assert claims.claim(task=task, annotator=annotator).token != ready.token


def test_leaving_gives_the_prefetched_item_back_and_it_comes_next(task, annotator):
    ready = claims.prefetch(task=task, annotator=annotator)

    first, second = (leases.release_prefetched(task=task, annotator=annotator) for _ in range(2))

    assert (first, second) == (True, False)
    assert slots(ready.item_id) == 1
    assert claims.claim(task=task, annotator=annotator).item_id == ready.item_id


def test_nothing_is_prefetched_when_nothing_may_be_handed_out(task, annotator):
    AnnotationTask.objects.update(status="PAUSED")

    assert claims.prefetch(task=task, annotator=annotator) is None


def test_prefetched_item_waits_while_the_task_is_paused(task, annotator):
    ready = claims.prefetch(task=task, annotator=annotator)
    AnnotationTask.objects.update(status="PAUSED")

    claimed = claims.claim(task=task, annotator=annotator)

    assert claimed.reason == "not_active"
    assert Assignment.objects.get(pk=ready.assignment_id).state == "prefetched"


def test_peek_names_the_prefetched_item(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    ready = claims.prefetch(task=task, annotator=annotator)

    following = claims.peek(annotator=annotator, after=TaskItem.objects.get(pk=lease.item_id))

    assert following == ready.item_id


@pytest.mark.parametrize("take", [claims.claim, claims.prefetch])
def test_answer_names_the_item_that_peek_names(task, annotator, take):
    """Not the answered item itself either, which waits until it is answered if it was only kept ready."""
    Cursor.objects.create(task=task, annotator=annotator, priority=0, position=-1)
    SchemaVersion.objects.update(frozen_at=timezone.now())
    taken = take(task=task, annotator=annotator)

    stored = submit(task, taken, annotator)

    assert stored.next_item_id == claims.peek(annotator=annotator, after=stored.item) == task.items.get(position=1).pk


def test_take_over_leaves_one_page_that_may_submit(task, annotator):
    first = claims.claim(task=task, annotator=annotator)

    second = claims.take_over(task=task, annotator=annotator, item_id=first.item_id)

    with pytest.raises(Conflict) as refused:
        submit(task, first, annotator)
    assert refused.value.code == "lease_taken_over"
    assert submit(task, second, annotator).annotation.pk


def test_lease_that_ended_cannot_be_taken_over(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    leases.release(task=task, item_id=lease.item_id, annotator=annotator)

    with pytest.raises(Conflict) as refused:
        claims.take_over(task=task, annotator=annotator, item_id=lease.item_id)

    assert refused.value.code == "lease_ended"
