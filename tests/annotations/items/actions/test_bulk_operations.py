"""Bulk operations: previews that tell the truth, parts that survive, races with people at work, undo once."""

import uuid

import pytest
from django.db import OperationalError, connection

from annotations.items.actions import bulk_operations
from annotations.items.actions.bulk_verbs import registry
from annotations.items.tasks import bulk_due, bulk_run
from annotations.models import Annotation, AnnotationEvent, BulkOperation, TaskItem
from annotations.queue.actions import claims, submissions
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, run, slots_add_up, undo
from tests.statements import at_most


@pytest.fixture
def task(acme):
    return make_wide_task(acme)


def start(task, key, options, by, expected=4):
    found = TaskItem.objects.filter(task=task)
    return bulk_operations.start(task=task, key=key, options=options, items=found, expected=expected, by=by.user)


def test_preview_counts_each_item_once_and_changes_nothing(task, bob):
    items = items_of(task)
    do(task, "withdraw", by=bob, items=items[:3], reason="Twice")

    with at_most(2):
        seen = bulk_operations.preview(
            task=task, verb=registry["withdraw"], options={"reason": "x"}, items=TaskItem.objects.filter(task=task)
        )

    assert (seen.total, seen.able) == (4, 1)
    assert [(reason.code, reason.words, n) for reason, n in seen.reasons] == [("item_closed", "Withdrawn", 3)]
    assert [(item.pk, item.words) for item in seen.sample] == [(item.pk, "Withdrawn") for item in items[:3]]
    assert [item.closed_reason for item in items_of(task)] == ["Twice"] * 3 + [""]


def test_nothing_is_done_when_the_list_has_changed(task, bob):
    for expected in (3, 5):
        with pytest.raises(Conflict, match="4 items can be changed now"):
            start(task, "prioritize", {"priority": 1}, bob, expected=expected)

    assert not BulkOperation.objects.exists()


def test_many_items_are_done_in_parts_and_told_as_a_whole(acme, bob, monkeypatch):
    monkeypatch.setattr(bulk_operations, "PART", 2)
    task = make_wide_task(acme, rows=5)

    operation = do(task, "prioritize", by=bob, priority=3)
    done = bulk_operations.outcome(operation=operation)
    undo(operation, by=bob)
    undone = bulk_operations.outcome(operation=operation)

    assert (done.state, done.parts, done.parts_done, done.changed, done.total) == ("done", 3, 3, 5, 5)
    assert (undone.state, undone.undone) == ("undone", 5) and operation.undone_at is not None
    assert {item.priority for item in items_of(task)} == {0}
    assert AnnotationEvent.objects.filter(verb="priority_set").count() == 10
    audited = list(AuditEvent.objects.filter(verb__startswith="bulk.").order_by("pk").values_list("verb", flat=True))
    assert audited == ["bulk.started", "bulk.undone"]


def test_what_a_worker_left_is_taken_up_by_the_sweep(transactional_db, task, bob, monkeypatch):
    monkeypatch.setattr(bulk_operations, "PART", 1)
    monkeypatch.setattr(bulk_operations, "PARTS_A_MESSAGE", 2)
    monkeypatch.setattr(bulk_run, "delay", bulk_run)
    operation = start(task, "prioritize", {"priority": 1}, bob)
    bulk_operations.run(operation=operation, most=1)

    bulk_due()
    bulk_due()

    operation.refresh_from_db()
    assert (operation.details["state"], operation.n_items) == ("done", 4)
    assert [item.priority for item in items_of(task)] == [1] * 4
    assert not bulk_operations.waiting().exists()


def test_a_part_that_fails_changes_nothing_and_is_tried_again(task, bob, monkeypatch):
    verb, third = registry["prioritize"], items_of(task)[2]
    plain = type(verb).apply

    def fail(self, *, item, options, by):
        if item.pk == third.pk:
            raise OperationalError("The server went away.")
        return plain(self, item=item, options=options, by=by)

    operation = start(task, "prioritize", {"priority": 1}, bob)
    monkeypatch.setattr(type(verb), "apply", fail)
    with pytest.raises(OperationalError):
        bulk_operations.run(operation=operation)
    halfway = [item.priority for item in items_of(task)]
    monkeypatch.setattr(type(verb), "apply", plain)
    run(operation)

    assert halfway == [0] * 4
    assert [item.priority for item in items_of(task)] == [1] * 4


def test_an_item_whose_change_raises_is_left_and_the_others_are_done(task, bob, monkeypatch):
    verb, third = registry["prioritize"], items_of(task)[2]
    plain = type(verb).apply
    operation = start(task, "prioritize", {"priority": 1}, bob)
    monkeypatch.setattr(
        type(verb), "apply", lambda self, *, item, **words: plain(self, item=item, **words) if item != third else 1 / 0
    )

    run(operation)

    assert [item.priority for item in items_of(task)] == [1, 1, 0, 1]
    assert bulk_operations.outcome(operation=operation).refused == [("work_failed", 1)]


def test_items_that_change_between_preview_and_lock_are_left_and_told_and_undo_waits_for_the_end_and_happens_once(
    task, bob
):
    operation = start(task, "withdraw", {"reason": "Twice"}, bob)
    TaskItem.objects.filter(pk=items_of(task)[1].pk).update(closed_reason="Other")
    run(operation)
    outcome = bulk_operations.outcome(operation=operation)
    assert (outcome.changed, outcome.refused) == (3, [("item_closed", 1)])
    assert bulk_operations.left_alone(operation=operation) == [(items_of(task)[1], "item_closed")]

    operation = start(task, "prioritize", {"priority": 1}, bob)
    with pytest.raises(Conflict, match="still running"):
        bulk_operations.undo(operation=operation, by=bob.user)
    run(operation)
    undo(operation, by=bob)
    do(task, "prioritize", by=bob, priority=1)
    undo(operation, by=bob)
    assert {item.priority for item in items_of(task)} == {1}


def test_bulk_release_against_submits(transactional_db, acme, alice, rita, bob, together):
    task = make_wide_task(acme, rows=2, required=1)
    people = [factories.make_annotator(member) for member in (alice, rita)]
    leases = [claims.claim(task=task, annotator=person) for person in people]
    operation = start(task, "release", {}, bob, expected=2)

    def submit(person, lease):
        answer = submissions.Submission(
            answers={"verdict": "correct"}, lease_token=lease.token, submission_id=uuid.uuid4(), origin="ui"
        )
        return submissions.submit(item_id=lease.item_id, task=task, annotator=person, submission=answer)

    results = together(
        lambda: bulk_operations.run(operation=operation),
        lambda: bulk_operations.run(operation=operation),
        *[lambda pair=pair: submit(*pair) for pair in zip(people, leases, strict=True)],
    )

    assert [result for result in results if isinstance(result, Exception)] == []
    operation.refresh_from_db()
    outcome = bulk_operations.outcome(operation=operation)
    assert Annotation.objects.count() == 2 and outcome.state == "done"
    assert outcome.changed + sum(n for _code, n in outcome.refused) == 2
    assert slots_add_up()


def test_two_undo_and_run_at_once_without_doing_anything_twice(transactional_db, task, bob, together, monkeypatch):
    monkeypatch.setattr(bulk_operations, "PART", 1)
    operation = do(task, "prioritize", by=bob, priority=2)

    def take_back():
        bulk_operations.undo(operation=operation, by=bob.user)
        return bulk_operations.run(operation=operation)

    results = together(take_back, take_back, lambda: bulk_operations.run(operation=operation))

    operation.refresh_from_db()
    assert results == [False] * 3
    assert operation.details["state"] == "undone" and {item.priority for item in items_of(task)} == {0}
    assert AnnotationEvent.objects.filter(verb="priority_set").count() == 8
    assert not connection.in_atomic_block
