"""Changing the own password."""

from tests import factories


def change(client, old=factories.PASSWORD, new="a rather long one", again=None):
    fields = {"oldpassword": old, "password1": new, "password2": new if again is None else again}
    return client.post("/accounts/password/change/", fields)


def test_password_is_changed_and_other_sessions_end(client_of, alice):
    here, elsewhere = client_of(alice), client_of(alice)

    response = change(here)

    alice.user.refresh_from_db()
    assert response.status_code == 302
    assert alice.user.check_password("a rather long one")
    assert here.get("/settings/").status_code == 200
    assert elsewhere.get("/settings/").status_code == 302


def test_wrong_or_weak_passwords_change_nothing(client_of, alice):
    client = client_of(alice)

    for fields in [{"old": "wrong horse"}, {"new": "short"}, {"again": "something else"}]:
        change(client, **fields)

    alice.user.refresh_from_db()
    assert alice.user.check_password(factories.PASSWORD)


def test_stranger_is_asked_to_sign_in(client, db):
    assert client.get("/accounts/password/change/").url.startswith("/accounts/login/")
