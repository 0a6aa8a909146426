"""The list of answers to audit at each width: nothing scrolls sideways, and rows become cards where it is narrow."""

import pytest
from playwright.sync_api import expect

from tests.browser.audited import make_judged_task
from tests.chromium import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"width": 1024, "height": 768}
OVERFLOWS = """() => [document.documentElement, ...document.querySelectorAll(".table-wrap")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => [one.className, one.scrollWidth, one.clientWidth])"""


@pytest.fixture
def page(page_of, bob, acme, alice):
    make_judged_task(acme, alice)
    page = page_of(bob)
    page.goto("/audit/?state=all")
    return page


def test_cards_say_what_the_columns_say_and_nothing_scrolls_sideways(page):
    for size in (DESKTOP, LAPTOP, {"width": 320, "height": 640}, DESKTOP):
        page.set_viewport_size(size)
        assert page.evaluate(OVERFLOWS) == []
    wide = page.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    expect(page.get_by_role("columnheader").first).to_be_in_viewport()

    page.set_viewport_size(PHONE)

    assert page.evaluate(OVERFLOWS) == []
    row = page.get_by_role("row").nth(1)
    assert [words.split() for words in row.get_by_role("cell").all_inner_texts()] == [words.split() for words in wide]
    boxes = [cell.bounding_box() for cell in row.get_by_role("cell").all()]
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]
