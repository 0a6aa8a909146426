"""What a program learns about its key."""

import pytest

pytestmark = pytest.mark.django_db


def test_a_key_says_whose_it_is_and_what_it_allows(api_of, bob, acme, settings):
    settings.UPLOAD_ROWS = 5_000

    answer = api_of(bob, scopes=["read", "export"]).get("/v1/me").json()

    key = answer.pop("key")
    assert answer == {
        "user": {"user_id": str(bob.user_id), "email": "bob@example.org", "name": "Bob"},
        "organization": {"organization_id": str(acme.pk), "slug": "acme", "name": "Acme"},
        "role": "admin",
        "scopes": ["read", "export"],
        "limits": {
            "body_bytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
            "file_megabytes": settings.UPLOAD_MEGABYTES,
            "file_rows": 5_000,
        },
    }
    assert key["prefix"].startswith("eval_") and key["expires_at"] is None


def test_a_key_allows_no_more_than_the_role_of_its_person(api_of, alice):
    assert api_of(alice, scopes=["annotate", "manage"]).get("/v1/me").json()["scopes"] == ["annotate"]


def test_a_session_has_no_key(client_of, vera):
    answer = client_of(vera).get("/v1/me").json()

    assert (answer["key"], answer["role"], answer["scopes"]) == (None, "viewer", ["read"])


def test_strangers_are_asked_to_sign_in(client):
    assert client.get("/v1/me").status_code == 401
