"""The adjudicator's list: what is due, in which order, and the items behind a pair of annotators or labels."""

import datetime

import pytest
from django.utils import timezone

from annotations.consensus.actions import adjudication, adjudication_queue
from annotations.consensus.actions.adjudication_queue import After, Filters
from annotations.models import Annotation, AnnotationTask, Disagreement, GroundTruth
from tests import factories
from tests.annotations.disputed import AGREED, decide
from tests.annotations.panel import everyone, make_panel, question_of, settle
from tests.kept_people import acme

VERDICTS = [
    ["correct", "correct", "correct"],  # agreed
    ["correct", "wrong", "wrong"],  # 2/3 of a verdict
    ["correct", "wrong", "partly"],  # all of a verdict
    ["correct", "wrong"],  # waits for a third answer
]
DIFFERING = Filters(state="differing")

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def task(db, answered):
    return AnnotationTask.objects.get(pk=answered)


@pytest.fixture(scope="module")
def answered(acme):
    task = make_panel(acme, rows=len(VERDICTS), consensus_threshold=0.7)
    for item, verdicts in zip(task.items.order_by("position"), VERDICTS, strict=True):
        for person, verdict in zip(everyone(task), verdicts, strict=False):
            factories.make_annotation(item, person, {"verdict": verdict, **AGREED})
    settle(task)
    return task.pk


def positions(task, after=None, limit=50, **filters):
    rows = adjudication_queue.queue(task=task, filters=Filters(**filters), after=after, limit=limit)
    return [row.item.position for row in rows]


def count_of(task):
    """How many items wait, by the list and by the count over many tasks, which are the same."""
    found = adjudication_queue.count(task=task)
    assert adjudication_queue.waiting([task]).get(task.pk, 0) == found
    return found


def item_at(task, position):
    return task.items.select_related("task__organization").get(position=position)


def test_complete_disputed_items_come_most_disputed_first(task):
    rows = adjudication_queue.queue(task=task)

    assert [row.item.position for row in rows] == [2, 1]
    assert [[title for title, _ in row.scores] for row in rows] == [["verdict"], ["verdict"]]
    assert [(row.answers, row.needed, row.is_complete) for row in rows] == [(3, 3, True)] * 2
    assert count_of(task) == 2


def test_what_votes_have_decided_waits_for_nobody_and_is_counted(task, alice):
    task.consensus_threshold = 2 / 3
    task.save()
    settle(task)

    work = adjudication_queue.workload(task=task)

    assert (positions(task), positions(task, state="differing"), count_of(task)) == ([2], [2, 1], 1)
    assert (work.differing, work.by_majority, work.undecided, work.seconds, work.n) == (2, 1, 1, None, 0)
    listed = {row.item.position: row.undecided for row in adjudication_queue.queue(task=task, filters=DIFFERING)}
    assert listed == {2: ["verdict"], 1: []}
    Disagreement.objects.create(
        task=task, item=item_at(task, 1), question=question_of(task, "faults"), score=0.1, n_labels=3
    )
    assert positions(task) == [2, 1]  # what is decided does not move an item up
    for minutes, place in enumerate((0, 0, 0, 1, 1, 3)):
        GroundTruth.objects.create(
            item=item_at(task, place), question=question_of(task, "faults"), value=[], source="adjudicated",
            decided_by=alice.user, created_at=timezone.now() + datetime.timedelta(minutes=2 * minutes),
            is_current=False, version=minutes + 50,
        )  # fmt: skip
    assert adjudication_queue.workload(task=task).seconds == pytest.approx(2 * 2 * 60, rel=0.01)


def test_incomplete_items_are_in_the_list_of_all(task):
    incomplete = next(
        row for row in adjudication_queue.queue(task=task, filters=Filters(state="all")) if row.item.position == 3
    )

    assert (incomplete.answers, incomplete.needed, incomplete.is_complete) == (2, 3, False)


def test_an_item_somebody_is_answering_is_not_complete(task, alice):
    item = item_at(task, 2)
    task.items.filter(pk=item.pk).update(open_slots=1)
    factories.make_lease(item, factories.make_annotator(alice))

    assert positions(task) == [1]
    assert count_of(task) == len(positions(task))


def test_items_that_were_asked_for_are_due_whatever_their_answers(task, rita):
    adjudication.request(item=item_at(task, 0), reason="Odd.", by=rita.user)
    adjudication.request(item=item_at(task, 3), by=rita.user)

    rows = {row.item.position: row.reason for row in adjudication_queue.queue(task=task)}

    assert rows == {2: None, 1: None, 3: "", 0: "Odd."}
    assert count_of(task) == len(positions(task))


def test_adjudicated_items_leave_the_list(task, rita):
    _, first = (row.item for row in adjudication_queue.queue(task=task))
    assert adjudication_queue.next_due(task=task, beside=first.pk) != first.pk
    GroundTruth.objects.filter(item=item_at(task, 2), is_current=True).update(source="adjudicated")

    assert (positions(task), positions(task, state="adjudicated")) == ([1], [2])
    assert count_of(task) == len(positions(task))


@pytest.mark.parametrize("source", ["expert", "imported"])
def test_values_that_people_fixed_are_not_due(task, source):
    GroundTruth.objects.filter(question__key="verdict", is_current=True).update(is_current=False)
    verdict = question_of(task, "verdict")
    GroundTruth.objects.create(item=item_at(task, 2), question=verdict, version=9, value="wrong", source=source)

    assert positions(task) == [1]
    assert count_of(task) == len(positions(task))


def test_an_answer_revised_after_the_decision_makes_it_due_again(acme, rita, task):
    row = adjudication_queue.queue(task=task)[0]
    assert row.item.position == 2
    GroundTruth.objects.filter(item=row.item, is_current=True).update(source="adjudicated")
    last = Annotation.objects.filter(item=row.item).last()
    assert positions(task) == [1]

    Annotation.objects.filter(pk=last.pk).update(revision=2, submitted_at=timezone.now())

    assert positions(task) == [2, 1]
    assert count_of(task) == len(positions(task))


def test_pages_follow_each_other(task):
    first = adjudication_queue.queue(task=task, limit=1)[0]

    assert first.item.position == 2
    assert positions(task, after=After(first.total, first.item.pk), limit=1) == [1]


def test_items_with_the_same_disagreement_are_all_met_page_by_page(task):
    Disagreement.objects.filter(score__gt=0).update(score=0.5)
    whole, met, after = positions(task), [], None

    for _ in whole:
        [row] = adjudication_queue.queue(task=task, after=after, limit=1)
        met, after = [*met, row.item.position], row.after

    assert len(whole) > 1 and met == whole


def test_one_question_only(task):
    assert positions(task, question=question_of(task, "verdict"), state="all") == [2, 3, 1]
    assert positions(task, question=question_of(task, "score"), state="all") == []


def test_items_behind_a_pair_of_labels(task):
    cases = [
        (0.0, 2.0, "open", [2, 1]),
        (2.0, 0.0, "open", [2, 1]),
        (0.0, 1.0, "open", [2]),
        (2.0, 2.0, "all", [1]),
        (0.0, 0.0, "all", [0]),
        (0.0, 0.0, "open", []),
        (1.0, 1.0, "all", []),
    ]
    for label, other, state, found in cases:
        verdict = question_of(task, "verdict")

        assert positions(task, question=verdict, label=label, other=other, between="people", state=state) == found


def test_items_behind_a_pair_of_annotators(task):
    first, second, third = (str(person.pk) for person in everyone(task)[:3])

    assert positions(task, first=first, second=second) == [2, 1]
    assert positions(task, first=second, second=third) == [2]
    assert sorted(positions(task, first=second, second=third, state="all")) == [0, 1, 2]


def test_people_against_machines(task):
    machine = everyone(task)[3]
    factories.make_annotation(item_at(task, 1), machine, {"verdict": "partly"})
    verdict = question_of(task, "verdict")

    assert positions(task, question=verdict, label=2.0, other=1.0, between="machines", state="all") == [1]
    assert positions(task, question=verdict, label=1.0, other=2.0, between="machines", state="all") == []


def test_as_many_statements_for_one_row_as_for_more(task, django_assert_num_queries):
    for limit in (1, 50):
        with django_assert_num_queries(5):
            adjudication_queue.queue(task=task, limit=limit)


def test_deciding_takes_the_item_out_of_the_list(task, rita):
    task.items.filter(position=0).update(position=10)  # so that the first item is a disputed one
    assert positions(task) == [2, 1]

    decide(task, rita, values={"verdict": "wrong", "grade": "correct", "score": 4})

    assert positions(task) == [2]


def test_next_item_follows_in_the_list_and_after_the_last_comes_the_first(task):
    first, second = (row.item.pk for row in adjudication_queue.queue(task=task))

    assert [adjudication_queue.next_due(task=task, beside=beside) for beside in (None, first, second, 0)] == [
        first,
        second,
        first,
        first,
    ]
