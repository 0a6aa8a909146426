"""The annotator's page where there is room for one column: the item above, the questions below it."""

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation
from tests.browser.workbench import NOTE, VERDICT, make_task, press, saved, submitted
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
BOXES = """() => ["#item", ".pane-column", ".wb-bottom"].map((one) => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return [one, x, y, width, height];
})"""


@pytest.fixture
def task(acme):
    return make_task(acme, VERDICT | {"evidence": "optional"}, NOTE, rows=LONG)


@pytest.fixture
def page(start):
    return start(viewport=PHONE)


def test_item_and_questions_scroll_by_themselves_and_both_stay_in_view(page):
    page.locator("#item").evaluate("one => { one.scrollTop = 200; }")

    page.click("#submit")
    expect(page.locator("#error-summary")).to_be_in_viewport()
    page.wait_for_selector("[name=q-verdict]:focus")
    page.click("label[for=q-verdict-2]")
    saved(page)
    assert page.locator("#item").evaluate("one => one.scrollTop") == 200
    page.click("#submit")
    submitted(page)

    expect(page.locator("#item-heading")).to_be_focused()
    assert Annotation.objects.get().judgements.get(question__key="verdict").value == "wrong"
    page.click("[data-act=back]")
    page.wait_for_selector("#own")
    expect(page.get_by_text("Correct this answer")).to_be_in_viewport()


def test_keys_bring_into_view_where_they_act(page):
    press(page, "g")
    expect(page.locator("#guideline")).to_be_in_viewport()
    press(page, "j")
    expect(page.locator("#q-note")).to_be_in_viewport()

    press(page, "k", "e")
    page.wait_for_selector("[data-selecting]:focus")
    press(page, "Enter", "Escape")
    expect(page.locator("#q-verdict [data-passages] q")).to_have_text(["Paragraph"])


def test_nothing_moves_when_the_scripts_arrive_or_the_window_changes(page, task, page_of, alice):
    boxes = page.evaluate(BOXES)
    (_item, x, top, width, height), (_questions, x_too, below, *_size), _bar = boxes
    assert (x, width) == (0, PHONE["width"]) and x_too == 0 and below == top + height
    early = page_of(alice, viewport=PHONE)
    early.route("**/desk/annotate.js*", lambda route: route.abort())
    early.goto(f"/annotate/{task.pk}/")
    assert early.evaluate(BOXES) == boxes

    page.set_viewport_size(LOW)
    page.locator("#submit").scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") <= LOW["width"]
    page.set_viewport_size({"width": 320, "height": 640})
    boxes = "[document.documentElement, ...document.querySelectorAll('.wb-panes, .pane, .wb-bottom')]"
    assert max(page.evaluate(f"{boxes}.map(one => one.scrollWidth)")) <= 320
    page.set_viewport_size(DESKTOP)
    beside = {name: x for name, x, *_box in page.evaluate(BOXES)}
    assert beside["#item"] == 0 < beside[".pane-column"]


def test_key_hints_are_for_those_who_have_keys(start, page_of, alice, task):
    page = start(**TOUCH)
    expect(page.locator("label[for=q-verdict-0]")).to_be_in_viewport()
    expect(page.locator("#q-verdict kbd").first).to_be_hidden()
    page.locator("[data-dialog=keys]").tap()
    expect(page.locator("#keys-form kbd").first).to_be_visible()

    narrow = page_of(alice, viewport=PHONE)
    narrow.goto(f"/annotate/{task.pk}/")

    expect(narrow.locator("#q-verdict kbd").first).to_be_visible()
