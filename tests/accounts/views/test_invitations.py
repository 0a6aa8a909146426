"""Inviting people from the page of people: the link is shown once, bound to one address, and can be withdrawn."""

import re

from evalhub.accounts.actions import teams
from evalhub.accounts.models import AuditEvent, Invitation
from tests import factories


def invite(client, **fields):
    return client.post("/people/invite/", {"email": "new@example.org", "role": "reviewer"} | fields)


def test_link_is_shown_once_and_only_its_hash_is_stored(client_of, bob, settings):
    settings.PUBLIC_URL = "https://evalhub.example"
    page = invite(client_of(bob)).content.decode()

    token = re.search(r"https://evalhub.example/join/([\w-]{43})/", page).group(1)
    invitation = Invitation.objects.get()
    assert (invitation.email, invitation.role) == ("new@example.org", "reviewer")
    assert invitation.organization == bob.organization
    assert Invitation.objects.with_token(token).get() == invitation
    assert token not in str(Invitation.objects.values().get())
    assert AuditEvent.objects.get(verb="invitation.created").actor == bob.user


def test_list_shows_open_invitations_without_their_links(client_of, bob):
    client = client_of(bob)
    invite(client)

    page = client.get("/people/invitations/").content.decode()

    assert "new@example.org" in page
    assert "/join/" not in page


def test_second_invitation_replaces_the_first(client_of, bob):
    client = client_of(bob)

    invite(client)
    invite(client, email="NEW@example.org ")

    assert Invitation.objects.count() == 2
    assert Invitation.objects.open().count() == 1


def test_new_link_is_shown_and_the_old_one_stops(client_of, client, bob, mallory):
    old = re.search(r"/join/[\w-]{43}/", invite(client_of(bob)).content.decode()).group()
    address = f"/invitations/{Invitation.objects.get().pk}/resend/"

    assert client_of(mallory).post(address).status_code == 404
    new = re.search(r"/join/[\w-]{43}/", client_of(bob).post(address).content.decode()).group()

    assert (client.get(old).status_code, client.get(new).status_code) == (404, 200)


def test_members_are_not_invited_again(client_of, bob, alice):
    response = invite(client_of(bob), email="Alice@example.org")

    assert response.status_code == 422
    assert "already a member" in response.content.decode()
    assert not Invitation.objects.exists()


def test_several_are_invited_at_once_into_a_team(client_of, client, bob, mallory):
    team, foreign = (teams.create(organization=each.organization, name="Support") for each in (bob, mallory))

    assert invite(client_of(bob), team=foreign.pk).status_code == 422
    assert invite(client_of(bob), email="new@example.org, bob@example.org").status_code == 422
    assert not Invitation.objects.exists()
    page = invite(client_of(bob), email="new@example.org,\nNEW@example.org other@example.org", team=team.pk)

    links = re.findall(r"/join/[\w-]{43}/", page.content.decode())
    assert len(links) == len(set(links)) == 2
    client.post(links[0], {"name": "New", "password": "correct horse battery"})
    assert [each.user.email for each in team.members.all()] == ["new@example.org"]


def test_bad_forms_are_answered_with_what_is_wrong(client_of, bob):
    client = client_of(bob)

    for fields in [{"email": "nobody"}, {"email": ""}, {"role": "owner"}]:
        assert invite(client, **fields).status_code == 422
    assert not Invitation.objects.exists()


def test_withdrawn_invitation_cannot_be_used(client_of, client, bob):
    page = invite(client_of(bob)).content.decode()
    path = re.search(r"/join/[\w-]+/", page).group()

    client_of(bob).post(f"/invitations/{Invitation.objects.get().pk}/withdraw/")

    assert client.get(path).status_code == 410
    assert AuditEvent.objects.filter(verb="invitation.withdrawn").count() == 1


def test_withdrawing_twice_is_noted_once(client_of, bob):
    client = client_of(bob)
    invite(client)

    for _ in range(2):
        client.post(f"/invitations/{Invitation.objects.get().pk}/withdraw/")

    assert AuditEvent.objects.filter(verb="invitation.withdrawn").count() == 1


def test_foreign_invitation_does_not_exist(client_of, bob, mallory):
    invite(client_of(bob))

    response = client_of(mallory).post(f"/invitations/{Invitation.objects.get().pk}/withdraw/")

    assert response.status_code == 404
    assert Invitation.objects.open().exists()


def test_only_admins_invite(client_of, rita, alice, vera):
    for member in (rita, alice, vera):
        assert invite(client_of(member)).status_code == 403
    assert not Invitation.objects.exists()


def test_person_of_another_organization_may_be_invited(client_of, bob):
    factories.make_member(handle="new")

    assert invite(client_of(bob)).status_code == 200
