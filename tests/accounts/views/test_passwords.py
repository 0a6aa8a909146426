"""Changing the own password."""

from evalhub.accounts.models import ApiKey
from tests import factories


def change(client, old=factories.PASSWORD, new="a rather long one", again=None, **more):
    fields = {"oldpassword": old, "password1": new, "password2": new if again is None else again} | more
    return client.post("/accounts/password/change/", fields)


def test_password_is_changed_and_other_sessions_end_and_keys_are_listed_and_end_if_that_is_chosen(
    client_of, alice, bob
):
    here, elsewhere = client_of(alice), client_of(alice)
    response = change(here)
    alice.user.refresh_from_db()
    assert response.status_code == 302
    assert alice.user.check_password("a rather long one")
    assert here.get("/settings/").status_code == 200
    assert elsewhere.get("/settings/").status_code == 302

    client, key = client_of(alice), factories.make_api_key(alice).key
    factories.make_api_key(bob)
    page = client.get("/accounts/password/change/").content.decode()
    change(client)
    kept = ApiKey.objects.live().filter(pk=key.pk).exists()
    change(client, old="a rather long one", new="an even longer one", end_keys="on")
    assert key.name in page and f"{key.prefix}…" in page
    assert kept
    assert [live.membership for live in ApiKey.objects.live()] == [bob]
    assert [event.details for event in factories.audit_events("password.changed")] == [
        {"how": "settings", "api_keys_ended": 0},
        {"how": "settings", "api_keys_ended": 1},
    ]


def test_wrong_or_weak_passwords_change_nothing(client_of, alice):
    client = client_of(alice)

    for fields in [{"old": "wrong horse"}, {"new": "short"}, {"again": "something else"}]:
        change(client, **fields)

    alice.user.refresh_from_db()
    assert alice.user.check_password(factories.PASSWORD)


def test_stranger_is_asked_to_sign_in(client, db):
    assert client.get("/accounts/password/change/").url.startswith("/accounts/login/")
