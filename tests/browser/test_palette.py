"""The palette in a browser: opened, read and left by keys alone."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.workbench import CONTROL, strike
from tests.chromium import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_object_is_found_and_opened_by_keys(page_of, bob):
    dataset = factories.make_dataset(bob.organization, name="Refunds, April")
    page = page_of(bob)
    page.goto("/datasets/")

    page.keyboard.press("Control+k")
    expect(page.locator("#palette [data-hit]").first).to_be_visible()
    page.keyboard.type("refunds")
    expect(page.locator("#palette mark")).to_have_text(["Refunds"])
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    strike(page, "ظ", "Slash")  # Arabic, in the list behind
    expect(page.locator("#list-search")).to_be_focused()
    strike(page, "л", "KeyK", CONTROL)  # Russian
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    page.wait_for_url(f"**{dataset.get_absolute_url()}")
