"""Send to adjudication as a bulk verb: asked once, taken back unless it was decided."""

from annotations.models import AdjudicationRequest
from tests.annotations.bulk_world import do, items_of, make_wide_task, undo


def test_items_wait_for_adjudication_until_that_is_undone(acme, bob):
    task = make_wide_task(acme)
    first, *_rest = items_of(task)
    earlier = do(task, "adjudicate", by=bob, items=[first], reason="Odd")

    operation = do(task, "adjudicate", by=bob)
    waiting = AdjudicationRequest.objects.filter(closed_at=None).count()
    undo(operation, by=bob)

    assert (earlier.n_items, operation.n_items, operation.details["left_out"]) == (1, 3, {"asked_before": 1})
    assert waiting == 4
    assert [(row.item_id, row.reason) for row in AdjudicationRequest.objects.filter(closed_at=None)] == [
        (first.pk, "Odd")
    ]
