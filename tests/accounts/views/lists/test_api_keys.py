"""The list of API keys: whose keys, and in which state."""

from evalhub.accounts.actions import api_keys
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


def walk(organization, member):
    for number in range(7):
        key = factories.make_api_key(member, name=f"import {number}").key
        if number % 2:
            api_keys.revoke(key=key, by=member.user)
    return Walk("/api-keys/", search="import 3", filter="state", value="revoked")
