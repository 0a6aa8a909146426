"""Signing in and out by form: by email, throttled, and without telling who has an account."""

import re

from django.test import Client
from redis.exceptions import ConnectionError as RedisConnectionError

from evalhub.accounts.models import AuditEvent
from tests import factories


def sign_in(client, email="alice@example.org", password=factories.PASSWORD, path="/accounts/login/"):
    return client.post(path, {"login": email, "password": password})


def is_signed_in(client):
    return "_auth_user_id" in client.session


def test_right_password_signs_in(alice):
    for email in ("alice@example.org", " Alice@Example.ORG "):
        client = Client()

        response = sign_in(client, email)

        assert response.url == "/" and is_signed_in(client), email


def test_sign_in_changes_the_session_key(client, alice):
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["session"] = session.session_key

    sign_in(client)

    assert client.session.session_key != session.session_key


def test_wrong_password_and_unknown_address_look_the_same(client, alice):
    wrong = sign_in(client, password="wrong horse").content.decode()
    unknown = sign_in(client, email="nobody@example.org").content.decode()

    for page in (wrong, unknown):
        assert "error-summary" in page
        assert not is_signed_in(client)
    assert _words(wrong) == _words(unknown)


def test_page_lets_password_managers_help(client, db):
    page = client.get("/accounts/login/").content.decode()

    assert 'autocomplete="email"' in page or 'autocomplete="username"' in page
    assert 'autocomplete="current-password"' in page


def test_stranger_comes_back_to_the_page_that_was_wanted_and_nobody_is_sent_to_another_site(client, alice):
    wanted = client.get("/settings/?a=1&b=2")
    assert wanted.url == "/accounts/login/?next=/settings/%3Fa%3D1%26b%3D2"
    assert sign_in(client, path=wanted.url).url == "/settings/?a=1&b=2"

    for target in ("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"):
        assert sign_in(Client(), path=f"/accounts/login/?next={target}").url == "/", target


def test_sixth_wrong_password_for_one_address_is_throttled(client, alice):
    for _ in range(5):
        sign_in(client, password="wrong horse")

    response = sign_in(client)

    assert not is_signed_in(client)
    assert re.search("Too many failed sign-ins from here. Try again in [12] second", response.content.decode())
    assert response.status_code == 429 and response["Retry-After"] in ("1", "2")
    assert sign_in(Client(), email="nobody@example.org").status_code == 200


def test_an_attacker_cannot_lock_out_the_browser_of_the_person_and_a_browser_cannot_call_itself_known(client, alice):
    own = Client()
    sign_in(own)
    own.post("/accounts/logout/")
    for number in range(40):
        sign_in(client, password="wrong horse")
        sign_in(client, email=f"person{number}@example.org")
    sign_in(client)
    sign_in(own)
    assert not is_signed_in(client)
    assert is_signed_in(own)

    for _ in range(5):
        sign_in(client, password="wrong horse")
    for cookie in ("", "x", "eyJpZCI6IngifQ:1a:b", "é"):
        client.cookies["device"] = cookie
        sign_in(client)
        assert not is_signed_in(client), cookie


def test_sign_in_and_failure_stand_in_the_audit_log(client, alice):
    sign_in(client, password="wrong horse")
    sign_in(client)
    sign_in(client)

    failed, *succeeded = AuditEvent.objects.order_by("pk")
    assert (failed.verb, failed.actor, failed.object_id) == ("sign_in.failed", None, str(alice.user_id))
    assert {event.verb for event in succeeded} == {"sign_in.succeeded"}
    assert succeeded[0].actor == alice.user
    assert succeeded[0].details == {"source": "127.0.0.1", "known_device": False}


def test_blocked_person_cannot_sign_in_and_loses_the_session(client, client_of, alice):
    at_work = client_of(alice)
    alice.user.is_active = False
    alice.user.save()

    sign_in(client)

    assert not is_signed_in(client)
    assert at_work.get("/settings/").status_code == 302


def test_sign_out_needs_a_post_and_sign_in_needs_the_csrf_token_and_there_are_no_other_ways_in(
    client_of, alice, client
):
    client = client_of(alice)
    client.get("/accounts/logout/")
    assert is_signed_in(client)
    client.post("/accounts/logout/")
    assert not is_signed_in(client)

    client = Client(enforce_csrf_checks=True)
    response = sign_in(client)
    assert response.status_code == 403
    assert "page has expired" in response.content.decode()

    response = client.post("/accounts/signup/", {"email": "eve@example.org", "password1": "a rather long one"})
    member = client_of(alice)
    assert response.status_code in (200, 404) and not is_signed_in(client)
    assert [member.get(f"/accounts/{path}").status_code for path in ("email/", "confirm-email/")] == [404, 404]


def test_sign_in_needs_no_redis(client, alice, monkeypatch):
    def refuse(*args, **kwargs):
        raise RedisConnectionError("connection refused")

    for name in ("get", "set", "add", "incr"):
        monkeypatch.setattr(f"django.core.cache.backends.redis.RedisCache.{name}", refuse)

    sign_in(client)

    assert is_signed_in(client)


def _words(page):
    return page.split("error-summary")[1].split("</div>")[0]
