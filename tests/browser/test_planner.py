"""The planner of experiments in a browser: its slider, by keys alone."""

import pytest
from playwright.sync_api import expect

from tests.chromium import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_plan_follows_the_slider(page_of, bob):
    page = page_of(bob)
    page.goto("/experiments/planner/?metric=exact_match&pilot=none&effect=0.1")
    slider, number = page.get_by_role("slider"), page.get_by_label("Smallest effect that matters", exact=True)
    slider.focus()
    page.keyboard.press("ArrowRight")

    expect(number).to_have_value("0.11")
    expect(page.locator("#plan .chart-finding")).to_contain_text("To find 0.11")
    expect(slider).to_be_focused()
    number.fill("3")
    number.press("Enter")
    expect(slider).to_have_attribute("max", "3")  # it reaches what was typed
    assert violations(page) == []
