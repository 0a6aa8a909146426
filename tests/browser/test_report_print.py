"""The report of a result review on paper: the report alone, marked on every sheet where it was simulated."""

import pytest
from playwright.sync_api import expect

from tests.reviews.jobs_world import make_job

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_report_prints_without_the_frame_and_with_its_mark(page_of, bob):
    page = page_of(bob)
    page.goto(f"/jobs/{make_job(bob, state='signed_off').pk}/report/")
    page.evaluate("window.print = () => { window.printed = true; }")

    page.get_by_role("button", name="Print or save as PDF").click()

    assert page.evaluate("window.printed")
    expect(page.locator(".print-mark")).to_be_hidden()
    page.emulate_media(media="print")
    for part in (".rail", ".topbar", ".page-actions"):
        expect(page.locator(part).first).to_be_hidden()
    for part in (".print-mark", ".report .verdict", ".report #origin"):
        expect(page.locator(part)).to_be_visible()
    assert page.locator(".print-mark").evaluate("one => getComputedStyle(one).position") == "fixed"
