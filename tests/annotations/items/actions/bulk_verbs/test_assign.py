"""Assign as a bulk verb: items come next for one person, who is told once, and go back while they are unopened."""

import pytest

from annotations.items.actions import bulk_operations
from annotations.items.actions.bulk_verbs import registry
from annotations.models import Assignment, Notification
from annotations.queue.actions import claims, leases
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, slots_add_up, undo


def test_items_come_next_for_the_person_and_unopened_ones_go_back(acme, alice, rita, bob):
    task = make_wide_task(acme, rows=5, required=1)
    items = items_of(task)
    person, other = factories.make_annotator(alice), factories.make_annotator(rita)
    factories.make_lease(items[0], other)
    leases.skip(task=task, item_id=items[1].pk, annotator=person)
    leases.assign(task=task, item_id=items[2].pk, annotator=person, by=bob.user)

    operation = do(task, "assign", by=bob, person=person.pk, note="Please")
    opened = claims.claim(task=task, annotator=person)
    second = claims.prefetch(task=task, annotator=person)
    undo(operation, by=bob)

    assert operation.details["left_out"] == {"slot_taken": 1, "already_held": 1}
    assert [pk for part in bulk_operations._parts(operation.pk) for pk, _before in part.before] == [
        items[1].pk,
        items[3].pk,
        items[4].pk,
    ]
    assert opened.item_id == items[1].pk and second is None
    assert bulk_operations.outcome(operation=operation).kept == [("changed_since", 1)]
    states = dict(Assignment.objects.filter(annotator=person).values_list("item__position", "state"))
    assert states == {1: "leased", 2: "returned", 3: "released", 4: "released"}
    told = Notification.objects.get(user=alice.user, verb="assigned")
    assert told.text == "Please And 2 more items."
    assert slots_add_up()


def test_a_skipped_item_is_skipped_again_after_undo(acme, alice, bob):
    task = make_wide_task(acme, rows=1)
    person = factories.make_annotator(alice)
    leases.skip(task=task, item_id=items_of(task)[0].pk, annotator=person, reason="Unclear")

    undo(do(task, "assign", by=bob, person=person.pk), by=bob)

    row = Assignment.objects.get()
    assert (row.state, row.reason) == ("skipped", "Unclear")
    assert slots_add_up()


def test_only_active_people_of_the_organization_take_items(acme, mallory, alice):
    task = make_wide_task(acme)
    paused = factories.make_annotator(alice)
    paused.status = "paused"
    paused.save(update_fields=["status"])

    for who in (factories.make_annotator(mallory).pk, factories.make_llm_annotator(acme).pk, paused.pk, "x", ""):
        with pytest.raises(InvalidInput):
            registry["assign"].clean(task=task, given={"person": str(who)})
