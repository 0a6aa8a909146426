"""Items of every kind in Chromium: what is exact, what folds, what scrolls, and that all of it is accessible."""

import pytest

from tests.browser.every_content import ANSWERS, HIDDEN, make_item
from tests.chromium import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def item(acme, alice):
    return make_item(acme, alice)


@pytest.fixture
def open_item(item, alice, page_of):
    """open_item(view, **options) is alice's page with the item in hand."""

    def show(view="rendered", **options):
        page = page_of(alice, **options)
        page.goto(f"/annotate/{item.task_id}/?view={view}")
        page.wait_for_selector("#item")
        return page

    return show


def text_of(page, field):
    return page.evaluate("field => document.querySelector(`.exact[data-field='${field}']`).textContent", field)


def test_source_is_the_stored_text_with_what_is_hidden_and_differences_are_on_demand(open_item):
    page = open_item("source")

    page.check("text=Line numbers")
    assert text_of(page, "input.hidden") == HIDDEN
    assert text_of(page, "output.1") == ANSWERS["secret-model-a"]
    numbers = page.evaluate("getComputedStyle(document.querySelector('.exact .line'), '::before').content")
    assert "counter" in numbers
    names = page.evaluate("[...document.querySelectorAll('.hidden-character')].map(e => e.dataset.name)")
    assert names == ["U+202E", "U+200B"]
    page.reload()
    assert page.is_checked("text=Line numbers")

    page.click("text=Inline diff")
    page.wait_for_selector("#answers .diff")
    assert page.locator("#answers del").all_inner_texts()[1:] == ["**once**"]
    assert page.locator("#answers ins").all_inner_texts()[1:] == ["twice"]
    page.click("#answers >> text=Side by side")
    page.wait_for_selector("#answers .pair .diff")
    assert page.evaluate("getComputedStyle(document.querySelector('.diff del')).textDecorationLine") == "line-through"
    page.click("#answers nav >> text=Answers")
    page.wait_for_selector("#answers .diff", state="detached")


def test_rendered_item_is_harmless_scrolls_by_parts_and_folds_stay_as_they_were_left(open_item):
    page = open_item(viewport=PHONE)

    assert page.evaluate("window.hacked") is None
    assert "secret-model" not in page.content()
    directions = page.evaluate(
        "[...document.querySelectorAll('[data-field=\"input.help_article\"] .text > p')]"
        ".map(p => getComputedStyle(p).direction)"
    )
    assert directions == ["ltr", "rtl", "ltr"]
    wide = page.evaluate(
        "[...document.querySelectorAll('.item-part pre, .item-part table')].filter(e => e.scrollWidth > e.clientWidth)"
        ".map(e => [e.tagName, e.tabIndex])"
    )
    assert sorted(wide) == [["PRE", 0], ["TABLE", 0]]  # code of long lines wraps
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    page.set_viewport_size(DESKTOP)
    fold = page.locator("#turn-7 > details")
    assert fold.get_attribute("open") is None
    fold.locator("summary").press("Enter")
    page.click("#item nav >> text=Source")
    page.wait_for_selector(".exact")
    page.click("#item nav >> text=Rendered")
    page.wait_for_selector("#turn-7 > details[open]")
    page.locator("#turn-7 > details > summary").press("Enter")
    page.wait_for_selector("#turn-7 > details:not([open])")
    page.evaluate("location.hash = '#turn-7'")
    page.wait_for_selector("#turn-7 > details[open]")
    assert page.evaluate("document.activeElement.id") == "turn-7"

    part = page.locator('article[data-field="input.long"]')
    before = len(part.inner_text())
    part.get_by_text("Show the rest").click()
    part.get_by_text("39,988 of 52,000 characters are shown.").wait_for()
    assert len(part.inner_text()) > before * 1.5
    record = page.locator('article[data-field="input.record"]')
    record.locator("summary", has_text="list").click()
    record.get_by_text("Show 50 more").click()
    record.get_by_text("149", exact=True).first.wait_for()
    assert record.locator(".item-rest").count() == 0
