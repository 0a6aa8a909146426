"""Places that nobody asked for: answers given back, items assigned, released or taken again, and the next item kept
ready, which is one place for five minutes.
"""

import datetime

import pytest
from django.utils import timezone

from annotations.models import (
    Annotation,
    AnnotationEvent,
    AnnotationTask,
    Assignment,
    Cursor,
    Draft,
    GroundTruth,
    SchemaVersion,
    TaskItem,
)
from annotations.queue.actions import claims, leases, submissions
from annotations.queue.actions.justifications import AnswerNote
from evalhub.accounts.models import AuditEvent
from evalhub.invariants import broken
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
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
def answered(task, annotator):
    """The lease of an item that alice has answered."""
    lease = claims.claim(task=task, annotator=annotator)
    submit(task, lease, annotator, notes={"verdict": AnswerNote(justification="It says so.")})
    return lease


def submit(task, lease, annotator, value="wrong", **fields):
    submission = submissions.Submission(answers={"verdict": value}, **fields)
    return submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)


def give_back(task, lease, annotator, bob, note="Look again."):
    return leases.give_back(task=task, item_id=lease.item_id, annotator=annotator, note=note, by=bob)


def slots(item_id):
    return TaskItem.objects.get(pk=item_id).open_slots


def code_of(call, **arguments):
    with pytest.raises(Conflict) as refused:
        call(**arguments)
    return refused.value.code


def test_returned_answer_is_a_draft_at_the_top_of_the_queue(task, annotator, answered, bob):
    claims.prefetch(task=task, annotator=annotator)

    for _ in range(2):
        give_back(task, answered, annotator, bob)
    again = claims.claim(task=task, annotator=annotator)

    assert (again.item_id, again.note) == (answered.item_id, "Look again.")
    assert Draft.objects.get(assignment=answered.assignment_id).answers == {
        "verdict": "wrong",
        "_remarks": {"verdict": {"justification": "It says so."}},
    }
    assert slots(answered.item_id) == 0 and not Annotation.objects.current().exists()
    assert AnnotationEvent.objects.filter(verb="returned").count() == 1
    assert AuditEvent.objects.get(verb="item.returned").actor == bob.user


def test_returned_item_waits_behind_the_one_in_hand(task, annotator, answered, bob):
    held = claims.claim(task=task, annotator=annotator)

    give_back(task, answered, annotator, bob)

    assert claims.claim(task=task, annotator=annotator) == held
    submit(task, held, annotator, lease_token=held.token)
    assert claims.claim(task=task, annotator=annotator).item_id == answered.item_id


def test_returned_answer_counts_again_when_submitted(task, annotator, answered, bob):
    give_back(task, answered, annotator, bob)
    again = claims.claim(task=task, annotator=annotator)

    stored = submit(task, again, annotator, "correct", lease_token=again.token)

    assert Annotation.objects.current().get() == stored.annotation
    assert broken() == []


def test_what_was_never_answered_or_is_adjudicated_is_not_given_back(task, annotator, answered, bob):
    other = task.items.exclude(pk=answered.item_id).first()
    question = task.schema_version.questions.get()
    GroundTruth.objects.create(item_id=answered.item_id, question=question, value="wrong", source="adjudicated")

    adjudicated = code_of(give_back, task=task, lease=answered, annotator=annotator, bob=bob)
    unanswered = code_of(leases.give_back, task=task, item_id=other.pk, annotator=annotator, by=bob)

    assert (adjudicated, unanswered) == ("already_adjudicated", "not_answered")
    assert Annotation.objects.current().count() == 1


def test_item_in_hand_that_was_returned_stays_pinned_when_laid_aside(task, annotator, answered, bob):
    held = claims.claim(task=task, annotator=annotator)
    submit(task, held, annotator, lease_token=held.token)
    give_back(task, answered, annotator, bob)
    claims.claim(task=task, annotator=annotator)

    leases.undo(task=task, annotator=annotator)

    assert Assignment.objects.get(item_id=answered.item_id).state == "returned"
    assert slots(answered.item_id) == 0


def test_assigned_item_comes_first_and_takes_a_place(task, annotator, bob):
    last = task.items.last()

    for _ in range(2):
        leases.assign(task=task, item_id=last.pk, annotator=annotator, by=bob)

    assert slots(last.pk) == 0
    assert claims.claim(task=task, annotator=annotator).item_id == last.pk
    assert AuditEvent.objects.filter(verb="item.assigned").count() == 1


def test_full_and_answered_items_are_not_assigned(task, annotator, answered, bob, acme):
    other = factories.make_annotator(factories.make_member(acme))

    full = code_of(leases.assign, task=task, item_id=answered.item_id, annotator=other, by=bob)
    own = code_of(leases.assign, task=task, item_id=answered.item_id, annotator=annotator, by=bob)

    assert (full, own) == ("slot_taken", "already_answered")


def test_work_is_assigned_to_people_of_the_organization_only(task, acme, mallory, bob):
    for nobody in (factories.make_annotator(mallory), factories.make_llm_annotator(acme)):
        with pytest.raises(InvalidInput):
            leases.assign(task=task, item_id=task.items.first().pk, annotator=nobody, by=bob)

    assert not Assignment.objects.exists()


def test_one_more_annotator_opens_one_place_however_often_it_is_asked(task, answered, bob):
    for _ in range(2):
        item = leases.extra_annotator(task=task, item_id=answered.item_id, by=bob)

    assert item.open_slots == 1
    assert AnnotationEvent.objects.filter(verb="place_added").count() == 1
    assert broken() == []


def test_manager_releases_a_held_item_once(task, annotator, bob):
    for count, state in enumerate(("leased", "prefetched", "returned"), start=1):
        held = factories.make_lease(task.items.all()[count - 1], annotator, state=state)

        first, second = (leases.release_held(assignment=held, by=bob) for _ in range(2))

        assert (first, second, slots(held.item_id)) == (True, False, 1), state
        assert AuditEvent.objects.filter(verb="lease.released").count() == count


def test_own_answer_is_opened_to_be_revised(task, annotator, answered):
    held = claims.claim(task=task, annotator=annotator)

    opened = leases.reopen(task=task, item_id=answered.item_id, annotator=annotator)
    revised = submit(task, opened, annotator, "correct", revises=opened.revises)

    assert (opened.revises, opened.answers["verdict"]) == (1, "wrong")
    assert revised.annotation.revision == 2
    assert claims.open_lease(task=task, annotator=annotator) == held


def test_skipped_item_is_taken_again_and_the_one_in_hand_comes_next(task, annotator):
    skipped = claims.claim(task=task, annotator=annotator)
    leases.skip(task=task, item_id=skipped.item_id, annotator=annotator, reason="unsure")
    held = claims.claim(task=task, annotator=annotator)

    opened = leases.reopen(task=task, item_id=skipped.item_id, annotator=annotator)

    assert (opened.item_id, opened.revises, opened.note) == (skipped.item_id, None, "")
    assert (slots(skipped.item_id), slots(held.item_id)) == (0, 1)
    submit(task, opened, annotator, lease_token=opened.token)
    assert claims.claim(task=task, annotator=annotator).item_id == held.item_id


def test_skipped_item_that_others_filled_is_not_taken_again(task, annotator):
    skipped = claims.claim(task=task, annotator=annotator)
    leases.skip(task=task, item_id=skipped.item_id, annotator=annotator)
    TaskItem.objects.filter(pk=skipped.item_id).update(open_slots=0)

    assert code_of(leases.reopen, task=task, item_id=skipped.item_id, annotator=annotator) == "slot_taken"


def test_items_of_others_are_not_reopened(task, annotator, answered, acme):
    other = factories.make_annotator(factories.make_member(acme))

    with pytest.raises(NotFound):
        leases.reopen(task=task, item_id=answered.item_id, annotator=other)


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
    submit(task, lease, annotator, lease_token=lease.token)

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

    submit(task, ready, annotator, lease_token=ready.token)

    assert slots(ready.item_id) == 0
    assert Assignment.objects.get(pk=ready.assignment_id).state == "submitted"


def test_reaper_ends_prefetches_that_ran_out(task, annotator):
    ready = claims.prefetch(task=task, annotator=annotator)
    Assignment.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))

    leases.LEASES.round()

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

    stored = submit(task, taken, annotator, lease_token=taken.token)

    assert stored.next_item_id == claims.peek(annotator=annotator, after=stored.item) == task.items.get(position=1).pk


def test_take_over_leaves_one_page_that_may_submit(task, annotator):
    first = claims.claim(task=task, annotator=annotator)

    second = claims.take_over(task=task, annotator=annotator, item_id=first.item_id)

    with pytest.raises(Conflict) as refused:
        submit(task, first, annotator, lease_token=first.token)
    assert refused.value.code == "lease_taken_over"
    assert submit(task, second, annotator, lease_token=second.token).annotation.pk


def test_lease_that_ended_cannot_be_taken_over(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    leases.release(task=task, item_id=lease.item_id, annotator=annotator)

    with pytest.raises(Conflict) as refused:
        claims.take_over(task=task, annotator=annotator, item_id=lease.item_id)

    assert refused.value.code == "lease_ended"
