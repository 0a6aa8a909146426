"""Invitations over the API: the link is shown once, renewed and withdrawn; the same rules as on the page."""

import datetime

import pytest
from django.utils import timezone

from evalhub.accounts.models import AuditEvent, IdempotentAnswer, Invitation
from tests.access_world import make_invitation
from tests.undoing import undone

pytestmark = pytest.mark.django_db
BODY = {"email": "New@example.org", "role": "reviewer"}


@pytest.fixture
def caller(api_of, bob):
    return api_of(bob)


def token_of(answer):
    return answer.json()["link"].rstrip("/").rpartition("/")[2]


def test_link_is_in_the_answer_alone(caller, bob, settings):
    settings.PUBLIC_URL = "https://evalhub.example"

    answer = caller.post("/v1/invitations", BODY)

    made = answer.json()
    assert answer.status_code == 201 and made["link"].startswith("https://evalhub.example/join/")
    assert (made["email"], made["role"], made["state"], made["invited_by"]) == (
        "new@example.org",
        "reviewer",
        "open",
        "bob@example.org",
    )
    assert Invitation.objects.with_token(token_of(answer)).get().organization == bob.organization
    assert "link" not in caller.get(f"/v1/invitations/{made['invitation_id']}").json()
    assert AuditEvent.objects.get(verb="invitation.created").actor == bob.user


def test_repeated_request_invites_once_and_keeps_no_link(caller):
    first, again = [caller.post("/v1/invitations", BODY, idempotency_key="k") for _ in range(2)]

    assert Invitation.objects.count() == 1
    assert again.json() == first.json() | {"link": None}
    assert token_of(first) not in IdempotentAnswer.objects.get().body


def test_new_link_replaces_the_old_one_and_closed_invitation_has_no_new_link_and_members_are_not_invited_again(
    caller, client, alice
):
    made = caller.post("/v1/invitations", BODY)
    found = Invitation.objects.all()
    found.update(expires_at=timezone.now() - datetime.timedelta(days=1))
    renewed = caller.post(f"/v1/invitations/{made.json()['invitation_id']}/resend")
    assert renewed.status_code == 201 and renewed.json()["state"] == "open"
    assert client.get(f"/join/{token_of(made)}/").status_code == 404
    assert client.get(f"/join/{token_of(renewed)}/").status_code == 200
    assert AuditEvent.objects.filter(verb="invitation.resent").count() == 1

    path = f"/v1/invitations/{caller.post('/v1/invitations', BODY).json()['invitation_id']}"
    assert [caller.delete(path).status_code for _ in range(2)] == [204, 204]
    refused = caller.post(f"{path}/resend")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "invitation_ended")
    assert caller.get(path).json()["state"] == "withdrawn"
    assert AuditEvent.objects.filter(verb="invitation.withdrawn").count() == 1

    refused = caller.post("/v1/invitations", {"email": "alice@example.org", "role": "viewer"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "already_member")


def test_bad_bodies_invite_nobody(caller, subtests):
    cases = [
        {},
        {"email": "nobody", "role": "viewer"},
        {"email": "a\0@example.org", "role": "viewer"},
        {"email": "new@example.org", "role": "owner"},
        {"email": "x" * 250 + "@example.org", "role": "viewer"},
        {"email": "new@example.org", "role": "viewer", "note": "hi"},
    ]

    for body in cases:
        with subtests.test(body=body), undone():
            assert caller.post("/v1/invitations", body).status_code == 400
            assert not Invitation.objects.exists()


def test_list_is_filtered_and_of_one_organization(caller, acme, rival):
    own, foreign = make_invitation(acme), make_invitation(rival)
    caller.post("/v1/invitations", BODY)

    def ids(query=""):
        return [row["invitation_id"] for row in caller.get(f"/v1/invitations{query}").json()["invitations"]]

    assert len(ids()) == 2 and ids("?role=viewer&state=open") == [str(own.pk)]
    assert caller.get("/v1/invitations?state=nonsense").status_code == 400
    assert caller.post(f"/v1/invitations/{foreign.pk}/resend").status_code == 404


def test_only_admins_invite(api_of, rita):
    assert api_of(rita).get("/v1/invitations").status_code == 403
    assert api_of(rita).post("/v1/invitations", BODY).status_code == 403
