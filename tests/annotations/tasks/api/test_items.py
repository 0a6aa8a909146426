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


def test_items_are_found_by_external_id(task, vera, api_of):
    found = api_of(vera).get(f"/v1/annotations/tasks/{task.pk}/items?external_id=E-4").json()

    assert [item["position"] for item in found["items"]] == [4]


def test_items_are_not_for_annotators_and_others(task, alice, mallory, api_of):
    address = f"/v1/annotations/tasks/{task.pk}/items"

    assert api_of(alice).get(address).status_code == 403
    assert api_of(mallory).get(address).status_code == 404
