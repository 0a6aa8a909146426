"""What an adjudicator decided when something fails: reload, network, server, session, another tab or browser."""

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from annotations.models import Draft, GroundTruth
from tests import factories
from tests.annotations.disputed import item_of, make_disputed, make_two_disputed
from tests.browser.workbench import laid_by, press, saved, told
from tests.chromium import intercept
from tests.live import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    return make_disputed(acme)


@pytest.fixture
def opened(page_of, rita, task):
    """opened() is the same item of the same person, each time in a browser of its own."""

    def begin():
        page = page_of(rita)
        page.goto(f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/")
        return page

    return begin


def chosen(page):
    fields = page.locator("#card-verdict input:checked")
    return [field.get_attribute("value") for field in fields.all()]


def decided():
    return dict(GroundTruth.objects.adjudicated().values_list("question__key", "value"))


def published(page):
    page.wait_for_selector("#item-heading:text('Nothing left to adjudicate')", state="attached")


def test_reload_and_a_server_that_fails_cost_nothing(opened):
    page = opened()
    intercept(page, "**/draft/", lambda route: route.fulfill(status=503))
    press(page, "3")
    page.wait_for_selector("#save:text('Not saved, retrying')")
    page.reload()
    assert chosen(page) == ["wrong"]
    page.unroute("**/draft/")
    saved(page)

    press(page, "2", "r")
    page.keyboard.type("See 2.1.")
    press(page, "Control+s")
    saved(page)
    page.reload()
    assert chosen(page) == ["wrong", "guideline_gap"] and page.input_value("#note-verdict") == "See 2.1."
    intercept(page, "**/publish/", lambda route: route.abort(), times=1)
    press(page, "Control+Enter")
    told(page, "is unreachable")
    page.click("#alerts [data-retry]")
    published(page)
    assert decided()["verdict"] == "wrong" and not Draft.objects.exists()


def test_offline_decisions_are_kept_here_and_sent_later(opened):
    page = opened()
    page.context.set_offline(True)
    page.wait_for_selector("#connection >> text=You are offline")
    press(page, "3", "1")
    page.wait_for_selector('#save[data-state="offline"]')
    page.goto("about:blank")
    page.context.set_offline(False)
    page.go_back()
    page.wait_for_selector("#card-verdict [value=wrong]:checked", state="attached")
    page.wait_for_selector("#save:is([data-state=saved], [data-state=idle])", state="attached")
    press(page, "Control+Enter")
    published(page)
    assert decided()["verdict"] == "wrong"


def test_session_that_ended_costs_nothing(opened):
    page = opened()
    Session.objects.all().delete()
    press(page, "3")
    told(page, "You have been signed out")
    page.click("#alerts [data-dialog=signin]")
    page.fill("#signin-password", factories.PASSWORD)
    page.click("#signin-form button[type=submit]")
    saved(page)
    press(page, "1", "Control+Enter")
    published(page)
    assert decided()["verdict"] == "wrong"


def test_second_tab_takes_over_with_what_was_typed(opened, task):
    page = opened()
    tab = page.context.new_page()
    tab.goto(page.url)
    told(tab, "open in another tab")
    press(tab, "1")
    assert chosen(tab) == []
    page.bring_to_front()
    press(page, "3")
    saved(page)

    tab.bring_to_front()
    tab.click("#alerts [data-take-over]")
    tab.wait_for_selector("#card-verdict [value=wrong]:checked", state="attached")
    told(page, "This item was taken over in another tab")
    press(tab, "1", "Control+Enter")
    published(tab)
    assert decided()["verdict"] == "wrong"


def test_second_browser_shows_both_versions_and_nothing_is_overwritten(opened):
    page, other = opened(), opened()
    press(page, "3")
    saved(page)

    press(other, "1")
    told(other, "changed in another window")
    assert Draft.objects.get().answers["verdict"]["own"] == "wrong"
    other.click("#conflict button[value=theirs]")
    other.wait_for_selector("#card-verdict [value=wrong]:checked", state="attached")
    press(other, "1", "Control+Enter")
    published(other)
    assert decided()["verdict"] == "wrong"


@pytest.fixture
def two(acme):
    return make_two_disputed(acme)


def test_decision_published_offline_waits_while_the_next_item_is_decided(page_of, rita, two):
    page = page_of(rita)
    page.goto(f"/tasks/{two[0].task_id}/adjudication/{two[0].pk}/")
    press(page, "3", "1")
    laid_by(page)
    saved(page)
    page.context.set_offline(True)
    page.wait_for_selector("#connection >> text=You are offline")

    press(page, "Control+Enter")
    expect(page.locator("#item-heading")).to_have_text("Item 2")
    assert page.url.endswith(f"/{two[1].pk}/")
    press(page, "1")
    assert decided() == {}
    page.context.set_offline(False)
    page.wait_for_selector("#outbox", state="hidden")

    until(lambda: decided().get("verdict") == "wrong", "publishing of what waited")
    assert chosen(page) == ["correct"]


def test_next_item_comes_without_a_page_load_and_undo_brings_the_last_one_back(page_of, rita, two):
    page = page_of(rita)
    page.goto(f"/tasks/{two[0].task_id}/adjudication/{two[0].pk}/")
    page.evaluate("window.loaded = 'once'")

    press(page, "3", "1")
    expect(page.locator("#work [data-undo-words]")).to_have_text(re.compile(r"Undo: .+ · Cause of disagreement"))
    press(page, "Control+Enter")
    expect(page.locator("#item-heading")).to_have_text("Item 2")
    assert page.url.endswith(f"/{two[1].pk}/") and "item 2" in page.title()
    expect(page.locator("#work [data-undo-words]")).to_have_text("Undo item 1")
    press(page, "u")
    expect(page.locator("#item-heading")).to_have_text("Item 1")
    assert chosen(page) == ["wrong", "ambiguous_item"] and decided() == {}
    press(page, "s")
    expect(page.locator("#item-heading")).to_have_text("Item 2")
    assert page.evaluate("window.loaded") == "once"
