"""Set priority as a bulk verb: these items come first, and go back to their own priority."""

import pytest

from annotations.items.actions.bulk_verbs import registry
from annotations.queue.actions import claims
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.annotations.bulk_world import do, items_of, make_wide_task, undo
from tests.undoing import undone


def test_items_of_a_higher_priority_come_first_and_only_small_whole_numbers_are_priorities(acme, alice, bob):
    task = make_wide_task(acme)
    items = items_of(task)
    operation = do(task, "prioritize", by=bob, items=items[2:], priority=5)
    do(task, "prioritize", by=bob, items=items[3:], priority=9)
    first = claims.claim(task=task, annotator=factories.make_annotator(alice))
    undo(operation, by=bob)
    assert first.item_id == items[3].pk
    assert [item.priority for item in items_of(task)] == [0, 0, 0, 9]

    cases = ["", "x", "101", "-101", "1.5", "٣", "9" * 30, "--1"]
    for text in cases:
        with undone():
            with pytest.raises(InvalidInput) as raised:
                registry["prioritize"].clean(task=make_wide_task(acme), given={"priority": text})
            assert "priority" in raised.value.details["fields"]
