"""Every view declares who may open it, and the answer to others says why."""

import pytest

from evalhub.accounts import access
from evalhub.lib.errors import Forbidden
from tests import factories
from tests.undoing import undone


def test_unknown_capability_fails_at_import_and_role_without_the_capability_is_told_whom_to_ask(client_of, alice):
    with pytest.raises(ValueError, match="Unknown capability 'mange'. Valid: admin, annotate, audit"):
        access.requires("mange")

    response = client_of(alice).get("/people/")
    assert response.status_code == 403
    assert "The role annotator does not allow this. Ask an admin of Acme." in response.content.decode()


def test_person_without_an_organization_is_told_so_and_membership_is_none_for_strangers(client, db):
    client.force_login(factories.make_user())
    response = client.get("/settings/")
    assert response.status_code == 403
    assert "not a member of any organization" in response.content.decode()

    with pytest.raises(Forbidden):
        access.check(None, "read")


def test_fragment_of_a_signed_out_page_is_401_so_that_nothing_typed_is_lost(client, db):
    response = client.post("/settings/", {"name": "Alice"}, headers={"HX-Request": "true"})

    assert response.status_code == 401


def test_signed_out_form_leads_back_to_its_page(client, db):
    response = client.post("/settings/theme/", {}, headers={"Referer": "http://testserver/settings/?a=1"})

    assert response.url == "/accounts/login/?next=/settings/%3Fa%3D1"


def test_signed_out_form_never_leads_elsewhere(client, db, subtests):
    for referer in ["http://elsewhere.example/x", "", "//elsewhere.example", "javascript:1"]:
        with subtests.test(referer=referer), undone():
            response = client.post("/settings/theme/", {}, headers={"Referer": referer})
            assert response.url == "/accounts/login/?next=/"
