"""Signing in, inviting and keys in Chromium: by keyboard, on a phone, without scripts."""

import re

import pytest

from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_signing_in_with_the_keyboard_alone(page_of, alice):
    page = page_of()
    page.goto("/settings/")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "login":
        page.keyboard.press("Tab")
    page.keyboard.type("alice@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong horse")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    assert page.get_by_label("E-mail").input_value() == "alice@example.org"
    page.get_by_label("Password").focus()
    page.keyboard.type(factories.PASSWORD)
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile(r"^[^?]*/settings/$"))
    assert page.get_by_role("heading", name="Settings").is_visible()


def test_invitation_from_the_form_to_the_first_page(page_of, bob):
    admin, guest = page_of(bob), page_of(viewport=PHONE)

    admin.goto("/people/")
    admin.get_by_role("link", name="Invite a person").click()
    admin.get_by_label("E-mail").fill("new@example.org")
    admin.get_by_role("button", name="Make the link").click()
    admin.locator("#link").wait_for()
    assert_accessible_in_both(admin)
    link = re.search(r"/join/[\w-]+/", admin.locator("#link").inner_text()).group()

    guest.goto(link)
    guest.get_by_label("Your name").fill("Nea")
    guest.get_by_label("Choose a password").fill("a rather long one")
    guest.get_by_role("button", name="Create my account").click()

    guest.wait_for_url(re.compile(r"//[^/]+/$"))  # the link itself ends in a slash too
    admin.goto("/people/")
    assert admin.get_by_text("Nea", exact=True).is_visible()


def test_key_is_shown_once_and_revoked(page_of, bob):
    page = page_of(bob)

    page.goto("/api-keys/new/")
    page.evaluate("document.querySelector('main form').noValidate = true")
    page.get_by_role("button", name="Make the key").click()
    page.get_by_role("alert").wait_for()
    assert_accessible_in_both(page)
    page.get_by_label("Name").fill("nightly import")
    page.get_by_role("button", name="Make the key").click()
    page.locator("#secret").wait_for()
    assert page.locator("#secret").inner_text().startswith("eval_")
    page.get_by_role("link", name="Done").click()
    page.get_by_role("button", name="Revoke the key nightly import").click()

    page.get_by_role("status").get_by_text("nightly import is revoked").wait_for()
    page.get_by_text("Revoked", exact=True).wait_for()
