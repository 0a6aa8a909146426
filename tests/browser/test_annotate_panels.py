"""What this browser keeps of an answer or a correction until the server has it."""

import pytest
from django.contrib.sessions.models import Session

from annotations.models import Annotation, Draft
from tests import factories
from tests.browser.workbench import NOTE, VERDICT, goes_back, laid_by, make_task, press, saved, submitted, told
from tests.live import session_cookies

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUOTED = "#q-verdict [data-passages] q"


@pytest.fixture
def task(acme):
    return make_task(acme, VERDICT | {"evidence": "optional"}, NOTE)


@pytest.fixture
def page(start):
    return start(view="source")


def quote(page):
    """Mark a word as evidence of the first question: kept in a field that only the server can draw again."""
    press(page, "k", "k", "e")
    page.wait_for_selector("[data-selecting]")
    press(page, "ArrowRight", "Enter", "Escape")
    return page.locator(QUOTED).inner_text()


def correct(page, task):
    """By keys: back to the newest own answer, and its form again."""
    page.goto(f"/annotate/{task.pk}/")
    page.wait_for_selector("#answer, #work button.primary")
    press(page, "[")
    page.wait_for_selector("#own")
    page.click("text=Correct this answer")
    page.wait_for_selector("#answer[data-revises]")


def test_what_this_browser_kept_waits_for_a_server_that_fails(start, task):
    page = start(view="source", ready=lambda page: page.clock.install())
    page.context.set_offline(True)
    press(page, "2")
    words = quote(page)
    page.wait_for_selector('#save[data-state="offline"]')
    page.goto("about:blank")
    page.context.set_offline(False)
    page.route("**/merge/", lambda route: route.fulfill(status=503))

    page.goto(f"/annotate/{task.pk}/")
    page.wait_for_selector("#save:text('Not saved, retrying')")
    page.unroute("**/merge/")
    page.clock.run_for(10_000)
    page.wait_for_selector(QUOTED)

    saved(page)
    assert page.locator("#answer[inert]").count() == 0
    assert Draft.objects.get().answers["_remarks"]["verdict"]["quotes"][0]["quote"] == words


def test_correction_is_kept_in_this_browser_and_outlives_the_session(page, task):
    press(page, "1", "Control+Enter")
    submitted(page)
    correct(page, task)
    press(page, "3")
    page.fill("#q-note-input", "half a thought")
    press(page, "Escape")
    quote(page)
    page.wait_for_selector("#save:text('Saved in this browser')")
    page.goto("about:blank")

    correct(page, task)
    page.wait_for_selector(QUOTED)

    assert page.locator("#save").inner_text() == "Restored from this browser"
    assert page.locator("#answer :checked").get_attribute("value") == "wrong"
    assert page.locator("#q-note-input").input_value() == "half a thought"
    Session.objects.all().delete()
    press(page, "Control+Enter")
    told(page, "You have been signed out")
    page.click("#alerts [data-dialog=signin]")
    page.fill("#signin-password", factories.PASSWORD)
    press(page, "Enter")
    submitted(page)
    standing = Annotation.objects.current().get()
    assert standing.revision == 2 and standing.judgements.get(question__key="note").value == "half a thought"
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('evalhub:draft'))") == []


def test_item_laid_by_goes_back_although_another_tab_signed_in_anew(page, task, alice):
    press(page, "1")
    laid_by(page)
    url = page.url.split("/annotate")[0]
    cookies = session_cookies(alice)
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    page.context.add_cookies([{"name": "csrftoken", "value": "z" * 32, "url": url}])

    page.goto("/annotate/")

    goes_back()
