"""What an annotator typed when something fails: network, server, session, a lost lease, a changed form."""

import pytest
from django.contrib.sessions.models import Session

from annotations.models import Annotation, AnnotationTask, Assignment, Draft, SchemaVersion, TaskItem
from tests import factories
from tests.live import session_cookies

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=1)


@pytest.fixture
def page(task, alice, page_of):
    page = page_of(alice)
    page.goto(f"/annotate/{task.pk}/")
    page.click("text=Take the first item")
    page.wait_for_selector("#answer")
    return page


def saved(page):
    page.wait_for_selector('#save[data-state="saved"]')


def checked(page):
    return page.locator("#answer :checked").evaluate_all("found => found.map(one => one.value)")


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
    page.keyboard.press("2")
    page.wait_for_selector('#save[data-state="offline"]')
    kept = mirrors(page)

    page.context.set_offline(False)
    saved(page)

    assert len(kept) == 1 and str(alice.user_id) in kept[0]
    assert mirrors(page) == []
    assert Draft.objects.get().answers == {"verdict": "partly"}


def test_answers_typed_offline_survive_closing_the_page(page, task):
    page.context.set_offline(True)
    page.keyboard.press("2")
    page.wait_for_selector('#save[data-state="offline"]')
    page.goto("about:blank")
    page.context.set_offline(False)

    page.goto(f"/annotate/{task.pk}/")
    page.wait_for_selector("#q-verdict-1:checked")
    page.keyboard.press("Control+s")
    page.wait_for_load_state("networkidle")

    assert mirrors(page) == []
    assert Draft.objects.get().answers == {"verdict": "partly"}


def test_offline_counts_what_is_kept_and_submitting_waits_with_a_reason(page):
    page.context.set_offline(True)
    page.wait_for_selector("#connection >> text=You are offline")
    page.keyboard.press("1")
    page.keyboard.press("r")
    page.keyboard.type("Because")
    page.wait_for_selector("#save:text('Offline, 2 changes kept here')")
    page.keyboard.press("Control+Enter")
    disabled = page.locator("#submit").get_attribute("aria-disabled")
    told = page.locator("#announce").inner_text()

    page.context.set_offline(False)
    page.wait_for_selector("#connection .wb-banner", state="detached")
    saved(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("text=submitted.")

    assert disabled == "true" and "Submitting waits" in told
    assert Annotation.objects.get().judgements.get().justification == "Because"


def test_server_that_cannot_be_reached_costs_nothing(page):
    page.route("**/submit/", lambda route: route.abort(), times=1)
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#alerts [data-retry]")
    told, kept = page.locator("#alerts").inner_text(), checked(page)

    page.click("#alerts [data-retry]")
    page.wait_for_selector("text=submitted.")

    assert "cannot be reached" in told and kept == ["correct"]
    assert Annotation.objects.count() == 1


def test_server_that_fails_is_told_and_saving_goes_on(page):
    page.route("**/draft/", lambda route: route.fulfill(status=503), times=1)
    page.keyboard.press("1")
    page.wait_for_selector("#save:text('Not saved, retrying')")

    saved(page)

    assert Draft.objects.get().answers == {"verdict": "correct"}


def test_answer_lost_on_its_way_back_is_stored_once(page):
    lost = []

    def lose(route):
        lost.append(route.fetch())
        route.abort()

    page.route("**/submit/", lose, times=1)
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#alerts [data-retry]")

    page.click("#alerts [data-retry]")
    page.wait_for_selector("text=submitted.")

    assert lost[0].status == 200
    assert Annotation.objects.count() == 1


def test_session_that_ended_costs_nothing(page, task, alice):
    Session.objects.all().delete()
    page.keyboard.press("3")
    page.wait_for_selector("#alerts >> text=You have been signed out")
    sign_in_again(page, alice)

    page.click("#alerts [data-retry]")
    saved(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("text=submitted.")

    assert Annotation.objects.get().judgements.get().value == "wrong"


def test_signing_in_again_happens_beside_the_answers(page):
    Session.objects.all().delete()
    page.keyboard.press("3")
    page.wait_for_selector("#alerts >> text=You have been signed out")
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
    page.keyboard.press("3")
    page.wait_for_selector("#alerts >> text=You have been signed out")
    sign_in_again(page, factories.make_member(acme, "carol"))

    page.click("#alerts [data-retry]")
    page.wait_for_selector("#alerts >> text=Somebody else is signed in")

    assert not Draft.objects.exists()
    assert checked(page) == ["wrong"]


def test_late_answer_is_told_and_stays_in_sight(page):
    Assignment.objects.update(state="expired")
    TaskItem.objects.update(open_slots=0)
    page.keyboard.press("2")
    page.wait_for_selector("#alerts >> text=Your time on this item has run out")

    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#alerts >> text=kept as late")

    assert checked(page) == ["partly"]
    assert Draft.objects.get().answers["verdict"] == "partly"
    assert not Annotation.objects.exists()


def test_lease_that_ran_out_is_taken_again_in_silence(page):
    Assignment.objects.update(state="expired", lease_until="2020-01-01T00:00:00Z")
    TaskItem.objects.update(open_slots=1)
    page.keyboard.press("2")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("text=submitted.")

    assert Annotation.objects.get().judgements.get().value == "partly"


def test_form_that_changed_meanwhile_still_takes_the_answer(page, task):
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00:00Z")
    other = factories.make_schema(task, {"fields": [{"key": "other", "type": "text", "title": "Other"}]}, number=2)
    AnnotationTask.objects.update(schema_version=other)
    page.keyboard.press("2")
    saved(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#answer [name=q-other]")

    assert Annotation.objects.get().schema_version_id == task.schema_version_id


def test_item_that_was_closed_keeps_the_answer_in_sight(page):
    TaskItem.objects.update(closed_reason="withdrawn", open_slots=0)
    Assignment.objects.update(state="released")
    page.keyboard.press("2")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#alerts .wb-banner")

    assert checked(page) == ["partly"]
    assert not Annotation.objects.exists()


def test_lease_chip_appears_two_minutes_ahead(page, task):
    Assignment.objects.update(lease_until="2100-01-01T00:00:00Z")
    page.reload()
    page.wait_for_selector("#answer")

    assert page.locator("#lease").is_hidden()
    page.route("**/lease/", lambda route: route.fulfill(json={"seconds_left": 90}))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("#lease:not([hidden])")
    assert "Yours for 1:" in page.locator("#lease").inner_text()
