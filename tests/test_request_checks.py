"""What no view takes is refused before one is looked for."""

import pytest

from evalhub import request_checks
from tests.datasets.files import upload

FORM = "application/x-www-form-urlencoded"
METHODS = "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE"


@pytest.mark.parametrize("path", ["/", "/people/", "/accounts/login/", "/v1/datasets", "/static/app.css", "/healthz"])
@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "X"])
def test_unknown_methods_are_405(client, path, method):
    answer = client.generic(method, path)

    assert (answer.status_code, answer["Allow"]) == (405, METHODS)


def test_nul_is_refused_wherever_it_stands(client_of, api_of, bob):
    for path, status in (("/datasets/?search=%00", 400), ("/v1/datasets?search=a%00", 400), ("/datasets/%00/", 404)):
        assert client_of(bob).get(path).status_code == status, path
        assert api_of(bob).get(path).status_code == status, path
    for kind in ({}, {"content_type": FORM}):
        body = {"name": "a\0b"} if not kind else "name=a%00b"
        answer = client_of(bob).post("/datasets/new/", body, **kind)
        assert answer.status_code == 400 and "The field &#x27;name&#x27; has a NUL" in answer.content.decode()


def test_forms_that_cost_seconds_are_413_and_name_the_limit(client, monkeypatch, settings, db):
    monkeypatch.setattr(request_checks, "MOST_ESCAPES", 3)
    monkeypatch.setattr(request_checks, "MOST_PARTS", 3)
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 4
    fields = {str(number): "x" for number in range(3)}

    for options, reason in (
        ({"data": "login=%41%41%41%41", "content_type": FORM}, "more than 3 special characters"),
        ({"data": "a=&" * 5, "content_type": FORM}, "more than 4 fields"),
        ({"data": fields | {"one": "too many"}}, "more than 3 fields"),
    ):
        answer = client.post("/accounts/login/", **options)
        assert answer.status_code == 413 and reason in answer.content.decode(), options
    assert client.post("/accounts/login/", fields).status_code == 200
    assert client.post("/accounts/login/", "login=%41%41%41", content_type=FORM).status_code == 200


def test_files_of_a_form_are_counted_for_programs_too(api_of, bob, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 1

    answer = api_of(bob).upload("/v1/benchmarks/logs", {"a": upload("a.json", "{}"), "b": upload("b.json", "{}")})

    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
