"""A parameter that a call does not declare is refused: a misspelt filter would filter nothing."""

import pytest

from tests import factories

pytestmark = pytest.mark.django_db


def test_unknown_parameter_is_named_with_the_valid_ones(bob, api_of):
    answer = api_of(bob).get("/v1/annotations/tasks?stauts=ACTIVE")

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unknown_parameter")
    assert "'stauts'" in answer.json()["error"]["message"] and "status" in answer.json()["error"]["details"]["valid"]


def test_known_parameters_are_taken(bob, api_of, acme):
    factories.make_task(factories.make_version(factories.make_dataset(acme)))

    answer = api_of(bob).get("/v1/annotations/tasks?status=ACTIVE&limit=1&offset=0")

    assert answer.status_code == 200


def test_calls_that_change_something_take_none(bob, api_of):
    answer = api_of(bob).post("/v1/datasets?dry_run=1", {"name": "News"})

    assert answer.status_code == 400
    assert "no parameters" in answer.json()["error"]["message"]
