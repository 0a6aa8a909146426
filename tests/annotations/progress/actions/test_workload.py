"""Who does how much of a task, how the items stand, and handing work over."""

import datetime

import pytest
from django.utils import timezone

from annotations.models import Annotation, Assignment, Disagreement, GroundTruth, TaskItem
from annotations.progress.actions import item_states, workload
from annotations.queue.actions import reassignment
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=6))


@pytest.fixture
def items(task):
    return list(TaskItem.objects.filter(task=task).order_by("position"))


def workers(task):
    return workload.workers(task=task, compared=workload.matrices(task=task))


def pair(first, second, alpha, n_items, *, percent=0.5, reason=None):
    return {"first": first, "second": second, "alpha": alpha, "n_items": n_items, "percent": percent, "reason": reason}


def compared(*pairs):
    kinds = {"ann": "human", "ben": "human", "cleo": "human", "bot": "llm"}
    people = [{"id": name, "name": name, "kind": kind} for name, kind in kinds.items()]
    return workload.Matrices(each=({"annotators": people, "pairs": list(pairs)},), computed_at=None)


def test_what_each_did_is_counted(task, items, alice):
    annotator = factories.make_annotator(alice)
    for item, seconds in zip(items, [10, 20, 90], strict=False):
        factories.make_annotation(item, annotator, time_spent_seconds=seconds)
    factories.make_annotation(items[3], annotator, time_spent_seconds=None, flagged=True, flag_reason="Cut off")
    withdrawn = factories.make_annotation(items[4], annotator, time_spent_seconds=1)
    Annotation.objects.filter(pk=withdrawn.pk).update(withdrawn_at=timezone.now())
    factories.make_event(task, "skipped", item=items[4], actor=annotator)
    factories.make_lease(items[5], annotator)

    (worker,) = workers(task)

    assert (worker.answered, worker.skipped, worker.flagged, worker.holding) == (4, 1, 1, 1)
    assert worker.median_seconds == 20


def test_days_begin_at_midnight_and_end_today(task, items, alice, monkeypatch):
    today = timezone.localdate()
    monkeypatch.setattr(workload.timezone, "localdate", lambda: today)  # midnight may come while the test runs
    annotator = factories.make_annotator(alice)
    start = workload.start_of(today)
    moments = [
        start,
        start - datetime.timedelta(microseconds=1),
        start - datetime.timedelta(days=6),
        start - datetime.timedelta(days=6, microseconds=1),
    ]
    for item, moment in zip(items, moments, strict=False):
        annotation = factories.make_annotation(item, annotator)
        Annotation.objects.filter(pk=annotation.pk).update(submitted_at=moment)

    (worker,) = workers(task)

    assert worker.days == (1, 0, 0, 0, 0, 1, 1)
    assert item_states.answers_by_day(task=task)[-8:] == list(
        zip(workload.days_back(8), [1, 1, 0, 0, 0, 0, 1, 1], strict=True)
    )
    assert worker.last_active == start


def test_who_only_skipped_or_holds_is_listed(task, items, alice, rita):
    factories.make_event(task, "skipped", item=items[0], actor=factories.make_annotator(alice))
    factories.make_lease(items[1], factories.make_annotator(rita))

    assert [(row.annotator.name, row.answered) for row in workers(task)] == [("Alice", 0), ("Rita", 0)]


def test_agreement_is_weighted_by_what_is_shared_and_leaves_machines_out():
    known = compared(
        pair("ann", "ben", 0.5, 30, percent=0.9),
        pair("ann", "cleo", 1.0, 10, percent=1.0),
        pair("ann", "bot", -1.0, 900, percent=0.0),
    )

    near = workload.closeness(known, "ann")

    assert near.alpha == pytest.approx(0.625) and near.equal == pytest.approx(0.925)
    assert (near.n_labels, near.reason) == (40, "")


@pytest.mark.parametrize(
    ("known", "who", "reason"),
    [
        (workload.Matrices(each=(), computed_at=None), "ann", "NOT_COMPUTED"),
        (compared(), "zoe", "NOT_IN_MATRIX"),
        (compared(pair("ann", "ben", None, 0, percent=None, reason="NO_SHARED_ITEMS")), "ann", "NO_SHARED_ITEMS"),
        (compared(pair("ann", "ben", None, 3, percent=1.0, reason="NO_VARIATION")), "ann", "NO_VARIATION"),
        (
            compared(
                pair("ann", "ben", None, 3, percent=1.0, reason="NO_VARIATION"),
                pair("ann", "cleo", None, 1, percent=0.0, reason="ONE_ITEM"),
            ),
            "ann",
            "NO_PAIR_DEFINED",
        ),
        (
            compared(
                pair("ann", "ben", None, 1, percent=1.0, reason="NO_VARIATION"),
                pair("ann", "cleo", None, 1, percent=0.0, reason="NO_VARIATION"),
            ),
            "ann",
            "NO_PAIR_DEFINED",
        ),
    ],
)
def test_why_there_is_no_figure(known, who, reason):
    near = workload.closeness(known, who)

    assert near.alpha is None and near.reason == reason


def test_each_item_is_in_one_state(task, items, alice, rita, acme):
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    for item in items[:3]:
        factories.make_annotation(item, first)
        factories.make_annotation(item, second)
    question = task.schema_version.questions.get()
    for item in items[:2]:
        Disagreement.objects.create(task=task, item=item, question=question, score=1, n_labels=2)
    Disagreement.objects.create(task=task, item=items[2], question=question, score=0, n_labels=2)
    GroundTruth.objects.create(item=items[0], question=question, value="wrong", source="adjudicated")
    GroundTruth.objects.create(item=items[2], question=question, value="wrong", source="consensus")
    factories.make_lease(items[3], first)
    factories.make_annotation(items[4], second)
    factories.make_annotation(items[5], factories.make_llm_annotator(acme))

    states = item_states.of_task(task=task)

    assert states == item_states.ItemStates(
        open=1, in_work=2, agreeing=1, disagreeing=1, adjudicated=1, complete=3, missing=5
    )
    assert states.total == 6


def test_neither_the_last_place_in_work_nor_a_withdrawn_item_is_complete(task, items, alice, rita):
    factories.make_annotation(items[0], factories.make_annotator(alice))
    factories.make_lease(items[0], factories.make_annotator(rita))
    TaskItem.objects.filter(pk=items[1].pk).update(closed_reason="withdrawn")

    states = item_states.of_task(task=task)

    assert (states.open, states.in_work, states.complete, states.withdrawn, states.total) == (4, 1, 0, 1, 5)


def test_a_hold_that_ended_is_not_handed_over(task, items, alice, rita, bob):
    lease = factories.make_lease(items[0], factories.make_annotator(alice))
    Assignment.objects.filter(pk=lease.pk).update(state="submitted")

    with pytest.raises(Conflict) as error:
        reassignment.hand_over(assignment=lease, annotator=factories.make_annotator(rita), by=bob.user)

    assert error.value.code == "not_held" and Assignment.objects.count() == 1


def test_a_refused_taker_leaves_the_hold_as_it_was(task, items, alice, rita, bob):
    lease = factories.make_lease(items[0], factories.make_annotator(alice))
    taker = factories.make_annotator(rita)
    type(taker).objects.filter(pk=taker.pk).update(status="paused")

    for wrong in (taker, lease.annotator):
        with pytest.raises(InvalidInput):
            reassignment.hand_over(assignment=lease, annotator=wrong, by=bob.user)

    assert Assignment.objects.get().state == "leased"
    assert TaskItem.objects.get(pk=items[0].pk).open_slots == 1


def test_takers_are_active_people_who_have_not_had_the_item(task, items, acme, alice, rita, bob, mallory):
    item = TaskItem.objects.select_related("task").get(pk=items[0].pk)
    factories.make_lease(item, factories.make_annotator(alice))
    skipped = factories.make_lease(item, factories.make_annotator(bob), state="skipped")
    for member in (rita, mallory):
        factories.make_annotator(member)
    factories.make_llm_annotator(acme)

    assert [annotator.name for annotator in reassignment.takers(item=item)] == [skipped.annotator.name, "Rita"]


def test_two_admins_hand_one_item_over_once(transactional_db, task, items, alice, rita, bob, together):
    lease = factories.make_lease(items[0], factories.make_annotator(alice))
    takers = [factories.make_annotator(member) for member in (rita, bob)]

    def hand_to(taker):
        return lambda: reassignment.hand_over(assignment=lease, annotator=taker, by=bob.user)

    results = together(*(hand_to(taker) for taker in takers))

    assert sorted(type(result).__name__ for result in results) == ["Assignment", "Conflict"]
    assert Assignment.objects.filter(state="returned").count() == 1
    assert TaskItem.objects.get(pk=items[0].pk).open_slots == 1
