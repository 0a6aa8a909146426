"""What calls with a key pass by, and what they have in common with pages."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def both_of(client_of):
    """both_of(signed_in, key_of) calls with the session of one member and the key of another."""

    def call(signed_in, key_of, path, **headers):
        key = f"Bearer {factories.make_api_key(key_of).secret}"
        return client_of(signed_in).get(path, headers={"Authorization": key} | headers)

    return call


def test_call_with_a_key_is_its_own_person_whoever_is_signed_in(both_of, alice, bob):
    answer = both_of(bob, alice, "/v1/me")

    assert answer.json()["user"]["email"] == "alice@example.org"
    assert not answer.cookies and "Cookie" not in answer["Vary"]
    assert {"X-Frame-Options", "Content-Security-Policy", "X-Request-ID", "Permissions-Policy"} <= set(answer.headers)


def test_a_wrong_key_is_no_session(client_of, bob):
    answer = client_of(bob).get("/v1/me", headers={"Authorization": "Bearer eval_wrong"})

    assert answer.status_code == 401 and answer.json()["error"]["code"] == "bad_key"


@pytest.mark.parametrize("path", ["/v1/docs/", "/v1/schema/", "/"])
def test_pages_stay_pages_for_a_caller_with_a_key(both_of, alice, bob, path, monkeypatch):
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *words, **names: {"openapi": "3.0.3"})

    assert both_of(bob, alice, path).status_code == 200


@pytest.mark.parametrize("path", ["/v1/me", "/"])
@pytest.mark.parametrize(("asked", "answered"), [({}, "en"), ({"Accept-Language": "de"}, "de")])
def test_language_is_what_the_caller_asks_for(both_of, bob, path, asked, answered):
    assert both_of(bob, bob, path, **asked)["Content-Language"] == answered
