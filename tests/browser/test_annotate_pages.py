"""The annotator's page as it is looked at: the next item at once, panes, time."""

import re

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation, Assignment
from tests.browser.workbench import VERDICT, laid_by, make_task, press, saved, submitted
from tests.chromium import intercept
from tests.live import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries()))
    .observe({ type: "layout-shift", buffered: true });
}"""
# Two frames after what has been drawn: the browser has measured it then, and told it.
SHIFTED = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() =>
  done(window.shifts.filter((one) => !one.hadRecentInput).reduce((total, one) => total + one.value, 0))))))"""


@pytest.fixture
def task(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(4)]
    return make_task(acme, VERDICT, rows=rows, time_limit_seconds=120)


def test_next_item_is_laid_by_and_opened_at_once_without_moving_anything(page):
    press(page, "1")
    laid_by(page)
    saved(page)
    held = Assignment.objects.get(state="prefetched")
    page.evaluate(WATCH_SHIFTS)
    before = page.evaluate(SHIFTED)

    with page.expect_response("**/submit/") as answer:
        page.evaluate("document.getElementById('answer').requestSubmit()")
    submitted(page)

    assert page.locator("#answer").get_attribute("data-lease") == str(held.pk)
    assert held.opened_at is None and Assignment.objects.get(pk=held.pk).state == "leased"
    assert len(answer.value.body()) < 1500
    press(page, "2")
    saved(page)
    assert page.evaluate(SHIFTED) - before < 0.02
    press(page, "Control+Enter")
    page.wait_for_selector("#progress:has-text('2 of 4')")
    assert Annotation.objects.count() == 2


def test_view_that_arrives_while_the_answer_is_on_its_way_leaves_the_next_item_there(page):
    views, answers, before = [], [], page.locator("#item-heading").inner_text()
    press(page, "1")
    laid_by(page)
    saved(page)
    intercept(page, re.compile("view=source"), lambda route: views.append(route))
    intercept(page, "**/submit/", lambda route: answers.append(route))
    page.click("a[href='?view=source']")
    until(lambda: page.evaluate("1") and views, "request for the other view")
    press(page, "Control+Enter")
    until(lambda: page.evaluate("1") and answers, "request with the answer")

    views[0].continue_()
    page.wait_for_selector("a[href='?view=source'][aria-current]")
    answers[0].continue_()
    submitted(page)

    assert page.locator("#item-heading").inner_text() != before
    assert page.locator("#answer").count() == 1 and page.locator("#answer :checked").count() == 0


def test_panes_are_as_wide_as_they_were_on_the_last_machine(page, task, alice, page_of):
    separator = page.locator("[role=separator]")
    box = separator.bounding_box()
    page.mouse.move(box["x"] + 3, 400)
    page.mouse.down()
    page.mouse.move(720, 400, steps=5)
    page.mouse.up()
    assert separator.get_attribute("aria-valuenow") == "50"

    separator.focus()
    with page.expect_response("**/keys/"):
        press(page, "Home")
    wide = page.locator("#item").bounding_box()["width"]
    elsewhere = page_of(alice)
    elsewhere.goto(f"/annotate/{task.pk}/")

    assert separator.get_attribute("aria-valuenow") == "45"
    assert elsewhere.locator("[role=separator]").get_attribute("aria-valuenow") == "45"
    assert abs(elsewhere.locator("#item").bounding_box()["width"] - wide) < 2


def test_time_on_the_item_and_a_hint_to_rest(start):
    page = start(ready=lambda page: page.clock.install())
    page.clock.run_for(1_100)
    expect(page.locator("#time-limit")).to_have_text(re.compile(r"(?!0:00)\d:\d\d of 2:00"))
    page.evaluate("sessionStorage.setItem('evalhub:started', Date.now() - 61 * 60000)")
    page.clock.run_for(61_000)
    page.wait_for_selector("#toasts >> text=Consider a short break")

    page.click("#toasts [data-toast-close]")

    assert page.locator("#toasts [data-key=break]").count() == 0
