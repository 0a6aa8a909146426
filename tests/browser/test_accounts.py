"""The pages of people, keys and settings in a real browser: keyboard, both themes, small screens, accessibility."""

import re

import pytest

from evalhub.accounts.actions import invitations
from tests import factories
from tests.chromium import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATHS = ["/people/", "/people/invite/", "/api-keys/", "/api-keys/new/", "/settings/", "/accounts/password/change/"]


def assert_fits(page):
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} scrolls sideways by {wide} px"


@pytest.fixture
def crowd(acme, bob, alice, rita):
    """People with long and hostile names, keys in every state, an open invitation."""
    factories.make_member(acme, user=factories.make_user("long" * 15, name="A very long name " * 7))
    factories.make_member(acme, user=factories.make_user("rtl", name="\u0645\u0631\u062d\u0628\u0627 <b>"))
    for member in (bob, alice):
        factories.make_api_key(member, name="nightly import of everything that support answered")
    invitations.invite(organization=acme, email="new@example.org", role="viewer", by=bob.user)


def test_signing_in_with_the_keyboard_alone(page, alice):
    page.goto("/settings/")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "login":
        page.keyboard.press("Tab")
    page.keyboard.type("alice@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(factories.PASSWORD)
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile(r"^[^?]*/settings/$"))
    assert page.get_by_role("heading", name="Settings").is_visible()


def test_failed_sign_in_says_so_and_keeps_the_address(page, axe, alice):
    page.goto("/accounts/login/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Sign in").click()

    page.get_by_role("alert").wait_for()
    assert page.get_by_label("E-mail").input_value() == "alice@example.org"
    axe(page)


@pytest.mark.parametrize(("viewport", "color_scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_pages_are_accessible_and_fit(page_of, axe, crowd, bob, viewport, color_scheme):
    page = page_of(bob, viewport=viewport, color_scheme=color_scheme)

    for path in PATHS:
        page.goto(path)
        axe(page)
        assert_fits(page)


def test_invitation_from_the_form_to_the_first_page(page_of, axe, bob):
    admin, guest = page_of(bob), page_of(viewport=PHONE)

    admin.goto("/people/")
    admin.get_by_role("link", name="Invite a person").click()
    admin.get_by_label("E-mail").fill("new@example.org")
    admin.get_by_role("button", name="Make the link").click()
    admin.locator("#link").wait_for()
    axe(admin)
    link = re.search(r"/join/[\w-]+/", admin.locator("#link").inner_text()).group()

    guest.goto(link)
    axe(guest)
    assert_fits(guest)
    guest.get_by_label("Your name").fill("Nea")
    guest.get_by_label("Choose a password").fill("a rather long one")
    guest.get_by_role("button", name="Create my account").click()

    guest.wait_for_url(re.compile(r"//[^/]+/$"))  # the link itself ends in a slash too
    admin.goto("/people/")
    assert admin.get_by_text("Nea", exact=True).is_visible()


def test_key_is_shown_once_and_revoked(page_of, axe, bob):
    page = page_of(bob)

    page.goto("/api-keys/new/")
    page.get_by_label("Name").fill("nightly import")
    page.get_by_role("button", name="Make the key").click()
    page.locator("#secret").wait_for()
    axe(page)
    assert page.locator("#secret").inner_text().startswith("eval_")
    page.get_by_role("link", name="Done").click()
    page.get_by_role("button", name="Revoke the key nightly import").click()

    page.get_by_role("status").get_by_text("nightly import is revoked").wait_for()
    page.get_by_text("Revoked", exact=True).wait_for()


def test_bad_form_is_explained_at_its_field(page_of, axe, bob):
    page = page_of(bob)

    page.goto("/api-keys/new/")
    page.evaluate("document.querySelector('main form').noValidate = true")
    page.get_by_role("button", name="Make the key").click()

    page.get_by_role("alert").wait_for()
    axe(page)


def test_pages_without_scripts_work_as_well(page_of, bob, alice):
    page = page_of(bob, java_script_enabled=False)

    page.goto("/people/")
    page.get_by_label("Role of alice@example.org").select_option("reviewer")
    page.get_by_role("button", name="Change the role of alice@example.org").click()
    page.get_by_text("Alice is now reviewer").wait_for()

    alice.refresh_from_db()
    assert alice.role == "reviewer"
