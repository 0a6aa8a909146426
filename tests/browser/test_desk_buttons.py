"""Buttons of the desks that lead to another item, used by mouse, Enter, Space and finger."""

import pytest
from playwright.sync_api import expect

from annotations.models import Assignment
from tests.annotations.disputed import assign_all, make_two_disputed
from tests.browser.desks import make_desk
from tests.browser.workbench import press, saved

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAYS = {
    "mouse": lambda button: button.click(),
    "Enter": lambda button: button.press("Enter"),
    "Space": lambda button: button.press("Space"),
    "finger": lambda button: button.tap(),
}


@pytest.fixture
def page(page_of, rita):
    return page_of(rita, has_touch=True)


def shows(page, heading):
    """Wait until this item is on screen."""
    expect(page.locator("#item-heading")).to_have_text(heading)


@pytest.mark.parametrize("name", ["annotate", "audit"])
def test_undo(page, acme, name):
    desk = make_desk(name, acme)
    desk.open(page)
    first = page.locator("#item-heading").inner_text()
    for use in WAYS.values():
        desk.answer(page, "2")
        press(page, "Control+Enter")
        expect(page.locator("#item-heading")).not_to_have_text(first)
        use(page.locator("[data-act=undo]"))
        shows(page, first)


def test_skipping_an_audit(page, acme):
    make_desk("audit", acme).open(page)
    for use, heading in zip((WAYS["mouse"], WAYS["finger"]), ("Item 2", "Item 3"), strict=True):
        use(page.locator("#skip"))
        shows(page, heading)


def test_adjudicator_returns_an_answer_asks_another_annotator_and_undoes(page, acme):
    first, second = make_two_disputed(acme)
    assign_all(first.task)
    page.goto(f"/tasks/{first.task_id}/adjudication/{first.pk}/")

    page.click("text=Return to an annotator")
    page.fill("#return-note", "Read the second sentence again.")
    page.get_by_role("button", name="Return answer").tap()
    shows(page, "Item 2")
    assert Assignment.objects.filter(state="returned").count() == 1
    press(page, "3", "1")
    saved(page)
    page.get_by_role("button", name="Ask another annotator").click()
    shows(page, "Nothing left to adjudicate")
    second.refresh_from_db()
    assert second.open_slots == 1

    page.goto(f"/tasks/{second.task_id}/adjudication/{second.pk}/")
    for use in WAYS.values():
        press(page, "Control+Enter")
        shows(page, "Nothing left to adjudicate")
        use(page.locator("[data-act=undo]"))
        shows(page, "Item 2")
