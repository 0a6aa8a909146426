"""One item in two browsers: tokens, and two versions made one question by question."""

import pytest

from annotations.models import Assignment, Draft
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import NOTE, VERDICT, checked, make_task, press, saved, told

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    return make_task(acme, VERDICT, NOTE)


@pytest.fixture
def elsewhere(task, alice, page_of):
    """elsewhere() is the same item of the same person in another browser."""

    def open_there():
        other = page_of(alice)
        other.clock.install()
        other.goto(f"/annotate/{task.pk}/")
        other.wait_for_selector("#answer")
        return other

    return open_there


def test_another_browser_learns_it_from_the_token(page, elsewhere):
    other = elsewhere()
    Assignment.objects.update(token="00000000-0000-4000-8000-000000000001")

    with other.expect_response("**/submit/"):
        press(other, "1", "Control+Enter")
    other.click("#alerts [data-take-over]")
    other.clock.run_for(1_600)  # no other tab of this browser answers
    other.wait_for_selector("#work[data-announce*='Continuing here']")

    assert checked(other) == ["correct"]


def both_changed(page, other):
    """The same item answered in two browsers: the second sees both versions."""
    page.bring_to_front()
    press(page, "1")
    page.fill("#q-note-input", "from the first")
    press(page, "Control+s")
    saved(page)
    other.bring_to_front()
    press(other, "3")
    told(other, "changed in another window")


def test_two_versions_are_shown_and_the_chosen_answers_are_kept(page, elsewhere):
    other = elsewhere()
    both_changed(page, other)
    shown = other.locator("#alerts table").inner_text()
    assert other.locator("#save").inner_text() == "Two versions"
    assert_accessible_in_both(other)
    other.check("#alerts [name=take-note][value=theirs]")

    other.click("#alerts button[value=chosen]")
    other.wait_for_selector("#alerts .conflict", state="detached")

    assert "Wrong" in shown and "Correct" in shown and "from the first" in shown
    assert Draft.objects.get().answers == {"verdict": "wrong", "note": "from the first"}
    press(other, "2")
    saved(other)
