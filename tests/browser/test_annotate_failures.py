"""What an annotator typed when something fails: network, server, session, a lost lease, a changed form."""

import pytest
from django.contrib.sessions.models import Session

from annotations.models import Annotation, AnnotationTask, Assignment, Draft, SchemaVersion, TaskItem
from tests import factories
from tests.browser.workbench import VERDICT, checked, make_task, press, saved, submitted, told
from tests.chromium import intercept
from tests.live import session_cookies

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    return make_task(acme, VERDICT)


def sign_in_again(page, membership):
    """As another tab of the same browser would."""
    url = page.url.split("/annotate")[0]
    page.context.clear_cookies()
    cookies = session_cookies(membership)
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])


def mirrors(page):
    return page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('evalhub:draft'))")


def test_offline_draft_is_kept_here_and_sent_later(page, task, alice):
    page.context.set_offline(True)
    press(page, "2")
    page.wait_for_selector('#save[data-state="offline"]')
    kept = mirrors(page)

    page.context.set_offline(False)
    saved(page)

    assert len(kept) == 1 and str(alice.user_id) in kept[0]
    assert mirrors(page) == []
    assert Draft.objects.get().answers == {"verdict": "partly"}


def test_answers_typed_offline_survive_closing_the_page(page, task):
    page.context.set_offline(True)
    press(page, "2")
    page.wait_for_selector('#save[data-state="offline"]')
    page.goto("about:blank")
    page.context.set_offline(False)

    page.goto(f"/annotate/{task.pk}/")
    page.wait_for_selector("#q-verdict-1:checked")
    # What the page sent when it was left may have arrived all the same: then nothing is left to save.
    page.wait_for_selector("#save:is([data-state=saved], [data-state=idle])", state="attached")

    assert mirrors(page) == []
    assert Draft.objects.get().answers == {"verdict": "partly"}


def test_offline_counts_what_is_kept_and_submitting_waits_with_a_reason(page):
    page.context.set_offline(True)
    page.wait_for_selector("#connection >> text=You are offline")
    press(page, "1", "r")
    page.keyboard.type("Because")
    page.wait_for_selector("#save:text('Offline, 2 changes kept here')")
    press(page, "Control+Enter")
    disabled = page.locator("#submit").get_attribute("aria-disabled")
    said = page.locator("#announce").inner_text()

    page.context.set_offline(False)
    page.wait_for_selector("#connection .wb-banner", state="detached")
    saved(page)
    press(page, "Control+Enter")
    submitted(page)

    assert disabled == "true" and "Submitting waits" in said
    assert Annotation.objects.get().judgements.get().justification == "Because"


def test_server_that_cannot_be_reached_costs_nothing(page):
    intercept(page, "**/submit/", lambda route: route.abort(), times=1)
    press(page, "1", "Control+Enter")
    page.wait_for_selector("#alerts [data-retry]")
    said, kept = page.locator("#alerts").inner_text(), checked(page)

    page.click("#alerts [data-retry]")
    submitted(page)

    assert "cannot be reached" in said and kept == ["correct"]
    assert Annotation.objects.count() == 1


def test_server_that_fails_is_told_and_saving_goes_on(page):
    intercept(page, "**/draft/", lambda route: route.fulfill(status=503), times=1)
    press(page, "1")
    page.wait_for_selector("#save:text('Not saved, retrying')")

    saved(page)

    assert Draft.objects.get().answers == {"verdict": "correct"}


def test_answer_lost_on_its_way_back_is_stored_once(page):
    lost = []

    def lose(route):
        lost.append(route.fetch())
        route.abort()

    intercept(page, "**/submit/", lose, times=1)
    press(page, "1", "Control+Enter")
    page.wait_for_selector("#alerts [data-retry]")

    page.click("#alerts [data-retry]")
    submitted(page)

    assert lost[0].status == 200
    assert Annotation.objects.count() == 1


def test_session_that_ended_costs_nothing(page, task, alice):
    Session.objects.all().delete()
    press(page, "3")
    told(page, "You have been signed out")
    sign_in_again(page, alice)

    page.click("#alerts [data-retry]")
    saved(page)
    press(page, "Control+Enter")
    submitted(page)

    assert Annotation.objects.get().judgements.get().value == "wrong"


def test_signing_in_again_happens_beside_the_answers(page):
    Session.objects.all().delete()
    press(page, "3")
    told(page, "You have been signed out")
    page.click("#alerts [data-dialog=signin]")
    page.fill("#signin-password", "not this one")
    page.click("#signin-form button[type=submit]")
    page.wait_for_selector("#signin-error:visible")

    page.fill("#signin-password", factories.PASSWORD)
    page.click("#signin-form button[type=submit]")
    saved(page)

    assert page.locator("#signin").is_hidden()
    assert Draft.objects.get().answers == {"verdict": "wrong"}


def test_answers_are_never_sent_in_another_name(page, acme, alice):
    Session.objects.all().delete()
    press(page, "3")
    told(page, "You have been signed out")
    sign_in_again(page, factories.make_member(acme, "carol"))

    page.click("#alerts [data-retry]")
    told(page, "Somebody else is signed in")

    assert not Draft.objects.exists()
    assert checked(page) == ["wrong"]


def test_late_answer_is_told_and_stays_in_sight(page):
    Assignment.objects.update(state="expired")
    TaskItem.objects.update(open_slots=0)
    press(page, "2")
    told(page, "Your time on this item has run out")

    press(page, "Control+Enter")
    told(page, "kept as late")

    assert checked(page) == ["partly"]
    assert Draft.objects.get().answers["verdict"] == "partly"
    assert not Annotation.objects.exists()


def test_lease_that_ran_out_is_taken_again_in_silence(page):
    Assignment.objects.update(state="expired", lease_until="2020-01-01T00:00:00Z")
    TaskItem.objects.update(open_slots=1)
    press(page, "2", "Control+Enter")
    submitted(page)

    assert Annotation.objects.get().judgements.get().value == "partly"


def test_form_that_changed_meanwhile_still_takes_the_answer(page, task):
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00:00Z")
    other = factories.make_schema(task, {"fields": [{"key": "other", "type": "text", "title": "Other"}]}, number=2)
    AnnotationTask.objects.update(schema_version=other)
    press(page, "2")
    saved(page)
    press(page, "Control+Enter")
    page.wait_for_selector("#answer [name=q-other]")

    assert Annotation.objects.get().schema_version_id == task.schema_version_id


def test_item_that_was_closed_keeps_the_answer_in_sight(page):
    TaskItem.objects.update(closed_reason="withdrawn", open_slots=0)
    Assignment.objects.update(state="released")
    press(page, "2", "Control+Enter")
    told(page, "kept as late")

    assert checked(page) == ["partly"]
    assert not Annotation.objects.exists()


def test_lease_chip_appears_two_minutes_ahead(page, task):
    Assignment.objects.update(lease_until="2100-01-01T00:00:00Z")
    page.reload()
    page.wait_for_selector("#answer")

    assert page.locator("#lease").is_hidden()
    intercept(page, "**/lease/", lambda route: route.fulfill(json={"seconds_left": 90}))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("#lease:not([hidden])")
    assert "Yours for 1:" in page.locator("#lease").inner_text()
