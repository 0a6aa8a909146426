"""The annotator's page as it is looked at: the next item at once, panes, drawer, empty states, small screens."""

import re

import pytest
from playwright.sync_api import expect

from annotations.actions import leases, queue
from annotations.models import Annotation, Assignment, TaskItem
from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import VERDICT, laid_by, make_task, press, saved, submitted, told, went_back
from tests.chromium import intercept

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHIFT = """() => new Promise((done) => {
  let total = 0;
  const add = (entry) => { if (!entry.hadRecentInput) total += entry.value; };
  new PerformanceObserver((list) => list.getEntries().forEach(add))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(total), 200);
})"""


@pytest.fixture
def task(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(4)]
    return make_task(acme, VERDICT, rows=rows, time_limit_seconds=120)


def skip(page):
    heading = page.locator("#item-heading").inner_text()
    press(page, "s")
    page.wait_for_selector("#skip[open]")
    press(page, "Enter")
    page.wait_for_selector(f"#item-heading:not(:text-is('{heading}'))")


def test_next_item_is_laid_by_and_opened_without_being_drawn_again(start):
    page = start()
    press(page, "1")
    laid_by(page)
    held = Assignment.objects.get(state="prefetched")

    with page.expect_response("**/submit/") as answer:
        press(page, "Control+Enter")
    submitted(page)

    assert page.locator("#answer").get_attribute("data-lease") == str(held.pk)
    assert held.opened_at is None and Assignment.objects.get(pk=held.pk).state == "leased"
    assert len(answer.value.body()) < 1500
    press(page, "2", "Control+Enter")
    page.wait_for_selector("#progress:has-text('2 of 4')")
    assert Annotation.objects.count() == 2


def test_item_laid_by_goes_back_when_the_page_is_left(start):
    page = start()
    press(page, "1")
    laid_by(page)

    page.goto("/annotate/")

    assert went_back()


def test_nothing_moves_when_the_next_item_arrives(start):
    page = start()
    press(page, "1")
    saved(page)
    before = page.evaluate(SHIFT)

    page.evaluate("document.getElementById('answer').requestSubmit()")
    submitted(page)
    page.wait_for_timeout(700)

    assert page.evaluate(SHIFT) - before < 0.02


def test_focus_lands_on_the_new_item_and_it_is_announced(start):
    page = start()
    press(page, "1", "Control+Enter")
    submitted(page)

    assert page.evaluate("document.activeElement.id") == "item-heading"
    assert "loaded" in page.locator("#announce").inner_text()


def test_panes_are_as_wide_as_they_were_on_the_last_machine(start, task, alice, page_of):
    page = start()
    separator = page.locator("[role=separator]")
    separator.focus()
    with page.expect_response("**/keys/"):
        press(page, "Home")
    wide = page.locator("#item").bounding_box()["width"]
    elsewhere = page_of(alice)
    elsewhere.goto(f"/annotate/{task.pk}/")

    assert separator.get_attribute("aria-valuenow") == "45"
    assert elsewhere.locator("[role=separator]").get_attribute("aria-valuenow") == "45"
    assert abs(elsewhere.locator("#item").bounding_box()["width"] - wide) < 2


def test_panes_are_dragged_with_the_mouse(start):
    page = start()
    box = page.locator("[role=separator]").bounding_box()

    with page.expect_response("**/keys/"):
        page.mouse.move(box["x"] + 3, 400)
        page.mouse.down()
        page.mouse.move(720, 400, steps=5)
        page.mouse.up()

    assert page.locator("[role=separator]").get_attribute("aria-valuenow") == "50"


def test_drawer_finds_an_item_by_its_id_and_corrects_it(start):
    page = start()
    name = page.locator(".pane-head .mono").inner_text()
    press(page, "1", "Control+Enter")
    submitted(page)
    press(page, "h")
    page.wait_for_selector("#history-search")
    page.fill("#history-search", name)
    press(page, "Enter")
    page.wait_for_selector(f"#history-search[value='{name}']")  # as the server drew it again
    page.click(f"#history .history a:has-text('{name}')")
    page.wait_for_selector("#own")
    page.click("#own button[type=submit]")
    page.wait_for_selector("#answer[data-revises]")

    press(page, "3", "Control+Enter")
    submitted(page)

    standing = Annotation.objects.current().get()
    assert (standing.revision, standing.judgements.get().value) == (2, "wrong")


def test_drawer_shows_a_skeleton_until_it_is_read(start):
    page = start()
    intercept(page, "**/history/*", lambda route: None)

    press(page, "h")

    page.wait_for_selector("#history-list .skeleton")


def test_skipped_item_is_taken_up_again_from_the_end(start):
    page = start()
    for _ in range(4):
        skip(page)
    page.wait_for_selector("h2:text('All done. Thank you')")

    page.click("text=Skipped (4)")
    page.click("#history .history a >> nth=0")
    page.wait_for_selector("#own")
    page.click("text=Take it up again")

    page.wait_for_selector("#answer")


def test_waiting_page_tells_when_and_goes_on_by_itself(task, acme, alice, page_of):
    other = factories.make_annotator(factories.make_member(acme))
    TaskItem.objects.exclude(pk=task.items.first().pk).update(open_slots=0)
    held = queue.claim(task=task, annotator=other)
    page = page_of(alice)
    page.clock.install()
    page.goto(f"/annotate/{task.pk}/")
    page.click("#work button.primary")
    page.wait_for_selector("h2:text('Nothing free right now')")
    words = page.locator("#nothing").inner_text()

    leases.release(task=task, item_id=held.item_id, annotator=other)
    page.clock.run_for(21_000)

    page.wait_for_selector("#answer")
    assert "1 item is being worked on" in words and "(at " in words


def test_returned_item_comes_first_with_its_note(start, task, alice, bob):
    page = start()
    press(page, "1", "Control+Enter")
    submitted(page)
    first = Annotation.objects.get()
    leases.give_back(
        task=task, item_id=first.item_id, annotator=first.annotator, note="Read the second line.", by=bob.user
    )

    press(page, "1", "Control+Enter")

    told(page, "This item came back to you: Read the second line.")
    assert page.locator("#answer :checked").get_attribute("value") == "correct"


def test_time_on_the_item_is_shown_beside_the_soft_limit(start):
    page = start()

    expect(page.locator("#time-limit")).to_have_text(re.compile(r"(?!0:00)\d:\d\d of 2:00"))


def test_hint_to_rest_can_be_dismissed(start):
    page = start()
    page.evaluate("sessionStorage.setItem('evalhub:started', Date.now() - 61 * 60000)")
    page.reload()
    page.wait_for_selector("#toasts >> text=A short rest")

    page.click("#toasts [data-toast-close]")

    assert page.locator("#toasts [data-key=break]").count() == 0


@pytest.mark.parametrize("width", [320, 390])
def test_small_screens_have_one_column(start, width):
    page = start(viewport={"width": width, "height": 640})

    boxes = "[document.documentElement, ...document.querySelectorAll('.wb-panes, .pane, .wb-bottom')]"
    wide = page.evaluate(f"{boxes}.map(one => one.scrollWidth)")

    assert max(wide) <= width
    assert page.locator("#item").bounding_box()["width"] == page.locator("#answer").bounding_box()["width"] == width
    assert page.locator("[role=separator]").is_hidden()


def test_drawer_own_item_and_offline_are_accessible(start):
    page = start()
    press(page, "1", "Control+Enter")
    submitted(page)
    press(page, "h")
    page.wait_for_selector("#history .history a")
    assert_accessible_in_both(page)
    press(page, "Escape", "[")
    page.wait_for_selector("#own")
    assert_accessible_in_both(page)
    press(page, "]")
    page.wait_for_selector("#answer")
    page.context.set_offline(True)
    page.wait_for_selector("#connection .wb-banner")
    assert_accessible_in_both(page)
