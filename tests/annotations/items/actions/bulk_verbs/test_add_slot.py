"""Open one more place as a bulk verb: full items take one more person, and that stays."""

import pytest

from annotations.items.actions import bulk_operations
from annotations.queue.actions import claims
from evalhub.lib.errors import Conflict
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, slots_add_up, undo


def test_a_full_item_takes_one_more_person(acme, alice, rita, vera, bob):
    task = make_wide_task(acme, rows=2, required=1)
    full, free = items_of(task)
    factories.make_lease(full, factories.make_annotator(alice))

    operation = do(task, "add_place", by=bob)

    assert (operation.n_items, operation.details["left_out"]) == (1, {"place_free": 1})
    assert [item.open_slots for item in items_of(task)] == [1, 1]
    found = {claims.claim(task=task, annotator=factories.make_annotator(member)).item_id for member in (rita, vera)}
    assert full.pk in found and free.pk in found
    assert slots_add_up()
    with pytest.raises(Conflict, match="cannot be undone"):
        undo(operation, by=bob)
    assert bulk_operations.outcome(operation=operation).state == "done"
