"""API keys over the API: made once, shown once, never wider than who makes them."""

import datetime
import importlib

import pytest
from django.db import connection
from django.utils import timezone

from evalhub.accounts.models import ApiKey, AuditEvent, IdempotentAnswer
from tests import factories
from tests.api_caller import ApiCaller

pytestmark = pytest.mark.django_db


def test_new_key_is_in_the_answer_alone_and_works_and_scopes_are_by_themselves_those_of_the_caller(api_of, bob):
    ends = timezone.now() + datetime.timedelta(days=30)
    answer = api_of(bob).post("/v1/api-keys", {"name": "nightly", "scopes": ["read"], "expires_at": ends.isoformat()})
    made = answer.json()
    assert answer.status_code == 201 and made["scopes"] == ["read"] and made["state"] == "active"
    assert ApiCaller(made["secret"]).get("/v1/me").json()["scopes"] == ["read"]
    assert "secret" not in api_of(bob).get(f"/v1/api-keys/{made['key_id']}").json()
    assert AuditEvent.objects.get(verb="api_key.created").actor == bob.user

    made = api_of(bob, scopes=["read", "annotate", "manage", "admin"]).post("/v1/api-keys", {"name": "copy"}).json()
    assert made["scopes"] == ["read", "annotate", "manage"]


def test_key_gives_what_its_scopes_cover_and_nothing_else(api_of, bob):
    caller = api_of(bob, scopes=["annotate", "manage", "admin"])

    refused = [caller.post("/v1/api-keys", {"name": "wider", "scopes": [scope]}) for scope in ("export", "label")]
    made = caller.post("/v1/api-keys", {"name": "narrower", "scopes": ["send", "annotate"]})

    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in refused] == [(400, "unusable_scope")] * 2
    assert made.status_code == 201 and not ApiKey.objects.filter(name="wider").exists()


def test_person_gives_no_scope_that_the_role_lacks(client_of, alice):
    client, body = client_of(alice), {"name": "wider", "scopes": ["manage"]}

    answer = client.post("/v1/api-keys", body, content_type="application/json")

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unusable_scope")


def test_leaked_key_without_admin_stays_one_key_and_key_is_bound_to_an_object_that_its_person_sees(
    api_of, bob, client_of, alice, acme, rival
):
    other, caller = factories.make_api_key(bob).key, api_of(bob, scopes=["read", "label", "export", "manage"])
    own = caller.get("/v1/me").json()["key"]["key_id"]
    statuses = [
        caller.get("/v1/api-keys").status_code,
        caller.post("/v1/api-keys", {"name": "another"}).status_code,
        caller.get(f"/v1/api-keys/{other.pk}").status_code,
        caller.delete(f"/v1/api-keys/{other.pk}").status_code,
        caller.get(f"/v1/api-keys/{own}").status_code,
        caller.delete(f"/v1/api-keys/{own}").status_code,
        caller.get("/v1/me").status_code,
    ]
    assert statuses == [403, 403, 403, 403, 200, 204, 401]

    dataset, foreign = factories.make_dataset(acme, name="Support"), factories.make_dataset(rival)
    body = {"name": "sends", "scopes": ["send"]}
    made = api_of(bob).post("/v1/api-keys", body | {"dataset_id": str(dataset.pk)}).json()
    unseen = client_of(alice).post(
        "/v1/api-keys", {"name": "hers", "dataset_id": str(dataset.pk)}, content_type="application/json"
    )
    unknown = [api_of(bob).post("/v1/api-keys", body | {"dataset_id": each}) for each in (str(foreign.pk), "x")]
    assert made["bound_to"] == {"kind": "dataset", "object_id": str(dataset.pk), "name": "Support"}
    assert ApiCaller(made["secret"]).get("/v1/me").json()["key"]["bound_to"] == made["bound_to"]
    assert [answer.status_code for answer in (unseen, *unknown)] == [404, 404, 404]


BAD = [
    ({}, "invalid_input"),
    ({"name": " "}, "invalid_input"),
    ({"name": "\u2003"}, "invalid_input"),
    ({"name": 7}, "invalid_input"),
    ({"name": "x" * 121}, "invalid_input"),
    ({"name": "k", "scopes": []}, "scope_missing"),
    ({"name": "k", "scopes": ["root"]}, "invalid_input"),
    ({"name": "k", "scopes": "read"}, "invalid_input"),
    ({"name": "k", "expires_at": "2020-01-01T00:00:00Z"}, "bad_expiry"),
    ({"name": "k", "expires_at": "9999-12-31T23:59:59-14:00"}, "invalid_input"),
    ({"name": "k", "expires_at": 10**30}, "invalid_input"),
    ({"name": "k", "owner": "x"}, "unknown_field"),
]


def test_bad_bodies_make_no_key_and_repeated_request_makes_one_key_and_the_secret_is_not_kept(api_of, bob):
    caller = api_of(bob)
    found = [(body, caller.post("/v1/api-keys", body)) for body, _code in BAD]
    met = [(body, answer.json()["error"]["code"]) for body, answer in found]
    assert met == BAD
    assert all(answer.status_code == 400 for _body, answer in found)
    assert ApiKey.objects.count() == 1

    caller = api_of(bob)
    first, again = [caller.post("/v1/api-keys", {"name": "once"}, idempotency_key="k1") for _ in range(2)]
    assert ApiKey.objects.filter(name="once").count() == 1
    assert again.json() == first.json() | {"secret": None}
    assert first.json()["secret"] not in IdempotentAnswer.objects.get().body


def test_members_see_their_own_and_admins_all_and_scopes_that_were_not_used_for_long_are_named(
    api_of, client_of, alice, bob, mallory
):
    key = factories.make_api_key(alice, name="of alice").key
    assert [row["name"] for row in api_of(bob).get("/v1/api-keys?q=alice").json()["api_keys"]] == ["of alice"]
    assert client_of(alice).get("/v1/api-keys?person=bob").json()["total"] == 0
    assert api_of(mallory).get(f"/v1/api-keys/{key.pk}").status_code == 404
    assert api_of(mallory).delete(f"/v1/api-keys/{key.pk}").status_code == 404

    now = timezone.now()
    long_ago, day = now - datetime.timedelta(days=31), (now - datetime.timedelta(days=29)).date().isoformat()
    fields = {"scopes": ["read", "export", "manage"], "scope_days": {"read": day, "export": "2020-01-01"}}
    factories.make_api_key(bob, name="wide", use_recorded_since=long_ago, **fields)
    factories.make_api_key(bob, name="new", use_recorded_since=now, **fields)
    rows = {row["name"]: row for row in api_of(bob).get("/v1/api-keys").json()["api_keys"]}
    assert rows["wide"]["unused_scopes"] == ["export", "manage"]
    assert rows["new"]["unused_scopes"] is None and rows["new"]["use_recorded_since"]


def test_list_is_filtered_by_state(api_of, alice, bob):
    caller, past = api_of(bob), timezone.now() - datetime.timedelta(days=1)
    factories.make_api_key(alice, name="old", expires_at=past)
    factories.make_api_key(alice, name="gone", revoked_at=past)

    def named(state):
        return {row["name"] for row in caller.get(f"/v1/api-keys?state={state}&person=alice").json()["api_keys"]}

    assert (named("expired"), named("revoked"), named("active")) == ({"old"}, {"gone"}, set())
    assert named("expired,revoked") == {"old", "gone"}


def test_list_pages_by_cursor(api_of, alice, bob):
    made = [factories.make_api_key(alice).key.pk for _ in range(3)]
    caller = api_of(bob)

    first = caller.get("/v1/api-keys?person=alice&limit=2").json()
    second = caller.get(f"/v1/api-keys?person=alice&limit=2&cursor={first['next']}").json()

    seen = [row["key_id"] for page in (first, second) for row in page["api_keys"]]
    assert seen == [str(pk) for pk in sorted(made, reverse=True)]
    assert (first["total"], second["next"]) == (3, None)


MIGRATION = importlib.import_module("evalhub.accounts.migrations.0002_admin_scope").Migration


def test_keys_from_before_still_invite_people(alice, bob):
    before = [(bob, ["read", "manage"]), (bob, ["read"]), (bob, ["manage", "admin"]), (alice, ["manage"])]
    keys = [factories.make_api_key(member, scopes=scopes).key for member, scopes in before]

    with connection.cursor() as cursor:
        cursor.execute(MIGRATION.operations[0].sql)

    for key in keys:
        key.refresh_from_db()
    assert [key.scopes for key in keys] == [["read", "manage", "admin"], ["read"], ["manage", "admin"], ["manage"]]
