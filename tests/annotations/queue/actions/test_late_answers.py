"""Late answers: kept with all they came with, counted by a manager only, and logged."""

import datetime
import uuid

import pytest
from django.utils import timezone

from annotations.models import Annotation, AnnotationEvent, Assignment, Draft, TaskItem
from annotations.queue.actions import claims, late_answers, leases, submissions
from annotations.queue.actions.justifications import AnswerNote
from evalhub.accounts.models import AuditEvent
from evalhub.invariants import broken
from evalhub.lib.errors import Conflict
from tests import factories

KEY = uuid.UUID(int=7)


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=1)


@pytest.fixture
def late_row(task, annotator, acme):
    """Alice's answer, which came when another had taken the only place."""
    lease = claims.claim(task=task, annotator=annotator)
    Assignment.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    leases.LEASES.round()
    hand_in(task, lease.item_id, factories.make_annotator(factories.make_member(acme)), "correct")
    with pytest.raises(Conflict):
        hand_in(task, lease.item_id, annotator, "wrong", **came_with(lease))
    return late_answers.waiting(task=task).get()


def came_with(lease):
    notes = {"verdict": AnswerNote(justification="It says 1.", confidence=0.5, quotes=("It is 0.",))}
    return {"lease_token": lease.token, "submission_id": KEY, "notes": notes, "time_spent_seconds": 9.0}


def hand_in(task, item_id, annotator, value, **fields):
    submission = submissions.Submission(answers={"verdict": value}, **fields)
    return submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)


def test_late_answer_counts_beyond_what_the_task_requires_when_a_manager_says_so_and_counting_twice_counts_once(
    task, annotator, late_row, bob
):
    annotation = late_answers.count_in(assignment=late_row, by=bob)
    judgement = annotation.judgements.get()
    assert (judgement.value, judgement.justification, judgement.confidence) == ("wrong", "It says 1.", 0.5)
    assert judgement.evidence.get().match == "exact"
    assert (annotation.submission_id, annotation.time_spent_seconds) == (KEY, 9.0)
    assert Annotation.objects.current().count() == 2
    assert set(AnnotationEvent.objects.values_list("verb", flat=True)) >= {"late", "late_counted", "place_added"}
    told = AuditEvent.objects.get(verb="late.counted")
    assert (told.actor, told.object_id) == (bob.user, str(annotation.item_id))
    assert broken() == []

    first, second = (late_answers.count_in(assignment=late_row, by=bob) for _ in range(2))
    assert first == second
    assert Annotation.objects.count() == 2
    assert not late_answers.waiting(task=task).exists()


def test_counted_answer_is_found_by_a_page_that_repeats_it(task, annotator, late_row, bob):
    annotation = late_answers.count_in(assignment=late_row, by=bob)
    lease = claims.lease_of(late_row)

    again = hand_in(task, late_row.item_id, annotator, "wrong", **came_with(lease))

    assert again.replayed and again.annotation == annotation


def test_free_place_is_taken_before_one_is_added(task, late_row, bob):
    leases.extra_annotator(task=task, item_id=late_row.item_id, by=bob)

    late_answers.count_in(assignment=late_row, by=bob)

    assert TaskItem.objects.get().open_slots == 0
    assert AnnotationEvent.objects.filter(verb="place_added").count() == 1
    assert broken() == []


def test_dismissed_answer_stays_a_draft_and_can_be_counted_no_more(task, late_row, bob):
    for _ in range(2):
        late_answers.dismiss(assignment=late_row, by=bob)

    with pytest.raises(Conflict) as refused:
        late_answers.count_in(assignment=late_row, by=bob)
    assert refused.value.code == "not_late"
    assert Draft.objects.get().answers["verdict"] == "wrong"
    assert AnnotationEvent.objects.filter(verb="late_dismissed").count() == 1


@pytest.mark.django_db(transaction=True)
def test_count_in_by_4_managers_at_once_counts_once(task, late_row, bob, together):
    results = together(*[lambda: late_answers.count_in(assignment=late_row, by=bob)] * 4)

    assert len({annotation.pk for annotation in results}) == 1
    assert Annotation.objects.count() == 2
    assert broken() == []
