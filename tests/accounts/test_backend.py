"""The published password of the demo people opens nothing but invented data."""

import pytest

from evalhub.accounts.published import PUBLISHED_PASSWORD
from tests import factories


@pytest.mark.parametrize("is_embedded", [True, False])
def test_the_published_password_opens_accounts_of_the_embedded_database_only(client, acme, settings, is_embedded):
    settings.EMBEDDED_DATABASE = is_embedded
    factories.make_member(acme, user=factories.make_user("ada", password=PUBLISHED_PASSWORD))

    client.post("/accounts/login/", {"login": "ada@example.org", "password": PUBLISHED_PASSWORD})

    assert ("_auth_user_id" in client.session) is is_embedded
