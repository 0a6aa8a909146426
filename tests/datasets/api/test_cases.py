"""Cases of a version over the API."""

import hashlib
import json

import pytest

from datasets.actions import imports
from datasets.models import DatasetVersion
from tests import factories
from tests.datasets.files import received

pytestmark = pytest.mark.django_db


DESCRIBED = {
    "text": "Hi.", "model": "openai/gpt-4o-mini", "model_version": "2024-07-18", "finish_reason": "stop",
    "latency_ms": 12.5, "tokens_in": 100, "cost_usd": 0.0012, "simulated": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def acme(module_db):
    return factories.make_organization("acme")


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


@pytest.mark.parametrize(
    "name, content",
    [
        ("rows.jsonl", [{"question": "2 + 2?", "context": "Add.", "acceptable_answers": ["4", "four"]}]),
        ("rows.csv", 'question,context,acceptable_answers\n2 + 2?,Add.,"[""4"", ""four""]"\n'),
    ],
)
def test_context_and_acceptable_answers_come_from_files(api, acme, client_of, bob, name, content):
    version = imports.run(version=received(content, name=name, dataset=factories.make_dataset(acme)))

    (case,) = api.get(f"/v1/datasets/{version.dataset_id}/versions/1/cases").json()["cases"]
    page = client_of(bob).get(f"/datasets/{version.dataset_id}/versions/1/cases/0/").content.decode()

    assert case["input"] == {"prompt": "2 + 2?", "context": "Add."}
    assert (case["acceptable_answers"], case["metadata"]) == (["4", "four"], {})
    assert "Acceptable answers" in page and "four" in page


def test_pages_by_offset_and_by_key_agree(api, path):
    by_offset = api.get(f"{path}/cases", {"limit": 10, "offset": 25}).json()
    by_key = api.get(f"{path}/cases", {"limit": 10, "after": 24}).json()

    assert [case["row_index"] for case in by_offset["cases"]] == [25, 26, 27, 28, 29]
    assert by_offset == by_key
    assert by_offset["has_more"] is False and by_offset["next_after"] is None


def test_a_filter_narrows_cases_and_total(api, path):
    wanted = json.dumps({"topic": "b", "score": {"gte": 10}})

    body = api.get(f"{path}/cases", {"filter": wanted, "limit": 3}).json()

    assert [case["row_index"] for case in body["cases"]] == [11, 13, 15]
    assert (body["total"], body["has_more"], body["next_after"]) == (10, True, 15)


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0}, {"limit": 1001}, {"limit": "x"}, {"offset": -1}, {"after": "x"}, {"after": 1, "offset": 1},
        {"filter": "{"}, {"filter": "[]"}, {"filter": "null"}, {"filter": '{"question": "q 1"}'},
        {"filter": '{"topic": {"regex": ".*"}}'}, {"filter": '{"score": {"lt": "high"}}'},
        {"filter": '{"topic": "\\u0000"}'}, {"filter": '{"score": 1e999}'}, {"filter": "x" * 20_001},
    ],
)  # fmt: skip
def test_a_bad_query_is_400(api, path, query):
    answer = api.get(f"{path}/cases", query)

    assert answer.status_code == 400, answer.content
    assert answer.json()["error"]["message"]


def test_cases_take_as_many_queries_for_thirty_rows_as_for_one(api, path, django_assert_num_queries):
    with django_assert_num_queries(4):
        api.get(f"{path}/cases", {"limit": 1})

    with django_assert_num_queries(4):
        body = api.get(f"{path}/cases", {"limit": 30}).json()

    assert len(body["cases"]) == 30


def test_a_sample_is_repeated_by_its_seed(api, path):
    first = api.post(f"{path}/sample", {"size": 5}).json()
    again = api.post(f"{path}/sample", {"size": 5, "strategy": "random", "seed": first["seed"]}).json()

    assert first == again
    assert first["sample_size"] == 5 == len(first["cases"])


def test_a_stratified_sample(api, path):
    body = {"size": 6, "strategy": "stratified", "stratify_by": "topic", "seed": 1}

    drawn = api.post(f"{path}/sample", body).json()

    assert sorted(case["metadata"]["topic"] for case in drawn["cases"]) == ["a"] * 3 + ["b"] * 3


@pytest.mark.parametrize(
    "body",
    [
        {}, {"size": 0}, {"size": 1001}, {"size": "5"}, {"size": 5, "strategy": "first"}, {"size": 5, "seed": -1},
        {"size": 5, "seed": 2**63}, {"size": 5, "strategy": "stratified"}, {"size": 5, "limit": 1},
        {"size": 5, "strategy": "stratified", "stratify_by": "question"}, {"size": True},
    ],
)  # fmt: skip
def test_a_bad_sample_is_400(api, path, body):
    answer = api.post(f"{path}/sample", body)

    assert answer.status_code == 400, answer.content


def test_annotators_do_not_see_expected_outputs(api_of, alice, path):
    assert api_of(alice).get(f"{path}/cases").status_code == 403
    assert api_of(alice).post(f"{path}/sample", {"size": 1}).status_code == 403


@pytest.fixture
def opened(acme, api_of, bob):
    """The address of an open version and a manager who adds to it."""
    boss = api_of(bob)
    version = boss.post(f"/v1/datasets/{factories.make_dataset(acme).pk}/versions/open").json()
    return boss, f"/v1/datasets/{version['dataset_id']}/versions/{version['version_number']}"


def test_cases_are_added_and_each_is_answered(opened):
    boss, path = opened
    body = {"cases": [{"external_id": "a", "input": "x"}, {"external_id": "a", "input": "y"}, {"input": "z"}]}

    answer = boss.post(f"{path}/cases", body)

    first, second, third = answer.json().pop("cases")
    assert (answer.status_code, answer.json()["created"], answer.json()["refused"]) == (200, 2, 1)
    assert first.pop("test_case_id").isdigit()
    assert first == {"index": 0, "status": "created", "reason": None, "external_id": "a", "row_index": 0}
    assert (second["status"], second["test_case_id"]) == ("refused", None) and "cannot be changed" in second["reason"]
    assert (third["row_index"], third["external_id"]) == (1, None)
    assert boss.get(path).json()["row_count"] == 2


def test_a_request_that_is_sent_again_adds_its_cases_once(opened):
    boss, path = opened

    answers = [boss.post(f"{path}/cases", {"cases": [{"input": "x"}]}, idempotency_key="k1") for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert boss.get(path).json()["row_count"] == 1


@pytest.mark.parametrize(
    "body", [{}, {"cases": []}, {"cases": {}}, {"cases": [{"input": "x"}] * 1001}, {"cases": [{"input": "x"}], "a": 1}]
)
def test_a_body_that_is_wrong_as_a_whole_adds_nothing(opened, body):
    boss, path = opened

    assert boss.post(f"{path}/cases", body).status_code == 400
    assert boss.get(path).json()["row_count"] == 0


def test_cases_are_added_by_managers_to_open_versions(opened, api_of, vera, bob, path):
    _, address = opened
    body = {"cases": [{"input": "x"}]}

    assert api_of(vera).post(f"{address}/cases", body).status_code == 403
    refused = api_of(bob).post(f"{path}/cases", body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_open")


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


def test_search_says_what_is_wrong_or_that_it_has_to_wait(api, path, version):
    refused = api.get(f"{path}/cases?search=?")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_search")
    DatasetVersion.objects.filter(pk=version.pk).update(unindexed_from=20)

    waits = api.get(f"{path}/cases?search=q")

    assert (waits.status_code, waits.json()["error"]["code"]) == (409, "not_indexed_yet")
