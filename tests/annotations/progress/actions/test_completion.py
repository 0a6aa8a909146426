"""Which items are complete and which are decided; that every page counts the same is in tests/test_same_figures.py."""

import pytest

from annotations.models import Assignment, GroundTruth, TaskItem
from annotations.progress.actions import completion
from annotations.queue.actions import leases
from tests import factories
from tests.annotations.panel import settle
from tests.statements import at_most

pytestmark = pytest.mark.django_db
COMPLETE, DIFFERING, RETURNED, HELD, MACHINES, WITHDRAWN, ADJUDICATED, ONE_OF_TWO = range(8)


@pytest.fixture
def task(acme, alice, rita, bob):
    """Two people are to answer each item; two models agree on every one, and break the tie of the second."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=8), required=2)
    first, second = (factories.make_annotator(member) for member in (alice, rita))
    machines = [factories.make_llm_annotator(acme, model=name) for name in ("one", "two")]
    items = list(task.items.order_by("position"))
    for place in (COMPLETE, DIFFERING, RETURNED, WITHDRAWN):
        factories.make_annotation(items[place], first, {"verdict": "correct"})
        factories.make_annotation(items[place], second, {"verdict": "wrong" if place == DIFFERING else "correct"})
    for item in items:
        for machine in machines:
            factories.make_annotation(item, machine, {"verdict": "correct"})
    for place in (HELD, ONE_OF_TWO):
        factories.make_annotation(items[place], first, {"verdict": "correct"})
    factories.make_lease(items[HELD], second)
    Assignment.objects.create(task=task, item=items[RETURNED], annotator=first, state="submitted")
    leases.give_back(task=task, item_id=items[RETURNED].pk, annotator=first, note="Look again.", by=bob)
    TaskItem.objects.filter(pk=items[WITHDRAWN].pk).update(closed_reason="withdrawn")
    GroundTruth.objects.create(
        item=items[ADJUDICATED], question=task.schema_version.questions.get(), value="wrong", source="adjudicated"
    )
    settle(task)
    return task


def test_machines_and_returned_items_do_not_count(task):
    counts = completion.counts_of([task])[task.pk]

    assert (counts.complete, counts.being_answered, counts.open, counts.withdrawn) == (2, 2, 3, 1)
    assert (counts.full, counts.part, counts.total, counts.remaining_total) == (2, 0, 8, 7)
    sources = GroundTruth.objects.filter(is_current=True).order_by("item__position").values_list("source", flat=True)
    assert list(sources) == [
        "consensus",
        "mixed",
        "mixed_single_human",
        "mixed_single_human",
        "consensus",
        "adjudicated",
        "mixed_single_human",
    ]


def test_counts_cost_the_same_for_many_tasks(task, acme):
    others = [factories.make_task(task.dataset_version) for _ in range(3)]

    with at_most(5):
        found = completion.counts_of([task, *others])

    assert [found[other.pk].complete for other in others] == [0, 0, 0]
