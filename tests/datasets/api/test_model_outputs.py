"""Outputs of systems over the API."""

import pytest

from datasets.actions import datasets
from datasets.models import ModelOutput
from tests import factories

pytestmark = pytest.mark.django_db

ROW = {"external_id": "c0", "system": "bot", "text": "Four."}


@pytest.fixture
def version(acme):
    rows = [{"external_id": f"c{n}", "outputs": {}} for n in range(3)]
    return factories.make_version(factories.make_dataset(acme), rows=rows)


@pytest.fixture
def path(version):
    return f"/v1/datasets/{version.dataset_id}/versions/{version.version_number}/outputs"


def test_each_row_is_answered_and_once(api_of, bob, version, path):
    body = {"outputs": [ROW, ROW | {"external_id": "c9"}]}
    answer, again = (api_of(bob).post(path, body, idempotency_key="k1") for _ in range(2))

    assert answer.json() == again.json()
    stored = ModelOutput.objects.get()
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "created": 1,
            "existing": 0,
            "refused": 1,
            "outputs": [
                {
                    "index": 0,
                    "status": "created",
                    "reason": None,
                    "output_id": str(stored.pk),
                    "test_case_id": str(stored.test_case_id),
                    "system_id": str(stored.system_id),
                },
                {
                    "index": 1,
                    "status": "refused",
                    "reason": "There is no such case.",
                    "output_id": None,
                    "test_case_id": None,
                    "system_id": None,
                },
            ],
        },
    )


def test_outputs_are_read_by_cursor_and_by_system(api_of, bob, vera, version, path):
    rows = [ROW | {"external_id": f"c{n}", "system": name} for n in range(3) for name in ("bot", "other")]
    added = api_of(bob).post(
        "/v1/outputs", {"outputs": [row | {"dataset_version_id": str(version.pk)} for row in rows]}
    )
    api, found, after = api_of(vera), [], {}
    while after is not None:
        body = api.get(path, {"limit": 4, **after}).json()
        found += body["outputs"]
        after = {"after": body["next_after"]} if body["has_more"] else None
    of_one = api.get(path, {"system_id": added.json()["outputs"][0]["system_id"]}).json()

    assert [(row["external_id"], row["name"]) for row in found] == [(row["external_id"], row["system"]) for row in rows]
    assert [row["name"] for row in of_one["outputs"]] == ["bot"] * 3 and of_one["next_after"] is None


def test_what_is_wrong_as_a_whole_is_400_and_adds_nothing(api_of, bob, path):
    api = api_of(bob)
    for query in (
        {"limit": 0}, {"limit": 1001}, {"after": "x"}, {"after": "1"}, {"after": "9999999999.1"}, {"system_id": "x"},
    ):  # fmt: skip
        assert api.get(path, query).status_code == 400, query
    for body in ({}, {"outputs": []}, {"outputs": [ROW] * 1001}, {"outputs": [ROW], "version": 1}):
        assert api.post(path, body).status_code == 400, body
    assert not ModelOutput.objects.exists()


def test_outputs_are_searched(api_of, bob, version, path):
    api = api_of(bob)
    texts = ["Refunded today", "No refund", "Nothing"]
    api.post(path, {"outputs": [ROW | {"external_id": f"c{n}", "text": text} for n, text in enumerate(texts)]})

    first = api.get(f"{path}?search=refund&limit=1").json()
    rest = api.get(f"{path}?search=refund&after={first['next_after']}").json()

    assert [each["text"] for each in first["outputs"] + rest["outputs"]] == texts[:2]
    assert api.get(f"{path}?search={'x' * 201}").json()["error"]["code"] == "bad_search"


@pytest.fixture
def open_version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def arrived(version, *rows):
    return {"dataset_version_id": str(version.pk), "outputs": list(rows)}


def test_what_a_running_system_answered_arrives_once_in_an_open_version(api_of, bob, version, open_version):
    body = arrived(open_version, {"external_id": "a", "input": "2 + 2?", "system": "bot", "text": "4"})
    answers = [api_of(bob).post("/v1/outputs", body).json() for _ in range(2)]
    closed = api_of(bob).post("/v1/outputs", arrived(version, {"input": "2 + 2?", "system": "bot", "text": "4"}))

    stored = ModelOutput.objects.get()
    assert [answer["outputs"][0]["status"] for answer in answers] == ["created", "existing"]
    assert [answer["outputs"][0]["output_id"] for answer in answers] == [str(stored.pk)] * 2
    assert closed.json()["error"]["code"] == "not_open"


def test_a_bad_row_refuses_all_that_arrives(api_of, bob, open_version):
    rows = [{"input": "2 + 2?", "system": "bot", "text": "4"}, {"input": "3 + 3?", "system": "bot"}]
    answer = api_of(bob).post("/v1/outputs", arrived(open_version, *rows))

    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, "bad_rows")
    assert error["details"]["rows"] == [{"index": 1, "reason": "An output has neither a text nor an error."}]
    assert not ModelOutput.objects.exists()
