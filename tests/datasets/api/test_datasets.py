"""Datasets over the API."""

import pytest

from evalhub.accounts.models import AuditEvent
from tests import factories

pytestmark = pytest.mark.django_db

UNKNOWN = "01a1ffae-cc0c-7464-89d2-21aeb325ad50"


def test_an_admin_creates_a_dataset(api_of, bob):
    answer = api_of(bob).post("/v1/datasets", {"name": " Answers ", "type": "GOLDEN_SET", "tags": ["a", "b"]})

    body = answer.json()
    assert answer.status_code == 201
    assert (body["name"], body["type"], body["tags"]) == ("Answers", "GOLDEN_SET", ["a", "b"])
    assert api_of(bob).get(f"/v1/datasets/{body['dataset_id']}").json() == body
    assert AuditEvent.objects.filter(verb="dataset.created", object_id=body["dataset_id"]).exists()


@pytest.mark.parametrize(
    "body, code",
    [
        ({}, "invalid_input"),
        ({"name": "  "}, "invalid_input"),
        ({"name": 5}, "invalid_input"),
        ({"name": "x" * 256}, "invalid_input"),
        ({"name": "a", "type": "OTHER"}, "unknown_type"),
        ({"name": "a", "tags": "b"}, "invalid_input"),
        ({"name": "a", "tags": [1]}, "invalid_input"),
        ({"name": "a", "owner": "me"}, "unknown_field"),
    ],
)
def test_a_bad_body_is_400_in_words(api_of, bob, body, code):
    answer = api_of(bob).post("/v1/datasets", body)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_a_name_is_taken_once_per_organization(api_of, bob, mallory):
    api_of(bob).post("/v1/datasets", {"name": "Answers"})

    again = api_of(bob).post("/v1/datasets", {"name": "Answers"})
    elsewhere = api_of(mallory).post("/v1/datasets", {"name": "Answers"})

    assert (again.status_code, again.json()["error"]["code"]) == (409, "name_taken")
    assert elsewhere.status_code == 201


def test_a_dataset_is_changed(api_of, bob, acme):
    dataset = factories.make_dataset(acme)
    other = factories.make_dataset(acme)
    api = api_of(bob)

    changed = api.patch(f"/v1/datasets/{dataset.pk}", {"description": "New.", "tags": ["x"]})
    taken = api.patch(f"/v1/datasets/{dataset.pk}", {"name": other.name})

    assert (changed.status_code, changed.json()["description"], changed.json()["tags"]) == (200, "New.", ["x"])
    assert taken.status_code == 409


def test_the_list_is_paged_newest_first(api_of, bob, acme):
    names = [factories.make_dataset(acme).name for _ in range(3)]
    api = api_of(bob)

    first = api.get("/v1/datasets", {"limit": 2}).json()
    rest = api.get("/v1/datasets", {"limit": 2, "offset": 2}).json()

    assert [row["name"] for row in first["datasets"] + rest["datasets"]] == names[::-1]
    assert (first["total"], first["has_more"], rest["has_more"]) == (3, True, False)
    assert api.get("/v1/datasets", {"limit": "ten"}).status_code == 400


def test_twenty_datasets_take_as_many_queries_as_one(api_of, bob, acme, django_assert_num_queries):
    api = api_of(bob)
    factories.make_version(factories.make_dataset(acme))
    with django_assert_num_queries(4):
        api.get("/v1/datasets")
    for _ in range(19):
        factories.make_version(factories.make_dataset(acme))

    with django_assert_num_queries(4):
        found = api.get("/v1/datasets").json()["datasets"]

    assert len(found) == 20 and found[0]["latest_version_number"] == 1


def test_roles(api_of, acme, alice, vera, rita, bob):
    dataset = factories.make_dataset(acme)
    path = f"/v1/datasets/{dataset.pk}"

    reads = [api_of(person).get(path).status_code for person in (alice, vera, rita, bob)]
    writes = [api_of(person).patch(path, {"description": "x"}).status_code for person in (alice, vera, rita, bob)]

    assert reads == [403, 200, 200, 200]
    assert writes == [403, 403, 403, 200]


@pytest.mark.parametrize("dataset_id", [UNKNOWN, "1", "not-a-uuid", "%00", "..", "x" * 300])
def test_unknown_and_malformed_ids_are_404(api_of, bob, dataset_id):
    assert api_of(bob).get(f"/v1/datasets/{dataset_id}").status_code == 404
    assert api_of(bob).get(f"/v1/datasets/{dataset_id}/versions/1/cases").status_code == 404


def test_a_foreign_dataset_does_not_exist(api_of, acme, mallory):
    version = factories.make_version(factories.make_dataset(acme))
    api, path = api_of(mallory), f"/v1/datasets/{version.dataset_id}"
    gets = ["", "/versions", "/versions/1", "/versions/1/cases"]
    posts = ["/versions/1/publish", "/versions/1/deprecate", "/versions/1/validate", "/versions/1/sample"]

    answers = [api.get(path + end).status_code for end in gets]
    answers += [api.post(path + end, {"size": 1} if "sample" in end else {}).status_code for end in posts]
    answers.append(api.patch(path, {"name": "mine"}).status_code)

    assert set(answers) == {404}
    assert api.get("/v1/datasets").json()["total"] == 0
