"""The published password of the demo people opens nothing but invented data."""

import pytest

from evalhub.accounts.actions import invitations, passwords
from evalhub.accounts.models import User
from evalhub.accounts.published import PUBLISHED_PASSWORD
from tests import factories


@pytest.mark.parametrize("is_embedded", [True, False])
def test_the_published_password_opens_accounts_of_the_embedded_database_only(client, acme, settings, is_embedded):
    settings.EMBEDDED_DATABASE = is_embedded
    factories.make_member(acme, user=factories.make_user("ada", password=PUBLISHED_PASSWORD))

    client.post("/accounts/login/", {"login": "ada@example.org", "password": PUBLISHED_PASSWORD})

    assert ("_auth_user_id" in client.session) is is_embedded


def test_the_published_password_cannot_be_set_where_it_opens_nothing(client, alice, settings):
    settings.EMBEDDED_DATABASE = False
    two = {"new_password1": PUBLISHED_PASSWORD, "new_password2": PUBLISHED_PASSWORD}
    issued = invitations.invite(organization=alice.organization, email="nea@example.org", role="annotator", by=None)
    link = client.get(passwords.reset_link(alice.user).removeprefix(settings.PUBLIC_URL)).url

    answers = (
        client.post(link, two),
        client.post(issued.invitation.get_absolute_url(issued.token), {"name": "Nea", "password": PUBLISHED_PASSWORD}),
    )

    assert all("This password is publicly known" in answer.content.decode() for answer in answers)
    alice.user.refresh_from_db()
    assert alice.user.check_password(factories.PASSWORD)
    assert not User.objects.filter(email="nea@example.org").exists()
