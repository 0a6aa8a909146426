"""A parameter that a call does not declare is refused: a misspelt filter would filter nothing."""

import inspect
import re

import pytest
from django.test import RequestFactory

from evalhub import checks
from evalhub.accounts.api.base import ApiView
from evalhub.api.parameters import declared
from tests import factories

pytestmark = pytest.mark.django_db


def test_unknown_and_empty_parameters_are_refused(bob, api_of):
    answer = api_of(bob).get("/v1/annotations/tasks?stauts=ACTIVE")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unknown_parameter")
    assert "'stauts'" in answer.json()["error"]["message"] and "status" in answer.json()["error"]["details"]["valid"]

    answer = api_of(bob).get("/v1/annotations/tasks?name=")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "empty_parameter")
    assert answer.json()["error"]["message"].startswith("name is empty.")


def test_known_parameters_are_taken(bob, api_of, acme):
    factories.make_task(factories.make_version(factories.make_dataset(acme)))

    answer = api_of(bob).get("/v1/annotations/tasks?status=ACTIVE&limit=1&offset=0")

    assert answer.status_code == 200


def test_calls_that_change_something_take_none(bob, api_of):
    answer = api_of(bob).post("/v1/datasets?dry_run=1", {"name": "News"})

    assert answer.status_code == 400
    assert "no parameters" in answer.json()["error"]["message"]


def test_what_a_handler_reads_is_declared():
    """A page that reads a parameter without declaring it would refuse it."""
    undeclared = []
    for route in checks.routes():
        view = getattr(route.callback, "cls", None)
        for method in route.access if isinstance(route.access, dict) and issubclass(view, ApiView) else ():
            handler = getattr(view, method.lower())
            text = inspect.getsource(handler)
            read = set(re.findall(r"(?:query_params|request\.GET)\.get\(\"(\w+)\"", text))
            read |= {"limit"} if re.search(r"\bread_page\(", text) else set()
            instance = view(request=RequestFactory().get("/"), kwargs={})
            if not read <= set(declared(instance, handler)):
                undeclared.append((route.path, method, sorted(read)))

    assert not undeclared


def test_head_takes_what_get_takes(bob, api_of):
    assert api_of(bob).raw("HEAD", "/v1/datasets?limit=1", "").status_code == 200
    assert api_of(bob).raw("HEAD", "/v1/datasets?limits=1", "").status_code == 400
