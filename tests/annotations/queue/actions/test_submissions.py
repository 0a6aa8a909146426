"""Storing a judgement: once, counted only within the places, and never lost."""

import uuid

import pytest
from django.utils import timezone

from annotations.models import Annotation, Assignment, Draft, TaskItem
from annotations.queue.actions import claims, submissions
from annotations.queue.actions.submissions import Submission
from evalhub.lib.errors import Conflict, Gone, InvalidInput, NotFound
from tests import factories


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), required=1)


def hand_in(task, item_id, annotator, value="correct", **fields):
    submission = Submission(answers={"verdict": value}, **fields)
    return submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)


def refusal(call, *arguments, **fields):
    with pytest.raises(Conflict) as refused:
        call(*arguments, **fields)
    return refused.value.code


def test_submitted_lease_becomes_one_annotation(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)

    stored = hand_in(task, lease.item_id, annotator, lease_token=lease.token, time_spent_seconds=4.5)

    assert stored.annotation.judgements.get().value == "correct"
    assert Assignment.objects.get().state == "submitted"
    assert TaskItem.objects.get(pk=lease.item_id).open_slots == 0


def test_same_submission_again_is_the_same_answer(task, annotator):
    item, key = task.items.first(), uuid.uuid4()

    first = hand_in(task, item.pk, annotator, submission_id=key)
    again = hand_in(task, item.pk, annotator, submission_id=key)

    assert again.annotation.pk == first.annotation.pk
    assert again.replayed and not first.replayed


def test_same_id_for_another_answer_is_refused(task, annotator):
    item, key = task.items.first(), uuid.uuid4()
    hand_in(task, item.pk, annotator, submission_id=key)

    assert refusal(hand_in, task, item.pk, annotator, "wrong", submission_id=key) == "idempotency_conflict"


def test_withdrawn_submission_is_gone(task, annotator):
    item, key = task.items.first(), uuid.uuid4()
    hand_in(task, item.pk, annotator, submission_id=key)
    Annotation.objects.update(withdrawn_at=timezone.now())

    with pytest.raises(Gone):
        hand_in(task, item.pk, annotator, submission_id=key)


def test_second_answer_needs_the_revision_and_lease_of_another_tab_is_not_submitted(task, annotator):
    item = task.items.first()
    hand_in(task, item.pk, annotator)
    code = refusal(hand_in, task, item.pk, annotator, "wrong")
    revised = hand_in(task, item.pk, annotator, "wrong", revises=1)
    assert code == "already_answered"
    assert revised.annotation.revision == 2
    assert Annotation.objects.current().count() == 1
    assert refusal(hand_in, task, item.pk, annotator, "partly", revises=1) == "stale_revision"

    lease = claims.claim(task=task, annotator=annotator)
    assert refusal(hand_in, task, lease.item_id, annotator, lease_token=uuid.uuid4()) == "lease_taken_over"


def test_run_out_lease_counts_while_a_place_is_free(task, annotator):
    lease = factories.make_lease(task.items.first(), annotator, state="expired", ended_at=timezone.now())
    TaskItem.objects.update(open_slots=1)

    hand_in(task, lease.item_id, annotator, lease_token=lease.token)

    assert Annotation.objects.count() == 1
    assert TaskItem.objects.get(pk=lease.item_id).open_slots == 0


def test_late_answer_is_kept_and_not_counted(task, annotator):
    item = task.items.first()
    lease = factories.make_lease(item, annotator, state="expired", ended_at=timezone.now())
    TaskItem.objects.filter(pk=item.pk).update(open_slots=0)

    code = refusal(hand_in, task, item.pk, annotator, "wrong", lease_token=lease.token)

    lease.refresh_from_db()
    assert (code, lease.state) == ("slot_taken", "late")
    assert Draft.objects.get(assignment=lease).answers["verdict"] == "wrong"
    assert not Annotation.objects.exists()


def test_paused_task_takes_held_items_only_and_foreign_and_unknown_items_do_not_exist(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    task.status = "PAUSED"
    task.save(update_fields=["status"])
    other = task.items.exclude(pk=lease.item_id).get()
    hand_in(task, lease.item_id, annotator)
    assert refusal(hand_in, task, other.pk, annotator) == "not_active"

    foreign = factories.make_task().items.first()
    for item_id in (foreign.pk, "x", 2**70):
        with pytest.raises(NotFound):
            hand_in(task, item_id, annotator)


@pytest.mark.parametrize("answers", [{}, {"verdict": "maybe"}, {"verdict": "correct", "other": 1}, {"verdict": None}])
def test_wrong_answers_name_the_question(task, annotator, answers):
    with pytest.raises(InvalidInput) as refused:
        submissions.submit(
            item_id=task.items.first().pk, task=task, annotator=annotator, submission=Submission(answers=answers)
        )

    assert refused.value.details["fields"]
    assert not Annotation.objects.exists()


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 10**9])
def test_time_is_finite_and_bounded(task, annotator, seconds):
    with pytest.raises(InvalidInput):
        hand_in(task, task.items.first().pk, annotator, time_spent_seconds=seconds)


def test_machine_takes_no_place(acme, task):
    item = task.items.first()

    hand_in(task, item.pk, factories.make_llm_annotator(acme), origin="llm")

    assert TaskItem.objects.get(pk=item.pk).open_slots == 1
