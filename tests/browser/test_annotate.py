"""An annotator's session in Chromium, by keyboard alone."""

import gzip

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation, Draft
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import NOTE, checked, make_task, press
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = [
    {
        "key": "verdict",
        "type": "single_choice",
        "title": "Is the answer correct?",
        "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}],
    },
    {
        "key": "issues",
        "type": "multiple_choice",
        "title": "What is wrong? with it?",
        "required": False,
        "options": [{"value": "long", "label": "Too long"}, {"value": "off", "label": "Off topic"}],
    },
    NOTE,
]


@pytest.fixture
def task(acme):
    return make_task(acme, *FORM, rows=2)


def next_item(page, *keys):
    """Press keys and wait until another item, or the end, is there; returns the heading left behind."""
    heading = page.locator("#item-heading")
    before = heading.inner_text()
    press(page, *keys)
    page.wait_for_selector(f"#item-heading:not(:text-is('{before}'))")
    return before


def test_session_by_keyboard_alone_and_back_again(page):
    press(page, "2", "1", "2", "ArrowDown", "Enter")
    page.keyboard.type("s f u 1 ?")
    first = next_item(page, "Control+Enter")

    stored = Annotation.objects.get()
    values = dict(stored.judgements.values_list("question__key", "value"))
    assert values == {"verdict": "wrong", "issues": ["long", "off"], "note": "s f u 1 ?"}
    assert stored.time_spent_seconds > 0
    assert page.evaluate("document.activeElement.id") == "item-heading"
    assert "submitted" in page.locator("#announce").inner_text() and "loaded" in page.locator("#announce").inner_text()
    next_item(page, "u")
    assert page.locator("#item-heading").inner_text() == first
    assert checked(page) == ["wrong", "long", "off"] and page.input_value("#q-note-input") == "s f u 1 ?"
    assert not Annotation.objects.current().exists()


def test_skip_flag_undo_the_end_and_what_was_skipped(page):
    press(page, "s")
    skipped = next_item(page, "Enter")
    press(page, "f", "Enter")
    assert page.locator("#flag").is_visible()
    page.keyboard.type("two questions in one")
    next_item(page, "Enter")
    next_item(page, "u")
    next_item(page, "u")
    assert page.locator("#item-heading").inner_text() == skipped

    press(page, "s")
    next_item(page, "Enter")
    press(page, "1")
    next_item(page, "Control+Enter")
    assert page.locator("#item-heading").inner_text() == "All done"
    page.click("text=Skipped (1)")
    page.click("#history .history a >> nth=0")
    page.wait_for_selector("#own")
    page.click("text=Answer this item")
    page.wait_for_selector("#answer")
    press(page, "1")
    next_item(page, "Control+Enter")
    assert Annotation.objects.current().count() == 2


def test_mistakes_lead_to_their_fields_and_dialogs_hold_the_keys_back(page):
    press(page, "j", "1", "j", "Enter")
    page.keyboard.type("half a thought")
    press(page, "Control+Enter")
    page.wait_for_selector("#error-summary")
    assert page.evaluate("document.activeElement.name") == "q-verdict"
    assert page.locator("#error-summary a").all_inner_texts() == ["Is the answer correct?"]
    assert page.locator("#submit").get_attribute("aria-busy") is None
    page.evaluate("document.getElementById('q-note-input').focus()")
    page.locator("#error-summary a").focus()
    press(page, "Enter")
    assert page.evaluate("document.activeElement.name") == "q-verdict"
    assert checked(page) == ["long"] and page.locator("#q-note-input").input_value() == "half a thought"
    assert_accessible_in_both(page)  # the mistakes

    for key in ("?", "s", "f"):
        press(page, "Escape")
        page.evaluate("document.activeElement.blur()")
        press(page, key)
        page.wait_for_selector(f"dialog#{ {'?': 'keys', 's': 'skip', 'f': 'flag'}[key] }[open]")
        page.evaluate("document.activeElement.blur()")
        press(page, "1", "u")
        if key == "?":
            assert_accessible_in_both(page)  # the sheet of keys over the item
    press(page, "Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert checked(page) == ["long"]
    page.check("#q-verdict-0")
    next_item(page, "Control+Enter")


def test_draft_survives_a_reload_which_is_light(page):
    press(page, "2")
    page.fill("#q-note-input", "half a thought")
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.reload()

    page.wait_for_selector("#q-verdict-1:checked", state="attached")
    expect(page.locator("#q-note-input")).to_have_value("half a thought")  # saved or restored
    page.wait_for_load_state()
    loaded = [answer for answer in answers if answer.request.method == "GET"]
    weight = sum(len(gzip.compress(answer.body())) for answer in loaded)
    assert len(loaded) <= 12
    assert weight <= 150_000, f"{weight} bytes in {[answer.url for answer in loaded]}"


def test_works_without_a_script(task, alice, page_of):
    page = page_of(alice, java_script_enabled=False, viewport=PHONE)
    page.goto(f"/annotate/{task.pk}/")
    page.click("text=Start annotating")
    assert page.locator("#item").is_visible()
    page.check("#q-verdict-1")
    with page.expect_navigation():
        page.click("#submit")

    page.check("#q-verdict-0")
    page.click("text=Save and exit")
    page.wait_for_url("**/annotate/")

    assert Annotation.objects.get().judgements.get(question__key="verdict").value == "wrong"
    assert Draft.objects.get().answers == {"verdict": "correct"}
