"""Open again as a bulk verb: withdrawn items are open, and undo spares those that somebody has begun."""

from annotations.items.actions import bulk_operations
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, slots_add_up, undo


def test_withdrawn_items_are_open_again_until_that_is_undone(acme, alice, bob):
    task = make_wide_task(acme, rows=3, required=1)
    items = items_of(task)
    do(task, "withdraw", by=bob, items=items[:2], reason="Twice")

    operation = do(task, "reopen", by=bob)
    factories.make_lease(items[0], factories.make_annotator(alice))
    undo(operation, by=bob)

    assert (operation.n_items, operation.details["left_out"]) == (2, {"not_closed": 1})
    assert [item.closed_reason for item in items_of(task)] == ["", "Twice", ""]
    assert bulk_operations.outcome(operation=operation).kept == [("changed_since", 1)]
    assert slots_add_up()
