"""What an annotator typed when something fails: network, server, session."""

import pytest
from django.contrib.sessions.models import Session

from annotations.models import Annotation, Draft
from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
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


def test_offline_answers_are_kept_here_survive_closing_the_page_and_are_sent_later(page, task, alice):
    page.context.set_offline(True)
    page.wait_for_selector("#connection >> text=You are offline")
    press(page, "2", "r")
    page.keyboard.type("Because")
    page.wait_for_selector("#save:text('Offline, 2 changes saved in this browser')")
    press(page, "Control+Enter")
    assert page.locator("#submit").get_attribute("aria-disabled") == "true"
    assert "can be submitted once you are online" in page.locator("#announce").inner_text()
    assert len(mirrors(page)) == 1 and str(alice.user_id) in mirrors(page)[0]
    assert_accessible_in_both(page)
    page.context.set_offline(False)
    page.wait_for_selector("#connection .wb-banner", state="detached")
    saved(page)
    assert mirrors(page) == [] and Draft.objects.get().answers["verdict"] == "partly"

    page.context.set_offline(True)
    press(page, "Escape", "3")
    page.wait_for_selector('#save[data-state="offline"]')
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(f"/annotate/{task.pk}/")
    page.wait_for_selector("#q-verdict-2:checked")
    # What the page sent when it was left may have arrived all the same: then nothing is left to save.
    page.wait_for_selector("#save:is([data-state=saved], [data-state=idle])", state="attached")
    assert mirrors(page) == [] and Draft.objects.get().answers["verdict"] == "wrong"
    press(page, "Control+Enter")
    submitted(page)
    stored = Annotation.objects.get().judgements.get()
    assert (stored.value, stored.justification) == ("wrong", "Because")


def test_server_that_fails_or_cannot_be_reached_costs_nothing(page):
    intercept(page, "**/draft/", lambda route: route.fulfill(status=503))
    press(page, "1")
    page.wait_for_selector("#save:text('Not saved, retrying')")
    page.unroute("**/draft/")
    saved(page)
    assert Draft.objects.get().answers == {"verdict": "correct"}

    intercept(page, "**/submit/", lambda route: route.abort(), times=1)
    press(page, "Control+Enter")
    page.wait_for_selector("#alerts [data-retry]")
    assert "is unreachable" in page.locator("#alerts").inner_text() and checked(page) == ["correct"]
    page.click("#alerts [data-retry]")
    submitted(page)
    assert Annotation.objects.count() == 1


def test_session_that_ended_costs_nothing_and_sends_nothing_in_another_name(page, acme, alice):
    Session.objects.all().delete()
    press(page, "3")
    told(page, "You have been signed out")
    page.click("#alerts [data-dialog=signin]")
    page.fill("#signin-password", "not this one")
    page.click("#signin-form button[type=submit]")
    page.wait_for_selector("#signin-error:visible")
    assert_accessible_in_both(page)
    page.fill("#signin-password", factories.PASSWORD)
    page.click("#signin-form button[type=submit]")
    saved(page)
    page.wait_for_selector("#alerts [data-dialog=signin]", state="detached")
    assert page.locator("#signin").is_hidden() and Draft.objects.get().answers == {"verdict": "wrong"}

    Session.objects.all().delete()
    press(page, "1")
    told(page, "You have been signed out")
    sign_in_again(page, factories.make_member(acme, "carol"))
    page.click("#alerts [data-retry]")
    told(page, "Another user is signed in")
    assert Draft.objects.get().answers == {"verdict": "wrong"} and checked(page) == ["correct"]
    sign_in_again(page, alice)
    page.click("#alerts [data-retry]")
    saved(page)
    press(page, "Control+Enter")
    submitted(page)
    assert Annotation.objects.get().judgements.get().value == "correct"
