"""The page of API keys: made once, shown once, revoked by their person or an admin."""

import datetime
import re

from django.utils import timezone

from evalhub.accounts.forms import SCOPE_WORDS
from evalhub.accounts.models import ApiKey, AuditEvent
from tests import factories


def make_key(client, **fields):
    return client.post("/api-keys/new/", {"name": "nightly import", "scopes": ["read"], "expires": "90"} | fields)


def test_key_is_shown_once_and_works_for_its_person(client_of, client, rita):
    page = make_key(client_of(rita)).content.decode()

    secret = re.search(r"eval_[\w-]{43}", page).group()
    key = ApiKey.objects.get()
    assert (key.membership, key.scopes, key.name) == (rita, ["read"], "nightly import")
    assert secret not in str(ApiKey.objects.values().get())
    assert secret not in client_of(rita).get("/api-keys/").content.decode()
    assert AuditEvent.objects.get(verb="api_key.created").actor == rita.user


def test_key_ends_after_the_chosen_days(client_of, bob):
    make_key(client_of(bob), expires="30")

    left = ApiKey.objects.get().expires_at - timezone.now()
    assert datetime.timedelta(days=29, hours=23) < left <= datetime.timedelta(days=30)


def test_key_may_never_end(client_of, bob):
    make_key(client_of(bob), expires="never")

    assert ApiKey.objects.get().expires_at is None


def test_form_gives_read_and_nothing_wide_by_itself(client_of, bob, alice):
    form = client_of(bob).get("/api-keys/new/").context["form"]

    assert form.fields["scopes"].initial == ["read"]
    assert [scope for scope, _words in form.fields["scopes"].choices] == [*SCOPE_WORDS]
    of_annotator = client_of(alice).get("/api-keys/new/").context["form"]
    assert [scope for scope, _words in of_annotator.fields["scopes"].choices] == ["label"]


def test_key_is_bound_to_the_chosen_object(client_of, bob, acme, rival):
    dataset, foreign = factories.make_dataset(acme, name="Support"), factories.make_dataset(rival, name="Foreign")
    client = client_of(bob)

    page = make_key(client, bound_to=f"dataset {dataset.pk}").content.decode()
    refused = [
        make_key(client, bound_to=f"dataset {foreign.pk}"),
        make_key(client, bound_to=f"dataset {dataset.pk}", scopes=["admin"]),
    ]

    assert ApiKey.objects.get().dataset == dataset and "Support" in page
    assert [response.status_code for response in refused] == [422, 422]
    assert "Dataset: Support" in client.get("/api-keys/").content.decode()
    assert "Foreign" not in client.get("/api-keys/new/").content.decode()


BAD_FORMS = [
    {"name": ""},
    {"name": " "},
    {"name": "x" * 121},
    {"scopes": []},
    {"scopes": ["root"]},
    {"expires": "0"},
    {"expires": "9999"},
]


def test_bad_forms_make_no_key(client_of, bob):
    client = client_of(bob)

    for fields in BAD_FORMS:
        assert make_key(client, **fields).status_code == 422, fields
        assert not ApiKey.objects.exists(), fields


def test_nobody_gives_a_key_more_than_their_role_has_and_people_see_their_own_keys_and_admins_all(
    client_of, alice, rita, bob, mallory
):
    response = make_key(client_of(alice), scopes=["annotate", "manage"])
    assert response.status_code == 422
    assert not ApiKey.objects.exists()

    for member in (alice, rita, mallory):
        factories.make_api_key(member, name=f"key of {member.user.name}")
    shown = {member: client_of(member).get("/api-keys/").content.decode() for member in (alice, bob)}
    assert "key of Alice" in shown[alice]
    assert "key of Rita" not in shown[alice]
    assert "key of Rita" in shown[bob]
    assert "key of Mallory" not in shown[bob]


def test_revoked_key_is_refused_from_then_on(client_of, api_of, alice, client):
    issued = factories.make_api_key(alice)

    response = client_of(alice).post(f"/api-keys/{issued.key.pk}/revoke/")

    refused = client.get("/v1/annotations/tasks", headers={"Authorization": f"Bearer {issued.secret}"})
    assert response.url == "/api-keys/"
    assert refused.status_code == 401
    assert AuditEvent.objects.get(verb="api_key.revoked").object_id == str(issued.key.pk)


def test_admin_revokes_a_key_of_a_member(client_of, bob, alice):
    key = factories.make_api_key(alice).key

    client_of(bob).post(f"/api-keys/{key.pk}/revoke/")

    key.refresh_from_db()
    assert key.state == "revoked"


def test_keys_of_others_cannot_be_revoked(client_of, alice, rita, mallory):
    key = factories.make_api_key(alice).key

    for member in (rita, mallory):
        assert client_of(member).post(f"/api-keys/{key.pk}/revoke/").status_code == 404
    key.refresh_from_db()
    assert key.revoked_at is None
