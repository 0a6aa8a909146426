"""Withdraw as a bulk verb: nobody is handed the item any more, what comes in is late, and undo opens it again."""

import uuid

import pytest

from annotations.items.actions import bulk_operations
from annotations.models import Assignment
from annotations.queue.actions import claims, submissions
from evalhub.lib.errors import Conflict
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, slots_add_up, undo


@pytest.fixture
def task(acme):
    return make_wide_task(acme, rows=1, required=1)


def submission_of(lease):
    return submissions.Submission(
        answers={"verdict": "correct"}, lease_token=lease.token, submission_id=uuid.uuid4(), origin="ui"
    )


def test_what_is_typed_into_a_withdrawn_item_is_kept_as_late(task, alice, rita, bob):
    person = factories.make_annotator(alice)
    lease = claims.claim(task=task, annotator=person)

    operation = do(task, "withdraw", by=bob, reason="Wrong source")

    item = items_of(task)[0]
    assert (item.closed_reason, item.open_slots) == ("Wrong source", 1)
    assert claims.claim(task=task, annotator=factories.make_annotator(rita)).reason == "all_done"
    with pytest.raises(Conflict, match="kept as late"):
        submissions.submit(item_id=item.pk, task=task, annotator=person, submission=submission_of(lease))
    undo(operation, by=bob)
    assert items_of(task)[0].closed_reason == "" and Assignment.objects.get().state == "late"
    assert slots_add_up()


def test_undo_gives_items_back_and_leaves_other_reasons_alone(acme, alice, bob):
    task = make_wide_task(acme, rows=2, required=1)
    held, other = items_of(task)
    factories.make_lease(held, factories.make_annotator(alice))
    operation = do(task, "withdraw", by=bob, reason="Wrong source")
    do(task, "reopen", by=bob, items=[other])
    do(task, "withdraw", by=bob, items=[other], reason="Another")

    undo(operation, by=bob)

    assert [item.closed_reason for item in items_of(task)] == ["", "Another"]
    assert Assignment.objects.get(item=held).state == "returned"
    assert bulk_operations.outcome(operation=operation).kept == [("changed_since", 1)]
    assert slots_add_up()
