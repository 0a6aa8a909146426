"""Each state of the annotator's page that others do not walk: nothing to hand out, late, closed, changed, run out."""

import datetime
import re

import pytest
from django.utils import timezone

from annotations.actions import late, leases
from annotations.models import Annotation, AnnotationTask, Assignment, Draft, SchemaVersion, TaskItem
from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import NOTE, VERDICT, checked, make_task, press, saved, submitted, told
from tests.chromium import intercept

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TONE = {"key": "tone", "type": "single_choice", "title": "Which tone?",
        "options": [{"value": "warm"}, {"value": "cold"}]}
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
    page.wait_for_selector("h2:text('Nothing free right now')")
    words = page.locator("#nothing").inner_text()
    assert "4 items are being worked on by others" in words
    assert f"(at {timezone.localtime(until):%H:%M})" in words
    assert_accessible_in_both(page)

    first = Assignment.objects.first()
    leases.release(task=task, item_id=first.item_id, annotator=first.annotator)
    page.clock.run_for(21_000)
    page.wait_for_selector("#answer")


def test_guideline_that_changed_is_marked_and_a_paused_task_takes_the_item_in_hand(start, task):
    page = start()
    press(page, "1", "j", "1", "Control+Enter")
    submitted(page)
    AnnotationTask.objects.update(guideline_version=2, instructions="Judge **strictly** now.")
    press(page, "g")
    page.reload()
    page.wait_for_selector("#guideline >> text=Changed since you last worked")
    assert page.locator("#guideline strong").inner_text() == "strictly"
    assert "Guideline 2" in page.locator("#guideline summary").inner_text()
    press(page, "1", "j", "1", "Control+Enter")
    submitted(page)
    assert page.locator(".new-guideline").count() == 0
    assert set(Annotation.objects.values_list("guideline_version", flat=True)) == {1, 2}

    AnnotationTask.objects.update(status="PAUSED")
    page.reload()
    told(page, "This task is paused. You can finish this item")
    press(page, "1", "j", "2", "Control+Enter")
    page.wait_for_selector("h2:text('This task is paused')")
    assert Annotation.objects.count() == 3


def test_late_answer_is_found_under_late_and_counts_when_a_manager_says_so(start, bob):
    page = start()
    Assignment.objects.update(state="expired")
    TaskItem.objects.filter(assignments__state="expired").update(open_slots=0)
    press(page, "2", "j", "1", "Control+Enter")
    told(page, "kept as late")
    page.click("#alerts >> text=Go to the next item")
    page.wait_for_selector("#alerts .wb-banner", state="detached")

    press(page, "h")
    page.click("#history .tabs a:has-text('Late')")
    page.click("#history a[aria-current]:has-text('Late') >> xpath=ancestor::*[@id='history-list']//ol//a")
    page.wait_for_selector("#own >> text=This answer came after the place was given to someone else")

    assert page.locator("#own :checked").evaluate_all("found => found.map(one => one.value)") == ["partly", "warm"]
    assert page.locator("#own button[type=submit]").count() == 0
    assert_accessible_in_both(page)
    late.count_in(assignment=Assignment.objects.get(state="late"), by=bob.user)
    press(page, "h")
    page.wait_for_selector("#history .tabs a:has-text('Submitted 1')")
    assert page.locator("#history .tabs a:has-text('Late')").count() == 0


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
    assert re.search("Yours for (2:00|1:)", page.locator("#lease").inner_text())
    assert "Two minutes are left" in page.locator("#announce").inner_text()
    assert_accessible_in_both(page)

    page.unroute(cut)
    with page.expect_response(cut):
        press(page, "x")
    page.wait_for_selector("#lease", state="hidden")
    assert "The item stays yours" in page.locator("#announce").inner_text()

    intercept(page, cut, lambda route: route.abort())
    page.clock.run_for(605_000)
    told(page, "Your time on this item has run out. Your text is kept")
    assert page.locator("#lease").is_hidden()
    Assignment.objects.update(state="expired")
    TaskItem.objects.update(open_slots=1)
    press(page, "j", "1", "Control+Enter")
    submitted(page)
    assert Annotation.objects.get().judgements.count() == 2


def test_closed_item_is_told_while_the_page_is_open_and_nothing_typed_is_lost(start):
    page = start()
    held = Assignment.objects.get()
    TaskItem.objects.filter(pk=held.item_id).update(closed_reason="withdrawn", open_slots=0)
    Assignment.objects.update(state="released")
    press(page, "2")
    told(page, "This item was closed while you worked on it. What you typed is kept.")
    saved(page)
    page.evaluate("document.getElementById('alerts').replaceChildren()")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    told(page, "What you typed is kept.")

    press(page, "j", "1", "Control+Enter")
    told(page, "Your answer is kept as late; a manager may count it.")
    page.click("#alerts >> text=Go to the next item")
    page.wait_for_selector(f"#answer:not([data-lease='{held.pk}'])")

    assert not Annotation.objects.exists()
    assert Draft.objects.get().answers.items() >= {"verdict": "partly", "tone": "warm"}.items()


def test_new_form_comes_with_a_reload_or_with_the_next_item(start, task):
    page = start()
    press(page, "2")
    saved(page)
    SchemaVersion.objects.update(frozen_at=timezone.now())
    fields = [*FORM, {"key": "harm", "type": "rating", "title": "Harm", "scale": {"min": 1, "max": 3}}]
    newer = factories.make_schema(task, {"fields": fields}, number=2)
    AnnotationTask.objects.update(schema_version=newer)
    press(page, "j", "1")
    saved(page)

    page.reload()
    page.wait_for_selector("#answer [name=q-harm]")

    assert checked(page) == ["partly", "warm"]
    press(page, "j", "j", "j", "j", "1", "Control+Enter")
    submitted(page)
    assert Annotation.objects.get().schema_version_id == newer.pk
