"""Adjudication over the API: list, answers without names, publish, and what is refused."""

import pytest

from annotations.consensus.actions import adjudication
from annotations.models import GroundTruth
from tests import factories
from tests.annotations.disputed import DECIDED, item_of, make_disputed
from tests.annotations.panel import everyone
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(acme):
    return make_disputed(acme, rows=3)


@pytest.fixture
def task(db, made):
    return factories.fresh(made)


def address(task, rest=""):
    return f"/v1/annotations/tasks/{task.pk}/adjudication{rest}"


def body(seen, **overrides):
    return {"seen": seen, "decisions": {key: {"value": value} for key, value in DECIDED.items()}} | overrides


def test_list_of_what_is_due(task, rita, api_of):
    found = api_of(rita).get(address(task, "?state=differing")).json()

    assert api_of(rita).get(address(task)).json()["total"] == 0  # two of three have decided
    assert found["items"][0]["undecided"] == []
    assert (found["total"], found["next"]) == (1, None)
    row = found["items"][0]
    assert (row["item_id"], row["answers"], row["needed"], row["adjudicated"]) == (str(item_of(task).pk), 3, 3, False)
    assert row["disagreements"] == [{"question": "verdict", "score": pytest.approx(2 / 3)}]


def test_pages_follow_each_other(task, rita, api_of):
    for item in task.items.select_related("task"):
        adjudication.request(item=item, by=rita.user)
    seen, path = [], address(task, "?limit=1")
    while path:
        page = api_of(rita).get(path).json()
        seen += [row["position"] for row in page["items"]]
        path = address(task, f"?limit=1&after={page['next']}") if page["next"] else None

    assert seen == [0, 1, 2]


def test_list_is_narrowed_as_its_page_is(task, rita, api_of):
    first, second, *_ = everyone(task)
    cases = [
        (f"?state=differing&first={first.pk}&second={second.pk}", 1),
        (f"?first={first.pk}&second={second.pk}", 0),
        (f"?first={first.pk}&label=3", 0),
        ("?state=differing&between=people&question=verdict", 1),
        ("?between=machines", 0),
    ]
    api = api_of(rita)
    for query, n in cases:
        assert api.get(address(task, query)).json()["total"] == n, query
    unreadable = ["?state=odd", "?question=none", "?after=x", "?after=NaN_1", "?limit=0"]
    for query in [*unreadable, "?first=y", "?label=x", "?other=inf", "?between=z"]:
        assert api.get(address(task, query)).status_code == 400, query


def test_read_then_publish(task, rita, api_of):
    api, path = api_of(rita), address(task, f"/{item_of(task).pk}")
    sheet = api.get(path).json()
    states = {row["key"]: row["state"] for row in sheet["questions"]}

    answer = api.post(path, body(sheet["seen"]))

    assert states["verdict"] == "differs" and states["score"] == "agreed"
    assert not [row for row in everyone(task) if row.name in str(sheet) or str(row.pk) in str(sheet)]
    assert answer.status_code == 201
    assert answer.json()["ground_truth"][0] == {
        "question": "verdict",
        "value": "wrong",
        "version": 2,
        "source": "adjudicated",
    }
    assert GroundTruth.objects.filter(source="adjudicated", decided_by=rita.user).count() == 3
    assert api.get(path).json()["questions"][0]["decided"]["value"] == "wrong"


def test_changed_answers_are_a_conflict(task, rita, acme, api_of):
    api, path = api_of(rita), address(task, f"/{item_of(task).pk}")
    seen = api.get(path).json()["seen"]
    late = factories.make_annotator(factories.make_member(acme, "zoe"))
    factories.make_annotation(item_of(task), late, {"verdict": "partly"})

    answer = api.post(path, body(seen))

    assert answer.status_code == 409
    new = [row["column"] for row in api.get(f"{path}?seen={seen}").json()["questions"][0]["answers"] if row["is_new"]]
    assert answer.json()["error"]["details"]["new"] == new


def test_bad_bodies_and_own_items_are_refused(task, rita, api_of):
    cases = [
        ({"decisions": {}}, 400),
        ({"decisions": {"verdict": "wrong"}}, 400),
        ({"decisions": {"verdict": {}}}, 400),
        ({"decisions": {"verdict": {"value": "partly"}}}, 400),
        ({"extra": 1}, 400),
        ({"seen": ""}, 400),
    ]
    api, path = api_of(rita), address(task, f"/{item_of(task).pk}")
    seen = api.get(path).json()["seen"]
    for overrides, status in cases:
        assert api.post(path, body(seen) | overrides).status_code == status, overrides
    factories.make_annotation(item_of(task), factories.make_annotator(rita), {"verdict": "wrong"})
    own = api.post(path, body(api.get(path).json()["seen"]))
    assert own.status_code == 403, "Nobody decides what they answered themselves."
    assert not GroundTruth.objects.filter(source="adjudicated").exists()
