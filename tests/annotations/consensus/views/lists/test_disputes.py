"""The list of items to adjudicate: what is due, narrowed by answers, searched and sorted."""

import pytest

from annotations.consensus.actions import adjudication_queue
from annotations.consensus.views.lists.disputes import DisputeList
from tests.annotations.disputed import AGREED, answer, decide, make_disputed
from tests.annotations.panel import everyone, settle
from tests.lists.walks import Walk, shown

VERDICTS = (("correct", "wrong", "wrong"), ("correct", "wrong", "partly"), ("correct", "correct", "correct"))


@pytest.fixture
def task(acme):
    """Three items: one with two thirds of the greatest disagreement, one with all of it, one agreed."""
    task = make_disputed(acme, VERDICTS[0], rows=3, consensus_threshold=0.7)
    for item, verdicts in zip(task.items.order_by("position")[1:], VERDICTS[1:], strict=True):
        answer(item, verdicts)
    settle(task)
    return task


def positions(member, task, **query):
    return [line.row.position for line in shown("disputes", member, query, task).lines]


def test_most_disputed_items_come_first(task, rita, client_of):
    page = client_of(rita).get(f"/tasks/{task.pk}/adjudication/").content.decode()
    first = shown("disputes", rita, {"question": "verdict"}, task).lines[0]

    assert positions(rita, task) == [1, 0] and positions(rita, task, sort="disagreement") == [0, 1]
    assert "verdict" in page and "0.67" in page and "3 of 3" in page and "2 results" in page
    assert first.href == f"/tasks/{task.pk}/adjudication/{first.row.pk}/?question=verdict"


def test_page_goes_on_where_the_last_one_ended(task, rita, monkeypatch):
    monkeypatch.setattr(DisputeList, "page_size", 1)
    first = shown("disputes", rita, "", task)

    second = shown("disputes", rita, first.after_href, task)

    assert [page.lines[0].row.position for page in (first, second)] == [1, 0]


def test_narrowed_by_state_question_answers_and_text(task, rita):
    first, second, *_ = everyone(task)
    decide(task, rita)

    assert positions(rita, task) == [1] and positions(rita, task, state="adjudicated") == [0]
    assert positions(rita, task, state="all") == [1, 0]
    assert positions(rita, task, question="score") == [] and positions(rita, task, question="verdict") == [1]
    assert positions(rita, task, first=str(first.pk), second=str(second.pk), state="all") == [1, 0, 2]
    assert positions(rita, task, question="verdict", label="0", other="1") == [1]
    assert positions(rita, task, between="machines") == []
    assert positions(rita, task, q="plus", state="all") == [1, 0] and positions(rita, task, q="zebra") == []
    for query in ({"state": "1"}, {"label": "x"}, {"first": "y"}, {"between": "z"}):
        assert shown("disputes", rita, query, task).status == 422, query


def test_equal_disagreement_is_listed_as_the_desk_goes_through_it(acme, rita):
    task = make_disputed(acme, VERDICTS[1], rows=3, consensus_threshold=0.7)
    for item in task.items.order_by("position")[1:]:
        answer(item, VERDICTS[1])
    settle(task)

    assert positions(rita, task) == [0, 1, 2]
    first, second = (line.row for line in shown("disputes", rita, "", task).lines[:2])
    assert adjudication_queue.next_due(task=task, beside=first.pk) == second.pk


def walk(organization, member):
    task = make_disputed(organization, rows=9, consensus_threshold=0.7)
    for item in task.items.order_by("position"):
        if item.position:
            answer(item, VERDICTS[item.position % 2])
    settle(task)
    decide(task, member, values={"verdict": "wrong", "grade": AGREED["grade"], "score": AGREED["score"]})
    return Walk(f"/tasks/{task.pk}/adjudication/", search="3", filter="question", value="verdict")
