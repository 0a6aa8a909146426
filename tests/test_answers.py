"""Errors as people and programs see them, also while database or cache are away."""

import contextlib

import pytest
from django.db import OperationalError, connections
from django.test import Client, RequestFactory

from evalhub.answers import error_response
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories


@contextlib.contextmanager
def lost_database():
    """Every query fails as it does when the server is gone."""

    def refuse(*args, **kwargs):
        raise OperationalError("connection failed: /run/secret/path")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connections["default"]), "cursor", refuse)
        patch.setattr(type(connections["default"]), "close", lambda self: None)
        yield


def test_program_gets_json_with_code_message_and_details():
    error = InvalidInput("The column is unknown.", code="bad_column", details={"column": "x"})

    response = error_response(RequestFactory().get("/v1/datasets"), error)

    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/json"
    assert b'{"error": {"code": "bad_column", "message": "The column is unknown.", "details": {"column": "x"}}}' in (
        response.content
    )


def test_person_gets_a_page_in_the_chosen_theme_with_the_message_as_text():
    request = RequestFactory().get("/people/")
    request.COOKIES["theme"] = "dark"

    page = error_response(request, Conflict("<b>Taken</b>")).content.decode()

    assert "&lt;b&gt;Taken&lt;/b&gt;" in page
    assert 'data-theme="dark"' in page


def test_lost_database_is_unavailable_and_never_a_server_error(client_of, bob):
    client = client_of(bob)
    client.raise_request_exception = False

    for path in ("/people/", "/", "/v1/annotations/tasks", "/nothing/here/"):
        with lost_database():
            response = client.get(path)
        assert response.status_code in (404, 503) and b"secret" not in response.content, path
        if response.status_code == 503:
            assert response.headers["Retry-After"] == "2", path


def test_lost_database_while_the_session_is_saved_is_unavailable(client_of, bob, monkeypatch):
    client = client_of(bob)
    client.raise_request_exception = False

    def refuse(self, *args, **kwargs):
        raise OperationalError("gone")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", refuse)
    response = client.post("/settings/organization/", {"organization": str(bob.organization_id)})

    assert response.status_code == 503


def test_health_tells_of_a_lost_database(client_of, bob):
    client = client_of(bob)

    with lost_database():
        response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json()["database"] == "unavailable"


def test_programming_error_is_a_500_without_its_words(client_of, bob, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("a secret of the inside")

    client = client_of(bob)
    client.raise_request_exception = False
    monkeypatch.setattr("evalhub.lists.views.show", fail)

    response = client.get("/people/")

    assert response.status_code == 500
    assert b"secret" not in response.content
    assert b"logged" in response.content


@pytest.mark.parametrize("path, kind", [("/nothing/", "text/html"), ("/v1/nothing", "application/json")])
def test_unknown_address_is_answered_in_the_callers_form(client, db, path, kind):
    response = client.get(path)

    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith(kind)


def test_wrong_method_says_what_is_valid(client_of, bob, alice):
    response = client_of(bob).get(f"/people/{alice.pk}/role/")

    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert "Valid: POST." in response.content.decode()


def test_pages_are_not_cached_and_say_what_the_browser_may_load(client_of, bob):
    headers = client_of(bob).get("/people/").headers

    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert headers["Cache-Control"] == "no-store, private"
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=(), " in headers["Permissions-Policy"]


def test_foreign_host_is_refused():
    response = Client(raise_request_exception=False).get("/people/", headers={"Host": "elsewhere.example"})

    assert response.status_code == 400


def test_fields_of_a_form_are_bounded_as_bodies_are(bob, api_of, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 2**20
    dataset = factories.make_dataset(bob.organization)

    answer = api_of(bob).upload(f"/v1/datasets/{dataset.pk}/versions", {"description": "x" * (2 * 2**20 + 1)})

    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert "larger than 2 MB" in answer.json()["error"]["message"]
