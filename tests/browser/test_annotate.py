"""An annotator's session in Chromium, by keyboard alone."""

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation, Assignment, Draft
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import NOTE, checked, make_task, press, saved
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = [
    {"key": "verdict", "type": "single_choice", "title": "Is the answer correct?",
     "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}]},
    {"key": "issues", "type": "multiple_choice", "title": "What is wrong with it?", "required": False,
     "options": [{"value": "long", "label": "Too long"}, {"value": "off", "label": "Off topic"}]},
    NOTE,
]


@pytest.fixture
def task(acme):
    return make_task(acme, *FORM, rows=4)


def next_item(page, *keys):
    """Press keys and wait until another item, or the end, is there; returns the heading left behind."""
    heading = page.locator("#item-heading")
    before = heading.inner_text()
    press(page, *keys)
    page.wait_for_selector(f"#item-heading:not(:text-is('{before}'))")
    return before


def test_session_by_keyboard_alone(start):
    page = start()

    press(page, "2", "j", "1", "2", "ArrowDown", "Enter")
    page.keyboard.type("s f u 1 ?")
    next_item(page, "Control+Enter")

    stored = Annotation.objects.get()
    values = dict(stored.judgements.values_list("question__key", "value"))
    assert values == {"verdict": "wrong", "issues": ["long", "off"], "note": "s f u 1 ?"}
    assert stored.time_spent_seconds > 0
    assert page.evaluate("document.activeElement.id") == "item-heading"
    assert "submitted" in page.locator("#announce").inner_text()


def test_skip_flag_undo_and_the_end(start):
    page = start()

    press(page, "s")
    skipped = next_item(page, "Enter")
    press(page, "f", "Enter")
    assert page.locator("#flag").is_visible()
    page.keyboard.type("two questions in one")
    next_item(page, "Enter")
    next_item(page, "u")
    next_item(page, "u")

    assert page.locator("#item-heading").inner_text() == skipped
    for _ in range(4):
        press(page, "1")
        next_item(page, "Control+Enter")
    assert page.locator("#item-heading").inner_text() == "All done. Thank you"
    assert Annotation.objects.current().count() == 4


def test_undo_brings_the_answer_back(start):
    page = start()
    press(page, "2")
    first = next_item(page, "Control+Enter")

    next_item(page, "u")

    assert page.locator("#item-heading").inner_text() == first
    assert checked(page) == ["wrong"]
    assert not Annotation.objects.current().exists()


def test_missing_answers_are_listed_and_focused(start):
    page = start()

    press(page, "Control+Enter")
    page.wait_for_selector("#error-summary")

    assert page.evaluate("document.activeElement.name") == "q-verdict"
    assert page.locator("#submit").get_attribute("aria-busy") is None
    press(page, "1")
    next_item(page, "Control+Enter")


def test_draft_survives_a_reload(start):
    page = start()
    press(page, "2")
    page.fill("#q-note-input", "half a thought")
    page.reload()
    page.wait_for_selector("#answer")

    expect(page.locator("#q-note-input")).to_have_value("half a thought", timeout=10_000)  # saved or restored

    assert checked(page) == ["wrong"]


def test_single_keys_can_be_switched_off(start):
    page = start()
    press(page, "?", "Tab")
    page.locator("#keys-on").uncheck()
    page.wait_for_selector("#keys-form .chip.positive")
    press(page, "Escape")

    press(page, "1", "s", "f", "g", "u")

    assert checked(page) == []
    assert page.locator("dialog[open]").count() == 0
    page.reload()
    page.wait_for_selector("#answer")
    press(page, "1")
    assert checked(page) == []


def test_alt_and_held_keys_do_nothing(start):
    page = start()
    press(page, "Alt+1")
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '1', repeat: true, bubbles: true}))")

    assert checked(page) == []


def test_keys_do_nothing_while_a_dialog_is_open(start):
    page = start()
    press(page, "?")

    press(page, "1", "s", "u")

    assert checked(page) == []
    assert Assignment.objects.get().state == "leased"


def test_works_without_a_script(start, task, alice, page_of):
    page = page_of(alice, java_script_enabled=False)
    page.goto(f"/annotate/{task.pk}/")
    page.click("text=Take the first item")
    page.check("#q-verdict-1")
    with page.expect_navigation():
        page.click("#submit")

    page.check("#q-verdict-0")
    page.click("text=Save and exit")
    page.wait_for_url("**/annotate/")

    assert Annotation.objects.get().judgements.get(question__key="verdict").value == "wrong"
    assert Draft.objects.get().answers == {"verdict": "correct"}


def test_page_is_accessible(start):
    page = start()

    assert_accessible_in_both(page)
    press(page, "Control+Enter")
    page.wait_for_selector("#error-summary")
    assert_accessible_in_both(page)
    for key in ("?", "s", "f"):
        press(page, "Escape")
        page.evaluate("document.activeElement.blur()")
        press(page, key)
        page.wait_for_selector("dialog[open]")
        assert_accessible_in_both(page)


def test_phone_has_one_column_and_no_sideways_scroll(start):
    page = start(viewport=PHONE)

    wide = page.evaluate("[document.documentElement, document.querySelector('.wb-panes')].map(e => e.scrollWidth)")
    button = page.locator("#submit").bounding_box()

    assert max(wide) <= PHONE["width"]
    assert button["y"] + button["height"] <= PHONE["height"]
    page.locator(".wb-jump >> text=Questions").click()
    page.locator("label[for=q-verdict-0]").click()
    saved(page)
