"""`manage.py first_admin`: the one way into a database in which nobody administers yet."""

import io

from django.contrib.auth.hashers import make_password
from django.core.management import call_command

from evalhub.accounts.models import Invitation, Membership, Organization
from evalhub.accounts.published import PUBLISHED_PASSWORD
from tests import factories

NEW = {"email": "Nea@example.org", "name": "Nea", "password": "a rather long one"}


def link():
    """The path that the command prints; empty where it prints nothing."""
    out = io.StringIO()
    call_command("first_admin", stdout=out)
    return "/join/" + out.getvalue().split("/join/")[1].strip() if out.getvalue() else ""


def test_whoever_opens_the_link_first_becomes_the_admin(client, db, settings):
    settings.PUBLIC_URL = "https://evalhub.example"
    path = link()

    page = client.get(path).content.decode()
    client.post(path, NEW)

    membership = Membership.objects.get()
    assert 'name="email"' in page
    assert (membership.user.email, membership.role) == ("nea@example.org", "admin")
    assert client.get("/people/").status_code == 200
    assert client.post(path, NEW).status_code == 410
    assert link() == ""


def test_a_newer_link_and_an_admin_made_otherwise_end_a_link(client, db, acme):
    first, second = link(), link()
    assert client.get(first).status_code == 410
    assert client.get(second).status_code == 200

    factories.make_member(acme, "bob", role="admin")

    assert client.post(second, NEW).status_code == 410
    assert Membership.objects.count() == 1


def test_a_known_address_must_sign_in_and_keeps_its_account(client, client_of, alice):
    path = link()

    refused = client.post(path, NEW | {"email": "alice@example.org"})
    client_of(alice).post(path)

    assert refused.status_code == 422
    assert "Sign in with it" in refused.content.decode()
    assert Membership.objects.filter(user=alice.user, role="admin").count() == 1
    assert Invitation.objects.get().email == "alice@example.org"


def test_a_member_who_opens_the_link_becomes_the_admin(client_of, db):
    path = link()
    alice = factories.make_member(Organization.objects.get(), "alice", role="annotator")

    client_of(alice).post(path)

    alice.refresh_from_db()
    assert (alice.role, link()) == ("admin", "")


def test_an_admin_whose_password_everybody_knows_is_no_admin(db, acme, settings):
    settings.EMBEDDED_DATABASE = False
    ada = factories.make_member(acme, "ada", role="admin")
    ada.user.password = make_password(PUBLISHED_PASSWORD)
    ada.user.save()

    assert link() != ""
