"""States of the annotator's page that come by themselves: nothing to hand out, run out, closed."""

import datetime
import re

import pytest
from django.utils import timezone

from annotations.models import Annotation, AnnotationTask, Assignment, Draft, TaskItem
from annotations.queue.actions import leases
from tests import factories
from tests.browser.workbench import NOTE, VERDICT, make_task, press, saved, submitted, told
from tests.chromium import intercept

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TONE = {
    "key": "tone",
    "type": "single_choice",
    "title": "Which tone?",
    "options": [{"value": "warm"}, {"value": "cold"}],
}
FORM = [VERDICT, TONE, NOTE]


@pytest.fixture
def task(acme):
    return make_task(acme, *FORM, rows=4)


def hold_every_item(task, acme, until):
    """Other people have all the items; the first comes free at `until`."""
    for item in task.items.all():
        factories.make_lease(item, factories.make_annotator(factories.make_member(acme)), lease_until=until)
        until += datetime.timedelta(minutes=5)


def test_nothing_is_free_until_a_time_that_is_told_and_the_page_looks_again(task, acme, alice, page_of):
    until = timezone.now() + datetime.timedelta(minutes=20)
    hold_every_item(task, acme, until)
    page = page_of(alice)
    page.clock.install()
    page.goto(f"/annotate/{task.pk}/")
    page.click("#work button.primary")
    page.wait_for_selector("h2:text('No items available right now')")
    words = page.locator("#nothing").inner_text()
    assert "4 items are reserved by others" in words
    assert f"(at {timezone.localtime(until):%H:%M})" in words

    first = Assignment.objects.first()
    leases.release(task=task, item_id=first.item_id, annotator=first.annotator)
    page.clock.run_for(21_000)
    page.wait_for_selector("#answer")


def test_lease_warns_two_minutes_ahead_is_kept_by_a_key_and_runs_out_in_the_open(start):
    """No sign of life gets through, as when a laptop sleeps; the clock of the page is moved, not waited for."""
    AnnotationTask.objects.update(lease_seconds=600)
    page = start(ready=lambda page: page.clock.install())
    cut = re.compile("/lease/")
    intercept(page, cut, lambda route: route.abort())
    press(page, "2")
    page.clock.run_for(400_000)
    assert page.locator("#lease").is_hidden()
    while page.locator("#lease").is_hidden():
        page.clock.run_for(1_000)
    assert re.search("Reserved for (2:00|1:)", page.locator("#lease").inner_text())
    assert "Two minutes left" in page.locator("#announce").inner_text()

    page.unroute(cut)
    with page.expect_response(cut):
        press(page, "x")
    page.wait_for_selector("#lease", state="hidden")
    assert "Reservation extended" in page.locator("#announce").inner_text()

    intercept(page, cut, lambda route: route.abort())
    page.clock.run_for(605_000)
    told(page, "Your reservation has expired. Your input is kept")
    assert page.locator("#lease").is_hidden()
    Assignment.objects.update(state="expired")
    TaskItem.objects.update(open_slots=1)
    press(page, "1", "Control+Enter")
    submitted(page)
    assert Annotation.objects.get().judgements.count() == 2


def test_closed_item_is_told_while_the_page_is_open_and_nothing_typed_is_lost(start):
    page = start()
    held = Assignment.objects.get()
    TaskItem.objects.filter(pk=held.item_id).update(closed_reason="withdrawn", open_slots=0)
    Assignment.objects.update(state="released")
    press(page, "2")
    told(page, "This item was closed while you worked on it. Your input is kept.")
    saved(page)
    page.evaluate("document.getElementById('alerts').replaceChildren()")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    told(page, "Your input is kept.")

    press(page, "1", "Control+Enter")
    told(page, "Your answer is kept as a late answer; an admin can count it.")
    page.click("#alerts >> text=Go to the next item")
    page.wait_for_selector(f"#answer:not([data-lease='{held.pk}'])")

    assert not Annotation.objects.exists()
    assert Draft.objects.get().answers.items() >= {"verdict": "partly", "tone": "warm"}.items()
