"""The page behind an invitation link, for new people, known people and everybody else."""

import datetime

import pytest
from django.utils import timezone

from evalhub.accounts.actions import invitations
from evalhub.accounts.models import AuditEvent, Invitation, Membership, User
from tests import factories
from tests.undoing import undone


@pytest.fixture
def path(acme, bob):
    """The link for new@example.org to become a reviewer of acme."""
    issued = invitations.invite(organization=acme, email="new@example.org", role="reviewer", by=bob.user)
    return f"/join/{issued.token}/"


def test_new_person_joins_and_is_signed_in(client, path, acme):
    response = client.post(path, {"name": "Nea", "password": "a rather long one"})

    membership = Membership.objects.get(user__email="new@example.org")
    assert response.url == "/"
    assert (membership.organization, membership.role, membership.user.name) == (acme, "reviewer", "Nea")
    assert client.session["_auth_user_id"] == str(membership.user_id)
    assert AuditEvent.objects.get(verb="invitation.accepted").actor == membership.user


def test_page_says_who_invited_to_what(client, path):
    page = client.get(path).content.decode()

    assert "Bob invited you as reviewer" in page
    assert "new@example.org" in page


def test_link_works_once(client, client_of, path):
    client.post(path, {"name": "Nea", "password": "a rather long one"})

    again = client.post(path, {"name": "Eve", "password": "another long one"})

    assert again.status_code == 410
    assert User.objects.filter(email="new@example.org").count() == 1


def test_expired_link_says_so(client, path):
    Invitation.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))

    response = client.get(path)

    assert response.status_code == 410
    assert "Ask for a new link" in response.content.decode()


def test_unknown_token_is_not_found(client, db, subtests):
    for token in ["x", "%00", "a" * 3000, "%F0%9F%A6%8A", "..%2F"]:
        with subtests.test(token=token), undone():
            assert client.get(f"/join/{token}/").status_code == 404


def test_weak_password_is_refused_and_the_link_still_works(client, path, subtests):
    for password in ["short", "1234567890", "password123", ""]:
        with subtests.test(password=password), undone():
            response = client.post(path, {"name": "Nea", "password": password})
            assert response.status_code == 422
            assert not User.objects.filter(email="new@example.org").exists()
            assert Invitation.objects.open().exists()


def test_known_address_is_asked_to_sign_in_first(client, path):
    factories.make_user("new")

    response = client.post(path, {"name": "Eve", "password": "a rather long one"})

    assert response.url == f"/accounts/login/?next={path}"
    assert not Membership.objects.filter(user__email="new@example.org").exists()


def test_known_person_joins_with_one_click(client_of, path, acme):
    elsewhere = factories.make_member(handle="new")
    client = client_of(elsewhere)

    page = client.get(path).content.decode()
    client.post(path)

    assert "Join" in page
    assert client.get("/").wsgi_request.session["organization_id"] == str(acme.pk)
    assert Membership.objects.get(user=elsewhere.user, organization=acme).role == "reviewer"


def test_signed_in_as_somebody_else_cannot_join(client_of, mallory, path):
    response = client_of(mallory).post(path, {"name": "Eve", "password": "a rather long one"})

    assert response.status_code == 403
    assert Invitation.objects.open().exists()
    assert mallory.user.memberships.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_person(path, together):
    token = path.split("/")[2]

    results = together(
        *[lambda: invitations.accept(token=token, name="Nea", password="a rather long one") for _ in range(4)]
    )

    assert sum(isinstance(result, Membership) for result in results) == 1
    assert sorted(getattr(result, "code", "joined") for result in results) == ["invitation_closed"] * 3 + ["joined"]
    assert User.objects.filter(email="new@example.org").count() == 1
