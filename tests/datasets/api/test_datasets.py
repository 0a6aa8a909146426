"""Datasets over the API."""

import pytest

from evalhub.accounts.models import AuditEvent
from tests import factories

pytestmark = pytest.mark.django_db


def test_an_admin_creates_a_dataset_and_a_bad_body_is_400_in_words(api_of, bob):
    answer = api_of(bob).post("/v1/datasets", {"name": " Answers ", "type": "GOLDEN_SET", "tags": ["a", "b"]})
    body = answer.json()
    assert answer.status_code == 201
    assert (body["name"], body["type"], body["tags"]) == ("Answers", "GOLDEN_SET", ["a", "b"])
    assert api_of(bob).get(f"/v1/datasets/{body['dataset_id']}").json() == body
    assert AuditEvent.objects.filter(verb="dataset.created", object_id=body["dataset_id"]).exists()

    api = api_of(bob)
    for body, code in (
        ({}, "invalid_input"),
        ({"name": "  "}, "invalid_input"),
        ({"name": 5}, "invalid_input"),
        ({"name": "x" * 256}, "invalid_input"),
        ({"name": "a", "type": "OTHER"}, "unknown_type"),
        ({"name": "a", "tags": "b"}, "invalid_input"),
        ({"name": "a", "tags": [1]}, "invalid_input"),
    ):
        answer = api.post("/v1/datasets", body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), body


def test_a_name_is_taken_once_per_organization_and_the_rest_is_changed(api_of, bob, mallory):
    api = api_of(bob)
    path = f"/v1/datasets/{api.post('/v1/datasets', {'name': 'Answers'}).json()['dataset_id']}"
    other = factories.make_dataset(bob.organization)

    again = api.post("/v1/datasets", {"name": "Answers"})
    elsewhere = api_of(mallory).post("/v1/datasets", {"name": "Answers"})
    changed = api.patch(path, {"description": "New.", "tags": ["x"]})
    taken = api.patch(path, {"name": other.name})

    assert (again.status_code, again.json()["error"]["code"]) == (409, "name_taken")
    assert elsewhere.status_code == 201
    assert (changed.status_code, changed.json()["description"], changed.json()["tags"]) == (200, "New.", ["x"])
    assert taken.status_code == 409


def test_the_list_is_paged_newest_first_and_costs_the_same_for_many(api_of, bob, mallory, django_assert_num_queries):
    names = [factories.make_version(factories.make_dataset(bob.organization)).dataset.name for _ in range(3)]
    api = api_of(bob)

    with django_assert_num_queries(4):
        first = api.get("/v1/datasets", {"limit": 2}).json()
    with django_assert_num_queries(4):
        rest = api.get("/v1/datasets", {"limit": 2, "offset": 2}).json()

    assert [row["name"] for row in first["datasets"] + rest["datasets"]] == names[::-1]
    assert (first["total"], first["has_more"], rest["has_more"]) == (3, True, False)
    assert first["datasets"][0]["latest_version_number"] == 1
    assert api_of(mallory).get("/v1/datasets").json()["total"] == 0
