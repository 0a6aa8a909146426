"""The items of a task over the API: pages by cursor, by external id, without content."""

import pytest

from tests import factories
from tests.statements import at_most

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(5)]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), required=2)


def test_items_are_read_page_by_page(task, vera, api_of):
    api, address, seen, cursor = api_of(vera), f"/v1/annotations/tasks/{task.pk}/items", [], ""
    withdrawn = task.items.get(position=3)
    task.items.filter(pk=withdrawn.pk).update(closed_reason="withdrawn")
    while cursor is not None:
        with at_most(3):
            page = api.get(f"{address}?limit=2{cursor}").json()
        seen, cursor = seen + page["items"], page["next"] and f"&cursor={page['next']}"

    assert [item["external_id"] for item in seen] == [f"case-{number}" for number in range(5)]
    assert [item["is_withdrawn"] for item in seen] == [False, False, False, True, False]
    assert seen[0] == {
        "item_id": str(task.items.get(position=0).pk),
        "position": 0,
        "test_case_id": str(task.items.get(position=0).test_case_id),
        "external_id": "case-0",
        "open_slots": 2,
        "is_withdrawn": False,
    }


def test_filters_are_those_of_the_page_and_others_are_refused(task, vera, alice, api_of):
    items, person = list(task.items.order_by("position")), factories.make_annotator(alice)
    factories.make_annotation(items[1], person, {"verdict": "correct"}, flagged=True, flag_reason="Cut off")
    task.items.filter(pk=items[3].pk).update(closed_reason="withdrawn")
    api, address = api_of(vera), f"/v1/annotations/tasks/{task.pk}/items"

    def found(query):
        answer = api.get(f"{address}?{query}")
        assert answer.status_code == 200, answer.json()
        return [item["position"] for item in answer.json()["items"]]

    assert (found("state=withdrawn"), found("state=withdrawn,in_work")) == ([3], [1, 3])
    assert (found("label=verdict=correct"), found(f"annotator={person.pk}")) == ([1], [1])
    assert (found("flagged=true"), found("flagged=false&state=open")) == ([1], [0, 2, 4])
    assert (found("disagreement=0.5"), found("commented=true")) == ([], [])
    assert (found("search=case-4"), found("search=3")) == ([4], [2, 3])
    assert found("external_id=E-4") == [4]
    assert api.get(f"{address}?search=case-4").json()["total"] is None
    for query, code, words in (
        ("state=lost", "bad_filter", "Valid: open"),
        ("flagged=1", "bad_filter", "Valid: true or false"),
        ("label=colour=red", "bad_filter", "no question colour"),
        ("label=verdict=mauve", "bad_filter", "not a searchable answer"),
        ("disagreement=2", "bad_filter", "a number from 0 to 1"),
        ("annotator=x", "bad_filter", "Valid: a UUID"),
        ("search=%25", "bad_search", "no word"),
    ):
        answer = api.get(f"{address}?{query}")

        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), query
        assert words in answer.json()["error"]["message"]
