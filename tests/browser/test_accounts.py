"""Signing in by keyboard alone in Chromium."""

import re

import pytest

from tests import factories

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
    assert page.get_by_label("Email").input_value() == "alice@example.org"
    page.get_by_label("Password").focus()
    page.keyboard.type(factories.PASSWORD)
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile(r"^[^?]*/settings/$"))
    assert page.get_by_role("heading", name="Settings").is_visible()
