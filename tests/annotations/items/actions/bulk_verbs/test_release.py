"""Release as a bulk verb: holds end, come back to those who held them, and lose against a hold taken since."""

import pytest

from annotations.items.actions import bulk_operations
from annotations.models import Assignment
from annotations.queue.actions import claims, leases
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, slots_add_up, undo


@pytest.fixture
def task(acme):
    return make_wide_task(acme, rows=3, required=1)


def test_holds_end_and_come_back(task, alice, bob):
    first, second, _third = items_of(task)
    person = factories.make_annotator(alice)
    factories.make_lease(first, person)
    leases.assign(task=task, item_id=second.pk, annotator=person, note="Yours", by=bob.user)

    operation = do(task, "release", by=bob)
    released = sorted(Assignment.objects.values_list("item", "state"))
    undo(operation, by=bob)

    assert released == [(first.pk, "released"), (second.pk, "released")]
    assert sorted(Assignment.objects.values_list("item", "state")) == [(first.pk, "returned"), (second.pk, "returned")]
    assert Assignment.objects.get(item=second).reason == "Yours"
    assert operation.n_items == 2 and operation.details["left_out"] == {"nobody_holds": 1}
    assert claims.claim(task=task, annotator=person).item_id == first.pk
    assert slots_add_up()


def test_undo_leaves_alone_what_somebody_else_took(acme, alice, rita, bob):
    task = make_wide_task(acme, rows=1, required=1)
    lease = claims.claim(task=task, annotator=factories.make_annotator(alice))
    operation = do(task, "release", by=bob)
    taken = claims.claim(task=task, annotator=factories.make_annotator(rita))

    undo(operation, by=bob)

    outcome = bulk_operations.outcome(operation=operation)
    assert lease.item_id == taken.item_id
    assert (outcome.state, outcome.undone, outcome.kept) == ("undone", 0, [("changed_since", 1)])
    assert sorted(Assignment.objects.values_list("annotator__name", "state")) == [
        ("Alice", "released"),
        ("Rita", "leased"),
    ]
    assert slots_add_up()
