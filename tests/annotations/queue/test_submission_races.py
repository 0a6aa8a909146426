"""Races around the places of an item, on real connections."""

import threading
import uuid

import pytest
from django.db import connection, transaction
from django.utils import timezone

from annotations.models import Annotation, Assignment, SchemaVersion, TaskItem
from annotations.queue.actions import claims, machine_answers, submissions
from annotations.queue.actions.submissions import Submission
from evalhub.lib.errors import Conflict
from tests import factories
from tests.live import until

pytestmark = pytest.mark.django_db(transaction=True)


def hand_in(task, item_id, annotator, token=None, key=None):
    submission = Submission(answers={"verdict": "correct"}, lease_token=token, submission_id=key)
    return submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)


def test_same_submission_in_parallel_is_stored_once(acme, alice, together):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    annotator, key = factories.make_annotator(alice), uuid.uuid4()
    lease = claims.claim(task=task, annotator=annotator)

    results = together(*[lambda: hand_in(task, lease.item_id, annotator, lease.token, key)] * 4)

    assert len({stored.annotation.pk for stored in results}) == 1
    assert Annotation.objects.count() == 1
    assert [stored.replayed for stored in results].count(False) == 1


def test_last_place_is_taken_once(acme, together):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    item = task.items.get()
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(8)]

    results = together(*[lambda a=a: hand_in(task, item.pk, a) for a in people])

    assert Annotation.objects.count() == 2
    assert {error.code for error in results if isinstance(error, Conflict)} == {"slot_taken"}
    assert TaskItem.objects.get().open_slots == 0


def test_nobody_takes_more_items_at_once_than_the_cap(acme, alice, together):
    version = factories.make_version(factories.make_dataset(acme), rows=12)
    task = factories.make_task(version, required=1, max_items_per_person=3)
    annotator = factories.make_annotator(alice)
    items = list(task.items.order_by("position"))

    together(
        *[lambda item=item: hand_in(task, item.pk, annotator) for item in items[:6]],
        *[lambda: claims.claim(task=task, annotator=annotator)] * 3,
        *[lambda: claims.prefetch(task=task, annotator=annotator)] * 3,
    )

    assert Assignment.objects.filter(state__in=["leased", "prefetched", "submitted"]).count() == 3


def test_next_item_does_not_wait_for_answers_of_machines(acme, alice):
    """Nor is it missed: nobody is told that all is done because a group of answers is being written."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3))
    SchemaVersion.objects.filter(task=task).update(frozen_at=timezone.now())
    machine, written, release = factories.make_llm_annotator(acme), threading.Event(), threading.Event()
    given = [
        machine_answers.Answer(
            item_id=pk,
            task=task,
            annotator=machine,
            submission=Submission(answers={"verdict": "correct"}, origin="llm", submission_id=uuid.uuid4()),
        )
        for pk in task.items.order_by("pk").values_list("pk", flat=True)
    ]

    def write():
        with transaction.atomic():
            machine_answers.submit_many(given)
            written.set()
            assert release.wait(30)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert written.wait(30)
    found = claims.claim(task=task, annotator=factories.make_annotator(alice))
    release.set()
    writer.join()

    assert found.item_id in {each.item_id for each in given}
    assert Annotation.objects.count() == 3


def test_queue_is_not_empty_while_somebody_writes_to_the_last_item(acme, alice):
    """With two answers wanted, one person's submission of the last item does not hide it from the other."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    item, written, release, found = task.items.get(), threading.Event(), threading.Event(), []
    other, annotator = factories.make_annotator(factories.make_member(acme, "ann")), factories.make_annotator(alice)

    def write():
        with transaction.atomic():
            hand_in(task, item.pk, other)
            written.set()
            assert release.wait(30)
        connection.close()

    def claim():
        found.append(claims.claim(task=task, annotator=annotator))
        connection.close()

    writer, claimer = threading.Thread(target=write), threading.Thread(target=claim)
    writer.start()
    assert written.wait(30)
    claimer.start()
    until(lambda: found or somebody_waits_for_a_lock(), "a claim that waits")
    release.set()
    for thread in (writer, claimer):
        thread.join()

    assert found[0].item_id == item.pk
    item.refresh_from_db()
    assert item.open_slots == 0


def somebody_waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]
