"""Items that are closed: nobody is given one, and nobody takes a place of one."""

import pytest

from annotations.models import Cursor, TaskItem
from annotations.queue.actions import claims, submissions
from evalhub.lib.errors import Conflict
from tests import factories


@pytest.fixture
def items(acme):
    """Three items in order, the second of them closed."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3))
    first, second, third = task.items.order_by("position")
    TaskItem.objects.filter(pk=second.pk).update(closed_reason="withdrawn")
    return first, second, third


def test_claim_passes_over_a_closed_item_among_open_ones(items, alice):
    first, _, third = items
    annotator = factories.make_annotator(alice)
    Cursor.objects.create(annotator=annotator, task=first.task, priority=0, position=first.position)

    claimed = claims.claim(task=first.task, annotator=annotator)

    assert claimed.item_id == third.pk


def test_page_is_not_laid_by_for_a_closed_item(items, alice):
    first, _, third = items

    assert claims.peek(annotator=factories.make_annotator(alice), after=first) == third.pk


def test_answer_without_a_lease_takes_no_place_of_a_closed_item(items, alice):
    _, closed, _ = items
    submission = submissions.Submission(answers={"verdict": "wrong"})

    with pytest.raises(Conflict) as refused:
        submissions.submit(
            item_id=closed.pk, task=closed.task, annotator=factories.make_annotator(alice), submission=submission
        )

    assert refused.value.code == "slot_taken"
