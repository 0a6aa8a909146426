"""The list of items to adjudicate: what is due, narrowed by answers, searched and sorted."""

import pytest

from annotations.consensus.actions import adjudication, adjudication_queue
from tests.annotations.disputed import AGREED, answer, decide, make_disputed
from tests.annotations.panel import everyone, settle
from tests.lists.walks import Walk
from tests.statements import at_most

VERDICTS = (("correct", "wrong", "wrong"), ("correct", "wrong", "partly"), ("correct", "correct", "correct"))


@pytest.fixture
def task(acme):
    """Three items: one with two thirds of the greatest disagreement, one with all of it, one agreed."""
    task = make_disputed(acme, VERDICTS[0], rows=3)
    for item, verdicts in zip(task.items.order_by("position")[1:], VERDICTS[1:], strict=True):
        answer(item, verdicts)
    settle(task)
    return task


def shown(client, task, **query):
    return client.get(f"/tasks/{task.pk}/adjudication/", query).context["list"]


def positions(client, task, **query):
    return [line.row.position for line in shown(client, task, **query).lines]


def test_most_disputed_items_come_first(task, rita, client_of):
    client = client_of(rita)

    assert positions(client, task) == [1, 0] and positions(client, task, sort="disagreement") == [0, 1]
    page = client.get(f"/tasks/{task.pk}/adjudication/").content.decode()
    assert "verdict" in page and "0.67" in page and "3 of 3" in page
    assert shown(client, task).total == 2


def test_narrowed_by_state_question_and_answers(task, rita, client_of):
    client, (first, second, *_) = client_of(rita), everyone(task)
    decide(task, rita)

    assert positions(client, task) == [1] and positions(client, task, state="adjudicated") == [0]
    assert positions(client, task, state="all") == [1, 0]
    assert positions(client, task, question="score") == [] and positions(client, task, question="verdict") == [1]
    assert positions(client, task, first=str(first.pk), second=str(second.pk), state="all") == [1, 0, 2]
    assert positions(client, task, question="verdict", label="0", other="1") == [1]
    assert positions(client, task, between="machines") == []


def test_equal_disagreement_is_listed_as_the_desk_goes_through_it(acme, rita, client_of):
    task = make_disputed(acme, VERDICTS[1], rows=3)
    for item in task.items.order_by("position")[1:]:
        answer(item, VERDICTS[1])
    settle(task)

    assert positions(client_of(rita), task) == [0, 1, 2]
    first, second = (line.row for line in shown(client_of(rita), task).lines[:2])
    assert adjudication_queue.next_due(task=task, beside=first.pk) == second.pk


def test_searched_by_text(task, rita, client_of):
    assert positions(client_of(rita), task, q="plus") == [1, 0]
    assert positions(client_of(rita), task, q="zebra") == []


def test_row_leads_to_the_desk_with_its_filters(task, rita, client_of):
    (line, *_) = shown(client_of(rita), task, question="verdict").lines

    assert line.href == f"/tasks/{task.pk}/adjudication/{line.row.pk}/?question=verdict"


def test_what_cannot_be_read_is_said(task, rita, client_of):
    for query in ({"state": "1"}, {"label": "x"}, {"first": "y"}, {"between": "z"}):
        assert client_of(rita).get(f"/tasks/{task.pk}/adjudication/", query).status_code == 422, query


def test_pages_go_on_where_the_last_one_ended(task, rita, client_of, monkeypatch):
    monkeypatch.setattr("annotations.consensus.views.lists.disputes.DisputeList.page_size", 1)
    client = client_of(rita)
    first = shown(client, task)

    second = client.get(f"/tasks/{task.pk}/adjudication/{first.after_href}").context["list"]

    assert [page.lines[0].row.position for page in (first, second)] == [1, 0]


def test_costs_no_more_for_more_rows(task, rita, client_of):
    for item in task.items.all():
        adjudication.request(item=item, by=rita.user)
    client = client_of(rita)

    with at_most(16):
        page = client.get(f"/tasks/{task.pk}/adjudication/")

    assert len(page.context["list"].lines) == 3


def walk(organization, member):
    task = make_disputed(organization, rows=9)
    for item in task.items.order_by("position"):
        if item.position:
            answer(item, VERDICTS[item.position % 2])
    settle(task)
    decide(task, member, values={"verdict": "wrong", "grade": AGREED["grade"], "score": AGREED["score"]})
    return Walk(f"/tasks/{task.pk}/adjudication/", search="3", filter="question", value="verdict")
