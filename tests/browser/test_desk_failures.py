"""What was typed at a desk when something fails: network, server, session, a second tab, a second device."""

import pytest
from django.contrib.sessions.models import Session

from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.desks import make_desk
from tests.browser.workbench import laid_by, press, saved, told
from tests.chromium import intercept
from tests.live import session_cookies, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=["annotate", "audit"])
def desk(request, acme):
    return make_desk(request.param, acme)


@pytest.fixture
def page(desk, page_of, rita):
    """The page of a reviewer, who may annotate and audit, with the first item."""
    page = page_of(rita)
    desk.open(page)
    return page


def sign_in_again(page, membership):
    """As another tab of the same browser would."""
    url = page.evaluate("location.origin")
    page.context.clear_cookies()
    cookies = session_cookies(membership)
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])


def kept_here(page):
    return page.evaluate("Object.keys(localStorage).filter(key => /^evalhub:(draft|outbox)/.test(key))")


def heading(page):
    return page.locator("#item-heading").inner_text()


def moves_on(page, item):
    """Wait until another item than this one is on screen."""
    page.wait_for_selector(f"#item-heading:not(:text-is('{item}'))")


def stored(desk, *values):
    until(lambda: desk.stored() == list(values), f"{values} in the database")


def test_submissions_wait_while_offline_and_are_sent_in_their_order(page, desk):
    first = heading(page)
    desk.answer(page, "2")
    saved(page)
    laid_by(page)
    page.context.set_offline(True)
    page.wait_for_selector("#connection >> text=You are offline")
    press(page, "r")
    page.keyboard.type("Because")
    page.wait_for_selector("#save[data-state=offline]")
    assert_accessible_in_both(page)
    press(page, "Control+Enter")
    moves_on(page, first)
    second = heading(page)
    desk.answer(page, "3")
    press(page, "Control+Enter")
    page.wait_for_selector("#outbox:text('2 submissions wait for the network')")
    told(page, "Kept in this browser")
    assert desk.stored() == [] and len(kept_here(page)) == 3

    page.context.set_offline(False)

    stored(desk, "partly", "wrong")
    moves_on(page, second)
    page.wait_for_selector("#outbox", state="hidden")
    assert desk.reasons() == ["Because", ""] and kept_here(page) == []


def test_what_was_typed_offline_survives_closing_the_page(page, desk):
    desk.answer(page, "2")
    saved(page)
    page.context.set_offline(True)
    desk.answer(page, "3")
    page.wait_for_selector('#save[data-state="offline"]')
    page.goto("about:blank")
    page.context.set_offline(False)
    desk.reopen(page)

    page.wait_for_selector(desk.chosen("wrong"), state="attached")
    page.wait_for_selector("#save:is([data-state=saved], [data-state=idle])", state="attached")
    assert kept_here(page) == [] and desk.drafted() == "wrong"


def test_server_that_was_killed_gets_everything_when_it_is_back(page, desk):
    intercept(page, desk.draft_path, lambda route: route.fulfill(status=503))
    desk.answer(page, "3")
    page.wait_for_selector("#save:text('Not saved, retrying')")
    page.unroute(desk.draft_path)
    saved(page)
    assert desk.drafted() == "wrong"

    item = heading(page)
    intercept(page, desk.submit_path, lambda route: route.abort(), times=1)
    press(page, "Control+Enter")
    moves_on(page, item)  # sent by itself, once the server answers again
    assert desk.stored() == ["wrong"] and page.locator("#alerts [data-retry]").count() == 0


def test_reply_that_was_lost_is_no_second_answer(page, desk):
    def lose(route):
        route.fetch()
        route.abort()

    item = heading(page)
    intercept(page, desk.submit_path, lose, times=1)
    desk.answer(page, "2")
    press(page, "Control+Enter")

    moves_on(page, item)
    assert desk.stored() == ["partly"]


def test_page_that_does_not_hear_of_its_own_saves_has_no_conflict_with_itself(page, desk):
    def lose(route):
        route.fetch()
        route.abort()

    drawn = page.request.get(page.url).text()
    intercept(page, desk.draft_path, lose, times=1)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/draft/")):
        desk.answer(page, "2")
    desk.answer(page, "3")
    saved(page)
    assert desk.drafted() == "wrong"

    intercept(page, page.url, lambda route: route.fulfill(body=drawn, content_type="text/html"))
    page.reload()  # drawn before the last save was stored
    page.wait_for_selector(desk.chosen("wrong"), state="attached")
    desk.answer(page, "2")
    saved(page)
    assert desk.drafted() == "partly" and page.locator("#alerts .conflict").count() == 0


def test_session_that_ended_costs_nothing_and_sends_nothing_in_another_name(page, desk, acme, rita):
    Session.objects.all().delete()
    desk.answer(page, "3")
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
    assert page.locator("#signin").is_hidden() and desk.drafted() == "wrong"

    Session.objects.all().delete()
    desk.answer(page, "1")
    told(page, "You have been signed out")
    sign_in_again(page, factories.make_member(acme, "carol", role="reviewer"))
    page.click("#alerts [data-retry]")
    told(page, "Another user is signed in")
    assert desk.drafted() == "wrong"
    sign_in_again(page, rita)
    page.click("#alerts [data-retry]")
    saved(page)
    press(page, "Control+Enter")
    stored(desk, "correct")


def test_second_tab_takes_no_answer_takes_over_and_the_first_is_told(page, desk):
    tab = page.context.new_page()
    desk.reopen(tab)
    told(tab, "open in another tab")
    press(tab, "2", "s", "Control+Enter")
    assert desk.stored() == [] and tab.locator("dialog[open]").count() == 0
    page.bring_to_front()
    desk.answer(page, "2")
    saved(page)

    tab.bring_to_front()
    tab.click("#alerts [data-take-over]")
    told(page, "taken over in another tab")
    tab.wait_for_selector("#work:not([data-locked])")
    assert desk.drafted() == "partly"
    press(tab, "Control+Enter")
    stored(desk, "partly")


def test_second_device_shows_both_versions_and_the_chosen_one_is_kept(page, desk, page_of, rita):
    other = page_of(rita)
    desk.reopen(other)
    other.wait_for_selector("#work form[data-draft-url]")
    page.bring_to_front()
    desk.answer(page, "3")
    saved(page)
    other.bring_to_front()
    desk.answer(other, "2")
    told(other, "changed in another window")
    shown = other.locator("#alerts table").inner_text()
    assert other.locator("#save").inner_text() == "Two versions" and "Wrong" in shown
    assert_accessible_in_both(other)

    other.click("#alerts button[value=mine]")
    other.wait_for_selector("#alerts .conflict", state="detached")

    assert desk.drafted() == "partly"
    press(other, "Control+Enter")
    stored(desk, "partly")


def test_undo_names_first_the_answer_and_then_the_item(page, desk):
    item = heading(page)
    desk.answer(page, "2")
    while page.locator("#undo button:has-text('Undo: Is the answer correct?')").count():
        press(page, "u")
    saved(page)
    assert page.locator("#work .question input[type=radio]:checked").count() == 0
    desk.answer(page, "3")
    press(page, "Control+Enter")
    stored(desk, "wrong")
    page.wait_for_selector(f"#undo button:has-text('Undo {item.lower()}')")

    press(page, "u")

    page.wait_for_selector(f"#item-heading:text-is('{item}')")
    stored(desk)
    assert desk.drafted() == "wrong"
