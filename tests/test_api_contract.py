"""The comparison of answers with the OpenAPI document finds what differs."""

import json

import pytest

from tests import api_contract, factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(api_of, bob, acme):
    """The answer about a list of one dataset."""
    factories.make_dataset(acme)
    return api_of(bob).get("/v1/datasets")


def changed(answer, **fields):
    """The answer with other values of its dataset's fields; ... takes a field away."""
    body = json.loads(answer.content)
    for name, value in fields.items():
        body["datasets"][0][name] = value
    body["datasets"][0] = {name: value for name, value in body["datasets"][0].items() if value is not ...}
    answer.content = json.dumps(body).encode()
    return answer


@pytest.mark.parametrize("fields", [{}, {"latest_version_number": 3}, {"tags": ["a"]}])
def test_what_the_document_says_is_no_problem(answer, fields):
    assert not api_contract.problem_with(changed(answer, **fields))


@pytest.mark.parametrize(
    "fields, problem",
    [
        ({"colour": "red"}, "$.datasets[0]: Additional properties are not allowed ('colour' was unexpected)"),
        ({"name": ...}, "$.datasets[0]: 'name' is a required property"),
        ({"name": None}, "$.datasets[0].name: None is not of type 'string'"),
        ({"tags": [1]}, "$.datasets[0].tags[0]: 1 is not of type 'string'"),
        ({"dataset_id": "7"}, "$.datasets[0].dataset_id: '7' is not a 'uuid'"),
        ({"created_at": "today"}, "$.datasets[0].created_at: 'today' is not a 'date-time'"),
        ({"latest_version_number": "3"}, "$.datasets[0].latest_version_number: '3' is not of type 'integer', 'null'"),
    ],
)
def test_another_shape_is_a_problem(answer, fields, problem):
    assert api_contract.problem_with(changed(answer, **fields)).startswith(f"GET /v1/datasets answered 200, {problem}")


def test_another_status_and_another_kind_are_problems(answer):
    answer.status_code, has = 202, "200, 400, 401, 403, 406, 429, 503"
    assert api_contract.problem_with(answer) == f"GET /v1/datasets answered 202, the document has {has}."

    answer.status_code, answer.headers["Content-Type"] = 200, "text/html"
    assert (
        api_contract.problem_with(answer)
        == "GET /v1/datasets answered 200, of text/html, the document has application/json."
    )


def test_every_error_has_the_one_shape(answer):
    answer.status_code, answer.content = 400, b'{"detail": "no"}'

    assert "'error' is a required property" in api_contract.problem_with(answer)


def test_an_error_code_that_is_not_listed_is_a_problem(answer):
    error = {"code": "too_late", "message": "No.", "details": {}}
    answer.status_code, answer.content = 403, json.dumps({"error": error}).encode()

    assert api_contract.problem_with(answer) == (
        "GET /v1/datasets answered 403, too_late, the document has forbidden, key_bound, no_member."
    )


def test_a_test_that_sees_such_an_answer_fails(api_of, bob, monkeypatch):
    monkeypatch.setattr("datasets.api.shapes.DatasetListOut.of", lambda row: {"datasets": []})

    with pytest.raises(AssertionError, match=r"GET /v1/datasets answered 200, .*is a required property"):
        api_of(bob).get("/v1/datasets")
