"""Ending a lease without an answer, and taking the last step back."""

import datetime

import pytest
from django.utils import timezone

from annotations.models import Annotation, AnnotationEvent, Assignment, Draft, GroundTruth, TaskItem
from annotations.queue.actions import claims, leases, submissions
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from tests import factories


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=1)


def submit(task, lease, annotator, value="wrong"):
    submission = submissions.Submission(answers={"verdict": value}, lease_token=lease.token)
    return submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)


def slots(item_id):
    return TaskItem.objects.get(pk=item_id).open_slots


def test_skip_frees_the_place_and_the_item_stays_away(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)

    leases.skip(task=task, item_id=lease.item_id, annotator=annotator, reason=" unclear ")

    assert slots(lease.item_id) == 1
    assert Assignment.objects.get(pk=lease.assignment_id).reason == "unclear"
    assert claims.claim(task=task, annotator=annotator).item_id != lease.item_id


def test_skip_twice_frees_one_place(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)

    for _ in range(2):
        leases.skip(task=task, item_id=lease.item_id, annotator=annotator)

    assert slots(lease.item_id) == 1


def test_flag_needs_a_reason_and_is_noted(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)

    with pytest.raises(InvalidInput):
        leases.skip(task=task, item_id=lease.item_id, annotator=annotator, flag=True, reason="  ")
    leases.skip(task=task, item_id=lease.item_id, annotator=annotator, flag=True, reason="two questions in one")

    assert AnnotationEvent.objects.get(verb="flagged").details == {"reason": "two questions in one"}


def test_task_can_forbid_skips_and_flags(task, annotator):
    task.allow_skip = task.allow_flag = False
    item_id = task.items.first().pk

    for flag in (False, True):
        with pytest.raises(Conflict):
            leases.skip(task=task, item_id=item_id, annotator=annotator, flag=flag, reason="x")


def test_release_gives_the_place_back_and_keeps_the_draft(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    Draft.objects.create(assignment_id=lease.assignment_id, answers={"verdict": "wrong"})

    leases.release(task=task, item_id=lease.item_id, annotator=annotator)

    assert slots(lease.item_id) == 1
    assert Draft.objects.get().assignment_id == lease.assignment_id


def test_expire_takes_back_only_what_ran_out(task, annotator, acme):
    first, second, _ = task.items.all()
    factories.make_lease(first, annotator, seconds=-5)
    live = factories.make_lease(second, factories.make_annotator(factories.make_member(acme)))

    count = leases.LEASES.round().done

    assert count == 1
    assert slots(first.pk) == 1 and slots(second.pk) == 0
    assert Assignment.objects.holding().get() == live


def test_expire_leaves_a_live_lease_beside_one_that_ran_out(acme, annotator, rita):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    item = task.items.get()
    factories.make_lease(item, annotator, seconds=-60)
    live = factories.make_lease(item, factories.make_annotator(rita))

    assert leases.LEASES.round().done == 1

    live.refresh_from_db()
    item.refresh_from_db()
    assert (live.state, item.open_slots) == ("leased", 1)


def test_undo_brings_the_answer_back_as_a_draft(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    submit(task, lease, annotator)

    item_id = leases.undo(task=task, annotator=annotator)

    again = claims.open_lease(task=task, annotator=annotator)
    assert item_id == again.item_id == lease.item_id
    assert again.token != lease.token
    assert Draft.objects.get().answers == {"verdict": "wrong"}
    assert not Annotation.objects.current().exists() and Annotation.objects.count() == 1
    assert slots(item_id) == 0


def test_undo_of_a_skip_takes_the_place_again(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    leases.skip(task=task, item_id=lease.item_id, annotator=annotator)

    leases.undo(task=task, annotator=annotator)

    assert slots(lease.item_id) == 0


def test_undo_of_a_skip_whose_place_is_gone_is_refused_and_changes_nothing(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    leases.skip(task=task, item_id=lease.item_id, annotator=annotator)
    TaskItem.objects.filter(pk=lease.item_id).update(open_slots=0)
    held = claims.claim(task=task, annotator=annotator)

    with pytest.raises(Conflict):
        leases.undo(task=task, annotator=annotator)

    assert claims.open_lease(task=task, annotator=annotator) == held


def test_undo_lets_the_item_in_hand_come_next_again(task, annotator):
    first = claims.claim(task=task, annotator=annotator)
    submit(task, first, annotator)
    second = claims.claim(task=task, annotator=annotator)

    leases.undo(task=task, annotator=annotator)
    submit(task, claims.open_lease(task=task, annotator=annotator), annotator, "correct")

    assert slots(second.item_id) == 1
    assert claims.claim(task=task, annotator=annotator).item_id == second.item_id


def test_undo_window_closes_after_ten_minutes(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    submit(task, lease, annotator)
    Assignment.objects.update(ended_at=timezone.now() - datetime.timedelta(minutes=11))

    with pytest.raises(NotFound):
        leases.undo(task=task, annotator=annotator)


def test_adjudicated_answer_stays(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    submit(task, lease, annotator)
    question = task.schema_version.questions.get()
    GroundTruth.objects.create(
        item_id=lease.item_id, question=question, version=1, value="wrong", source="adjudicated", is_current=True
    )

    with pytest.raises(Conflict) as refused:
        leases.undo(task=task, annotator=annotator)

    assert refused.value.code == "already_adjudicated"
    assert Annotation.objects.current().count() == 1
