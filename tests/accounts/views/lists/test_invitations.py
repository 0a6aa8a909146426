"""The list of invitations: open ones and those that were used."""

from evalhub.accounts.actions import invitations
from evalhub.accounts.models import Invitation
from tests.lists.walks import Walk


def test_state_of_each_is_shown_and_filtered(client_of, bob, acme):
    for name in ("open", "gone"):
        invitations.invite(organization=acme, email=f"{name}@example.org", role="viewer", by=bob.user)
    invitations.withdraw(invitation=Invitation.objects.get(email="gone@example.org"), by=bob.user)
    client = client_of(bob)

    def emails(query):
        return [line.row.email for line in client.get(f"/people/invitations/{query}").context["list"].lines]

    assert emails("") == ["gone@example.org", "open@example.org"]
    assert emails("?state=open") == ["open@example.org"]
    assert emails("?state=withdrawn,expired") == ["gone@example.org"]
    assert client.get("/people/invitations/").content.decode().count("Withdraw<span") == 1


def walk(organization, member):
    for number in range(7):
        email, role = f"guest{number}@example.org", "viewer" if number % 2 else "annotator"
        invitations.invite(organization=organization, email=email, role=role, by=member.user)
    return Walk("/people/invitations/", search="guest3", filter="role", value="viewer")
