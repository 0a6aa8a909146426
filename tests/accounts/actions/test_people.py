"""Writes about people: roles, the last admin, names."""

import pytest

from evalhub.accounts.actions import people
from evalhub.accounts.models import AuditEvent, Membership
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories


def test_one_of_two_admins_may_leave(acme, bob):
    other = factories.make_member(acme, role="admin")

    people.change_role(membership=other, role="viewer", by=bob.user)

    assert Membership.objects.filter(organization=acme, role="admin").get() == bob


def test_admin_of_another_organization_does_not_count_and_setting_the_last_admin_to_admin_is_no_change(bob, mallory):
    with pytest.raises(Conflict, match="last admin"):
        people.change_role(membership=bob, role="viewer", by=mallory.user)

    people.change_role(membership=bob, role="admin", by=bob.user)
    assert Membership.objects.get(pk=bob.pk).role == "admin"


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_demote_each_other_at_once_leave_one(acme, bob, together):
    other = factories.make_member(acme, role="admin")

    results = together(
        lambda: people.change_role(membership=other, role="viewer", by=bob.user),
        lambda: people.change_role(membership=bob, role="viewer", by=other.user),
    )

    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert Membership.objects.filter(organization=acme, role="admin").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_remove_each_other_at_once_leave_one(acme, bob, together):
    other = factories.make_member(acme, role="admin")

    results = together(
        lambda: people.remove(membership=other, by=bob.user), lambda: people.remove(membership=bob, by=other.user)
    )

    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert Membership.objects.filter(organization=acme, role="admin").count() == 1


def test_removal_keeps_the_person_and_the_trail(bob, alice):
    factories.make_api_key(alice)

    people.remove(membership=alice, by=bob)

    event = AuditEvent.objects.get()
    alice.user.refresh_from_db()
    assert (event.actor, event.details) == (bob.user, {"email": "alice@example.org", "role": "annotator"})
    assert not alice.user.memberships.exists()


@pytest.mark.parametrize("name", ["x" * 121, "a\0b"])
def test_name_that_cannot_be_stored_is_refused(alice, name):
    with pytest.raises(InvalidInput):
        people.rename(user=alice.user, name=name)
