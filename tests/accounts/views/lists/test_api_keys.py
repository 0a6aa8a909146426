"""The list of API keys: whose keys, and in which state."""

import datetime

from django.utils import timezone
from django.utils.formats import date_format

from evalhub.accounts.actions import api_keys
from evalhub.accounts.views.lists.api_keys import use
from tests import factories
from tests.lists.walks import Walk


def test_is_filtered_by_state_and_person(client_of, bob, alice):
    factories.make_api_key(alice, name="hers")
    key = factories.make_api_key(bob, name="his").key
    api_keys.revoke(key=key, by=bob.user)
    client = client_of(bob)

    def names(query):
        return [line.row.name for line in client.get(f"/api-keys/{query}").context["list"].lines]

    assert names("?state=revoked") == ["his"]
    assert names("?person=alice") == ["hers"]
    assert names("?q=hi") == ["his"]


def test_says_which_keys_are_wider_than_their_use(client_of, bob):
    long_ago, today = timezone.now() - datetime.timedelta(days=31), timezone.now().date().isoformat()
    scopes, old = ["read", "manage", "admin"], {"use_recorded_since": long_ago}
    factories.make_api_key(bob, name="wide", scopes=scopes, scope_days={"read": today}, **old)
    factories.make_api_key(bob, name="fits", scopes=scopes, **old)
    factories.make_api_key(bob, name="new", scopes=scopes, scope_days={})
    factories.make_api_key(bob, name="over", scopes=scopes, scope_days={}, revoked_at=timezone.now(), **old)

    page = client_of(bob).get("/api-keys/")

    assert {line.row.name: use(line.row) for line in page.context["list"].lines} == {
        "wide": "Wider than its use: manage, admin not used in the last 30 days",
        "fits": "",
        "new": f"Recorded since {date_format(timezone.now(), 'j M Y')}",
        "over": "",
    }
    assert "Wider than its use: manage, admin" in page.content.decode()


def walk(organization, member):
    for number in range(7):
        key = factories.make_api_key(member, name=f"import {number}").key
        if number % 2:
            api_keys.revoke(key=key, by=member.user)
    return Walk("/api-keys/", search="import 3", filter="state", value="revoked")
