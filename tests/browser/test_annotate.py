"""An annotator's session in Chromium, by keyboard alone."""

import pytest

from annotations.models import Annotation, Assignment, Draft
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = {
    "fields": [
        {"key": "verdict", "type": "single_choice", "title": "Is the answer correct?",
         "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}]},
        {"key": "issues", "type": "multiple_choice", "title": "What is wrong with it?", "required": False,
         "options": [{"value": "long", "label": "Too long"}, {"value": "off", "label": "Off topic"}]},
        {"key": "note", "type": "text", "title": "Remark", "required": False},
    ]
}


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), schema=FORM, required=1)


@pytest.fixture
def start(task, alice, page_of):
    """start(**options) is a page of alice with the first item in hand."""

    def begin(**options):
        page = page_of(alice, **options)
        page.goto(f"/annotate/{task.pk}/")
        page.wait_for_selector("#work button:focus")
        page.keyboard.press("Enter")
        page.wait_for_selector("#answer")
        return page

    return begin


def next_item(page, *keys):
    """Press keys and wait until another item, or the end, is there; returns the heading left behind."""
    heading = page.locator("#item-heading")
    before = heading.inner_text()
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_selector(f"#item-heading:not(:text-is('{before}'))")
    return before


def saved(page):
    page.wait_for_selector('#save[data-state="saved"]')


def checked(page):
    return page.locator("#answer :checked").evaluate_all("found => found.map(one => one.value)")


def test_session_by_keyboard_alone(start):
    page = start()

    page.keyboard.press("2")
    page.keyboard.press("j")
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
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

    page.keyboard.press("s")
    skipped = next_item(page, "Enter")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    assert page.locator("#flag").is_visible()
    page.keyboard.type("two questions in one")
    next_item(page, "Enter")
    next_item(page, "u")
    next_item(page, "u")

    assert page.locator("#item-heading").inner_text() == skipped
    for _ in range(4):
        page.keyboard.press("1")
        next_item(page, "Control+Enter")
    assert page.locator("#item-heading").inner_text() == "All done. Thank you"
    assert Annotation.objects.current().count() == 4


def test_undo_brings_the_answer_back(start):
    page = start()
    page.keyboard.press("2")
    first = next_item(page, "Control+Enter")

    next_item(page, "u")

    assert page.locator("#item-heading").inner_text() == first
    assert checked(page) == ["wrong"]
    assert not Annotation.objects.current().exists()


def test_missing_answers_are_listed_and_focused(start):
    page = start()

    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#error-summary")

    assert page.evaluate("document.activeElement.name") == "q-verdict"
    assert page.locator("#submit").get_attribute("aria-busy") is None
    page.keyboard.press("1")
    next_item(page, "Control+Enter")


def test_draft_survives_a_reload(start):
    page = start()
    page.keyboard.press("2")
    page.fill("#q-note-input", "half a thought")
    page.reload()
    page.wait_for_selector("#answer")

    page.wait_for_function("document.getElementById('q-note-input').value === 'half a thought'")  # saved or restored

    assert checked(page) == ["wrong"]


def test_single_keys_can_be_switched_off(start):
    page = start()
    page.keyboard.press("?")
    page.keyboard.press("Tab")
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")

    for key in ("1", "s", "f", "g", "u"):
        page.keyboard.press(key)

    assert checked(page) == []
    assert page.locator("dialog[open]").count() == 0
    page.reload()
    page.wait_for_selector("#answer")
    page.keyboard.press("1")
    assert checked(page) == []


def test_alt_and_held_keys_do_nothing(start):
    page = start()
    page.keyboard.press("Alt+1")
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '1', repeat: true, bubbles: true}))")

    assert checked(page) == []


def test_keys_do_nothing_while_a_dialog_is_open(start):
    page = start()
    page.keyboard.press("?")

    for key in ("1", "s", "u"):
        page.keyboard.press(key)

    assert checked(page) == []
    assert Assignment.objects.get().state == "leased"


def test_works_without_a_script(start, task, alice, page_of):
    page = page_of(alice, java_script_enabled=False)
    page.goto(f"/annotate/{task.pk}/")
    page.click("text=Take the first item")
    page.check("#q-verdict-1")
    page.click("#submit")

    page.check("#q-verdict-0")
    page.click("text=Save and exit")

    assert Annotation.objects.get().judgements.get(question__key="verdict").value == "wrong"
    assert Draft.objects.get().answers == {"verdict": "correct"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_accessible(start, axe, scheme):
    page = start(color_scheme=scheme)

    axe(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#error-summary")
    axe(page)
    for key in ("?", "s", "f"):
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        axe(page)


def test_phone_has_one_column_and_no_sideways_scroll(start):
    page = start(viewport={"width": 390, "height": 844})

    wide = page.evaluate("[document.documentElement, document.querySelector('.wb-panes')].map(e => e.scrollWidth)")
    button = page.locator("#submit").bounding_box()

    assert max(wide) <= 390
    assert button["y"] + button["height"] <= 844
    page.locator("#q-verdict-0").scroll_into_view_if_needed()
    page.locator("label[for=q-verdict-0]").click()
    saved(page)
