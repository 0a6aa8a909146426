"""The page of people: list, roles, removal; for admins of the organization only."""

from evalhub.accounts.models import AuditEvent, Membership
from tests import factories


def test_people_list_shows_members_of_the_own_organization_only(client_of, bob, alice, mallory):
    page = client_of(bob).get("/people/").content.decode()

    assert "alice@example.org" in page
    assert "mallory@example.org" not in page


def test_names_of_people_are_shown_as_text(client_of, bob, acme):
    factories.make_member(acme, user=factories.make_user("eve", name="<script>alert(1)</script>"))

    page = client_of(bob).get("/people/").content.decode()

    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_admin_changes_a_role_and_it_is_noted(client_of, bob, alice):
    response = client_of(bob).post(f"/people/{alice.pk}/role/", {"role": "reviewer"})

    alice.refresh_from_db()
    event = AuditEvent.objects.get(verb="membership.role_changed")
    assert response.url == "/people/"
    assert alice.role == "reviewer"
    assert (event.actor, event.object_id) == (bob.user, str(alice.pk))
    assert event.details == {"email": "alice@example.org", "from": "annotator", "role": "reviewer"}


def test_last_admin_stays_admin(client_of, bob):
    client = client_of(bob)
    assert f"/people/{bob.pk}/role/" not in client.get("/people/").content.decode()
    response = client.post(f"/people/{bob.pk}/role/", {"role": "viewer"}, follow=True)

    bob.refresh_from_db()
    assert response.redirect_chain == [("/people/", 302)]
    assert "This is the last admin." in response.content.decode()
    assert bob.role == "admin"


def test_unknown_role_is_refused(client_of, bob, alice):
    assert client_of(bob).post(f"/people/{alice.pk}/role/", {"role": "owner"}).status_code == 400


def test_role_of_a_foreign_member_cannot_be_changed(client_of, mallory, alice):
    response = client_of(mallory).post(f"/people/{alice.pk}/role/", {"role": "admin"})

    alice.refresh_from_db()
    assert response.status_code == 404
    assert alice.role == "annotator"


def test_remove_asks_first_and_changes_nothing_on_get(client_of, bob, alice):
    page = client_of(bob).get(f"/people/{alice.pk}/remove/").content.decode()

    assert "Their answers are kept" in page
    assert Membership.objects.filter(pk=alice.pk).exists()


def test_removed_member_loses_access_at_once(client_of, api_of, bob, alice):
    alice_at_work, alices_program = client_of(alice), api_of(alice)

    client_of(bob).post(f"/people/{alice.pk}/remove/")

    assert alice_at_work.get("/settings/").status_code == 403
    assert alices_program.get("/v1/annotations/tasks").status_code == 401
    assert AuditEvent.objects.get(verb="membership.removed").details["email"] == "alice@example.org"


def test_last_admin_cannot_be_removed(client_of, bob):
    assert client_of(bob).post(f"/people/{bob.pk}/remove/").status_code == 409
    assert Membership.objects.filter(pk=bob.pk).exists()
