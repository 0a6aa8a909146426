"""The rail in Chromium: all of it in sight on a small screen, and what leads on from it."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
HIDDEN = "rail => rail.scrollHeight - rail.clientHeight"


def test_rail_of_an_admin_fits_and_its_sections_lead_to_their_pages(page_of, bob):
    page = page_of(bob)
    page.goto("/prompts/")
    rail, links = page.locator(".rail-scroll"), page.locator(".rail .rail-link")

    assert links.count() <= 12
    for height in (900, 768):
        page.set_viewport_size({"width": 1024, "height": height})
        assert rail.evaluate(HIDDEN) == 0
    page.set_viewport_size({"width": 1024, "height": 400})
    assert rail.evaluate(HIDDEN) > 0 and "gradient" in rail.evaluate("rail => getComputedStyle(rail).maskImage")
    page.get_by_role("navigation", name="Models").get_by_role("link", name="Providers and limits").click()
    page.get_by_role("navigation", name="Providers and limits").get_by_role("link", name="Provider keys").click()
    expect(page.get_by_role("heading", name="Provider keys")).to_be_visible()
    assert rail.locator("[aria-current=page]").inner_text() == "Models"
