"""Cases of a version over the API."""

import hashlib
import json

import pytest

from datasets.actions import imports
from datasets.models import DatasetVersion
from tests import factories
from tests.datasets.files import received
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


DESCRIBED = {
    "text": "Hi.", "model": "openai/gpt-4o-mini", "model_version": "2024-07-18", "finish_reason": "stop",
    "latency_ms": 12.5, "tokens_in": 100, "cost_usd": 0.0012, "simulated": True,
}  # fmt: skip


@pytest.fixture
def version(db, imported):
    return DatasetVersion.objects.get(pk=imported.pk)


@pytest.fixture(scope="module")
def imported(acme):
    rows = [
        {"id": f"c{number}", "question": f"q {number}", "gold": "", "outputs": {"m1": "a", "m2": "b"},
         "topic": "ab"[number % 2], "score": number}
        for number in range(30)
    ]  # fmt: skip
    return imports.run(version=received(rows, dataset=factories.make_dataset(acme)))


@pytest.fixture
def path(version):
    return f"/v1/datasets/{version.dataset_id}/versions/1"


@pytest.fixture
def api(api_of, vera):
    return api_of(vera)


def test_the_shape_of_a_case(api, path):
    body = api.get(f"{path}/cases", {"limit": 1, "offset": 4}).json()

    case = body["cases"][0]
    assert case.pop("test_case_id").isdigit()
    assert [(answer["name"], answer["text"], answer["repetition"]) for answer in case.pop("answers")] == [
        ("m1", "a", 1),
        ("m2", "b", 1),
    ]
    assert case == {
        "row_index": 4, "external_id": "c4", "input": {"prompt": "q 4"}, "expected_output": "",
        "acceptable_answers": [], "outputs": {"m1": "a", "m2": "b"}, "metadata": {"topic": "a", "score": 4},
    }  # fmt: skip
    assert (body["total"], body["has_more"], body["next_after"]) == (30, True, 4)


def test_what_is_known_of_an_answer_is_shown(api, acme):
    rows = [{"question": "q", "outputs": {"bot": [DESCRIBED, {"text": "Again."}]}}]
    version = imports.run(version=received(rows, dataset=factories.make_dataset(acme)))

    (case,) = api.get(f"/v1/datasets/{version.dataset_id}/versions/1/cases").json()["cases"]

    first, second = case["answers"]
    assert case["outputs"] == {"bot": "Hi."}
    assert first.pop("system_id") != second.pop("system_id")
    assert first == DESCRIBED | {
        "name": "bot", "provider": None, "repetition": 1, "error": None, "tokens_out": None,
        "occurred_at": None, "text_sha256": hashlib.sha256(b"Hi.").hexdigest(),
    }  # fmt: skip
    assert (second["repetition"], second["cost_usd"], second["simulated"]) == (2, None, False)


def test_pages_by_offset_and_by_key_agree_and_cost_what_one_row_does(api, path, django_assert_num_queries):
    with django_assert_num_queries(4):
        api.get(f"{path}/cases", {"limit": 1})

    with django_assert_num_queries(4):
        by_offset = api.get(f"{path}/cases", {"limit": 10, "offset": 25}).json()
    by_key = api.get(f"{path}/cases", {"limit": 10, "after": 24}).json()

    assert [case["row_index"] for case in by_offset["cases"]] == [25, 26, 27, 28, 29]
    assert by_offset == by_key
    assert by_offset["has_more"] is False and by_offset["next_after"] is None


def test_a_filter_narrows_cases_and_total_and_a_sample_is_repeated_by_its_seed_and_may_be_stratified(api, path):
    wanted = json.dumps({"topic": "b", "score": {"gte": 10}})
    body = api.get(f"{path}/cases", {"filter": wanted, "limit": 3}).json()
    assert [case["row_index"] for case in body["cases"]] == [11, 13, 15]
    assert (body["total"], body["has_more"], body["next_after"]) == (10, True, 15)

    first = api.post(f"{path}/sample", {"size": 5}).json()
    again = api.post(f"{path}/sample", {"size": 5, "strategy": "random", "seed": first["seed"]}).json()
    strata = api.post(f"{path}/sample", {"size": 6, "strategy": "stratified", "stratify_by": "topic", "seed": 1}).json()
    assert first == again
    assert first["sample_size"] == 5 == len(first["cases"])
    assert sorted(case["metadata"]["topic"] for case in strata["cases"]) == ["a"] * 3 + ["b"] * 3


def test_a_bad_query_or_sample_is_400(api, path):
    queries = [
        {"limit": 0}, {"limit": 1001}, {"limit": "x"}, {"offset": -1}, {"after": "x"}, {"after": 1, "offset": 1},
        {"filter": "{"}, {"filter": "[]"}, {"filter": "null"}, {"filter": '{"topic": "\\u0000"}'},
        {"filter": '{"score": 1e999}'}, {"filter": "x" * 20_001},
    ]  # fmt: skip
    samples = [
        {}, {"size": 0}, {"size": 1001}, {"size": "5"}, {"size": 5, "strategy": "first"}, {"size": 5, "seed": -1},
        {"size": 5, "seed": 2**63}, {"size": 5, "strategy": "stratified"}, {"size": 5, "limit": 1}, {"size": True},
    ]  # fmt: skip

    for query in queries:
        answer = api.get(f"{path}/cases", query)
        assert answer.status_code == 400 and answer.json()["error"]["message"], query
    for body in samples:
        assert api.post(f"{path}/sample", body).status_code == 400, body


@pytest.fixture
def opened(acme, api_of, bob):
    """The address of an open version and a manager who adds to it."""
    boss = api_of(bob)
    version = boss.post(f"/v1/datasets/{factories.make_dataset(acme).pk}/versions/open").json()
    return boss, f"/v1/datasets/{version['dataset_id']}/versions/{version['version_number']}"


def test_cases_are_added_once_to_open_versions_and_each_is_answered(opened, path):
    boss, address = opened
    body = {"cases": [{"external_id": "a", "input": "x"}, {"external_id": "a", "input": "y"}, {"input": "z"}]}

    answer, again = (boss.post(f"{address}/cases", body, idempotency_key="k1") for _ in range(2))
    refused = boss.post(f"{path}/cases", body)

    assert answer.json() == again.json()
    first, second, third = answer.json().pop("cases")
    assert (answer.status_code, answer.json()["created"], answer.json()["refused"]) == (200, 2, 1)
    assert first.pop("test_case_id").isdigit()
    assert first == {"index": 0, "status": "created", "reason": None, "external_id": "a", "row_index": 0}
    assert (second["status"], second["test_case_id"]) == ("refused", None) and "cannot be changed" in second["reason"]
    assert (third["row_index"], third["external_id"]) == (1, None)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_open")
    for wrong in ({}, {"cases": []}, {"cases": {}}, {"cases": [{"input": "x"}] * 1001}, body | {"a": 1}):
        assert boss.post(f"{address}/cases", wrong).status_code == 400, wrong
    assert boss.get(address).json()["row_count"] == 2


def test_cases_are_searched_page_by_page_beside_a_filter(api, path, monkeypatch):
    first = api.get(f"{path}/cases?search=q&filter={json.dumps({'topic': 'a'})}&limit=10").json()
    rest = api.get(f"{path}/cases?search=q&filter={json.dumps({'topic': 'a'})}&after={first['next_after']}").json()

    assert [case["row_index"] for case in first["cases"] + rest["cases"]] == list(range(0, 30, 2))
    assert first["total"] == 15 and not rest["has_more"]
    by_id = api.get(f"{path}/cases?search=c12").json()
    assert ([case["external_id"] for case in by_id["cases"]], by_id["total"]) == (["c12"], 1)
    by_offset = api.get(f"{path}/cases?search=q&offset=28").json()
    assert [case["row_index"] for case in by_offset["cases"]] == [28, 29]
    monkeypatch.setattr("datasets.actions.search.MOST_KNOWN", 29)
    assert api.get(f"{path}/cases?search=q").json()["total"] is None
    refused = api.get(f"{path}/cases?search=?")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_search")
