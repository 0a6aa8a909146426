"""The annotator's page where there is room for one pane: the item and the questions take turns."""

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation, Assignment
from tests.browser.workbench import NOTE, VERDICT, checked, make_task, press, saved, submitted
from tests.chromium import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LOW = {"width": 800, "height": 360}
LONG = [
    {
        "input": {"text": "\n\n".join(f"Paragraph {n} of a long document." for n in range(60))},
        "outputs": {"model-a": "An answer."},
    }
] * 3
BOXES = """() => ["#item", ".pane-column", ".wb-jump", ".wb-bottom"].map((one) => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return [one, x, y, width, height];
})"""


@pytest.fixture
def task(acme):
    return make_task(acme, VERDICT | {"evidence": "optional"}, NOTE, rows=LONG)


@pytest.fixture
def page(start):
    return start(viewport=PHONE)


def tab(page, title):
    return page.locator(".wb-jump").get_by_role("link", name=title, exact=True)


def in_view(page, title):
    """Wait until this tab is the current one, and its pane the only one in view."""
    expect(page.locator(".wb-jump > [aria-current]")).to_have_text([title])
    expect(page.locator("#item")).to_be_visible(visible=title == "Item")
    expect(page.locator(".pane-column")).to_be_visible(visible=title != "Item")


def test_one_pane_at_a_time_from_the_item_to_the_own_answer(page):
    in_view(page, "Item")
    page.locator("#item").evaluate("one => { one.scrollTop = 200; }")
    tab(page, "Questions").click()
    in_view(page, "Questions")
    bar = page.locator("#submit").bounding_box()
    first = page.locator("#q-verdict").bounding_box()
    assert bar["y"] + bar["height"] <= PHONE["height"] and first["y"] < PHONE["height"]
    tab(page, "Item").click()
    in_view(page, "Item")
    assert page.locator("#item").evaluate("one => one.scrollTop") == 200

    page.click("#submit")
    expect(page.locator("#error-summary")).to_be_visible()
    in_view(page, "Questions")
    page.wait_for_selector("[name=q-verdict]:focus")
    page.click("label[for=q-verdict-2]")
    saved(page)
    page.click("#submit")
    submitted(page)
    in_view(page, "Item")
    expect(page.locator("#item-heading")).to_be_focused()
    assert Annotation.objects.get().judgements.get(question__key="verdict").value == "wrong"
    tab(page, "Questions").click()
    in_view(page, "Questions")
    assert checked(page) == []

    page.click("[data-act=back]")
    page.wait_for_selector("#own", state="attached")
    in_view(page, "Item")
    tab(page, "Your answer").click()
    in_view(page, "Your answer")
    assert page.get_by_text("Correct this answer").is_visible()


def test_questions_that_nobody_saw_are_shown_before_they_are_sent(acme, alice, page_of):
    other = make_task(acme, NOTE, rows=2)
    page = page_of(alice, viewport=PHONE)
    page.goto(f"/annotate/{other.pk}/")
    page.click("text=Start annotating")
    in_view(page, "Item")

    page.click("#submit")
    in_view(page, "Questions")
    assert Assignment.objects.get().state == "leased"
    tab(page, "Item").click()
    page.click("#submit")

    submitted(page)
    in_view(page, "Item")


def test_keys_show_the_pane_in_which_they_act(start):
    page = start(viewport=PHONE)
    press(page, "1")
    in_view(page, "Questions")
    assert checked(page) == ["correct"]
    tab(page, "Item").focus()
    press(page, "Enter")
    in_view(page, "Item")
    expect(page.locator("#item")).to_be_focused()
    tab(page, "Questions").focus()
    press(page, "Enter", "Tab")
    in_view(page, "Questions")
    assert page.evaluate("document.activeElement.closest('#answer') !== null")
    tab(page, "Item").click()
    press(page, "g")
    in_view(page, "Questions")
    tab(page, "Item").click()
    press(page, "j")
    in_view(page, "Questions")

    press(page, "k", "e")
    page.wait_for_selector("[data-selecting]:focus")
    in_view(page, "Item")
    press(page, "Enter", "Escape")
    in_view(page, "Questions")
    assert page.locator("#q-verdict [data-passages] q").all_inner_texts() == ["Paragraph"]
    page.locator("#q-verdict [data-list] input").uncheck()
    in_view(page, "Questions")


def test_nothing_moves_when_the_scripts_arrive_or_the_window_changes(page, task, page_of, alice):
    boxes = page.evaluate(BOXES)
    early = page_of(alice, viewport=PHONE)
    early.route("**/desk/annotate.js*", lambda route: route.abort())
    early.goto(f"/annotate/{task.pk}/")
    assert early.evaluate(BOXES) == boxes
    expect(early.locator("#answer")).to_be_hidden()

    page.set_viewport_size(LOW)
    in_view(page, "Item")
    tab(page, "Questions").click()
    in_view(page, "Questions")
    page.locator("#submit").scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") <= LOW["width"]
    page.set_viewport_size({"width": 320, "height": 640})
    boxes = "[document.documentElement, ...document.querySelectorAll('.wb-panes, .pane, .wb-bottom')]"
    assert max(page.evaluate(f"{boxes}.map(one => one.scrollWidth)")) <= 320
    page.set_viewport_size(DESKTOP)
    expect(page.locator("#item")).to_be_visible()
    expect(page.locator("#answer")).to_be_visible()
    expect(page.locator(".wb-jump")).to_be_hidden()


def test_key_hints_are_for_those_who_have_keys(start, page_of, alice, task):
    page = start(**TOUCH)
    tab(page, "Questions").tap()
    expect(page.locator("label[for=q-verdict-0]")).to_be_visible()
    expect(page.locator("#q-verdict kbd").first).to_be_hidden()
    page.locator("[data-dialog=keys]").tap()
    expect(page.locator("#keys-form kbd").first).to_be_visible()

    narrow = page_of(alice, viewport=PHONE)
    narrow.goto(f"/annotate/{task.pk}/")
    tab(narrow, "Questions").click()

    expect(narrow.locator("#q-verdict kbd").first).to_be_visible()
