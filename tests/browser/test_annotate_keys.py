"""Every key of the annotator's page: what it does, where it does nothing, and other letters for it."""

import pytest

from annotations.models import Annotation, Draft
from evalhub.accounts.models import User
from tests.browser.workbench import NOTE, make_task, press, saved, submitted
from tests.chromium import intercept

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = [
    {"key": "verdict", "type": "single_choice", "title": "Is the answer correct?", "evidence": "optional",
     "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}]},
    {"key": "why", "type": "text", "title": "What is wrong?", "required": False,
     "show_if": {"question": "verdict", "is": "wrong"}},
    NOTE,
]


@pytest.fixture
def task(acme):
    return make_task(acme, *FORM, rows=4)


def current(page):
    return page.locator("#answer .question[data-current]").get_attribute("data-question")


def focused(page, what="name"):
    return page.evaluate(f"document.activeElement.{what}")


@pytest.mark.parametrize("keys", [("j", "j"), ("ArrowDown", "ArrowDown"), ("j", "j", "k", "ArrowUp", "j")])
def test_next_and_previous_question(page, keys):
    press(page, *keys)

    assert current(page) == "note"


def test_question_that_is_not_asked_is_passed_over_and_comes_when_it_is(page):
    hidden = page.locator("#q-why").is_hidden()
    press(page, "2")
    page.wait_for_selector("#q-why:visible")
    press(page, "j")
    shown = current(page)
    press(page, "k", "1")
    page.wait_for_selector("#q-why:visible", state="detached")

    assert hidden and shown == "why"


def test_enter_and_escape_go_into_a_field_and_out(page):
    press(page, "j", "j", "Enter")
    inside = focused(page)
    press(page, "Escape")

    assert inside == "q-note"
    assert focused(page, "dataset.question") == "note"


def test_reason_of_the_current_question(page):
    press(page, "1", "r")
    page.keyboard.type("Sums up.")
    saved(page)

    assert focused(page) == "r-verdict"
    assert Draft.objects.get().answers["_remarks"]["verdict"]["justification"] == "Sums up."


def test_evidence_key_leads_to_the_quotes_of_the_question(page):
    press(page, "e")

    page.wait_for_selector(".exact[data-selecting]")
    assert current(page) == "verdict"


def test_control_s_saves_at_once(page):
    press(page, "j", "j", "Enter")
    page.keyboard.type("now")
    press(page, "Control+s")
    saved(page)

    assert Draft.objects.get().answers == {"note": "now"}


def test_guideline_opens_and_closes(page):
    before = page.locator("#guideline").get_attribute("open")
    press(page, "g")
    page.wait_for_selector("#guideline:not([open])")
    press(page, "g")
    page.wait_for_selector("#guideline[open]")

    assert before is not None


def test_history_back_and_forward(page):
    press(page, "1", "Control+Enter")
    submitted(page)
    press(page, "h")
    page.wait_for_selector("#history[open] .history a")
    press(page, "Escape", "[")
    page.wait_for_selector("#own")
    chosen = page.locator("#own :checked").get_attribute("value")
    press(page, "]")
    page.wait_for_selector("#answer")

    assert chosen == "correct"


def test_text_typed_before_going_back_is_there_afterwards(page):
    press(page, "1", "Control+Enter")
    submitted(page)
    press(page, "2", "[")
    page.wait_for_selector("#own")
    press(page, "]")

    page.wait_for_selector("#q-verdict-1:checked")


def test_lease_is_kept_by_one_key(page):
    intercept(page, "**/lease/", lambda route: route.fulfill(json={"seconds_left": 90}), times=1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("#lease:not([hidden])")
    told = page.locator("#announce").inner_text()

    press(page, "x")

    page.wait_for_selector("#lease", state="hidden")
    assert "Two minutes" in told


def test_submit_from_inside_a_text_field(page):
    press(page, "1", "j", "Enter")
    page.keyboard.type("typed")
    press(page, "Control+Enter")
    submitted(page)

    assert set(Annotation.objects.get().judgements.values_list("question__key", flat=True)) == {"verdict", "note"}


def test_keys_get_other_letters_and_conflicts_are_refused(page, task, alice, page_of):
    press(page, "?")
    page.fill("#key-skip", "f")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#key-flag-error, #key-skip-error")
    refused = not User.objects.get(pk=alice.user_id).preferences
    page.fill("#key-skip", "y")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#keys-form .chip.positive")
    press(page, "Escape", "s")
    by_old_key = page.locator("#skip[open]").count()
    press(page, "y")
    page.wait_for_selector("#skip[open]")
    elsewhere = page_of(alice)
    elsewhere.goto(f"/annotate/{task.pk}/")

    assert refused and by_old_key == 0
    assert elsewhere.locator("kbd[data-hint=skip]").inner_text() == "y"


def test_usual_keys_come_back(page):
    press(page, "?")
    page.fill("#key-skip", "y")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#keys-form .chip.positive")
    page.click("#keys-form button[value=reset]")
    page.wait_for_selector("#key-skip[value=s]")
    press(page, "Escape", "s")

    assert page.locator("#skip").is_visible()


def test_enter_and_backspace_hand_nothing_in_and_throw_nothing_away(page):
    press(page, "1", "Enter", "Backspace", "j", "j", "Enter", "Backspace", "Enter", "Escape", "Backspace")

    assert page.locator("#answer :checked").get_attribute("value") == "correct"
    assert page.locator("#error-summary").count() == 0 and not Annotation.objects.exists()


def test_command_key_does_what_control_does(page):
    press(page, "j", "Enter")
    press(page, "Escape", "k", "1", "Meta+s")
    saved(page)
    press(page, "Meta+Enter")

    submitted(page)


def test_letters_of_another_alphabet_layer_are_no_keys(page):
    typed = "new KeyboardEvent('keydown', {key: '1', modifierAltGraph: true, bubbles: true})"
    page.evaluate(f"document.body.dispatchEvent({typed})")

    assert page.locator("#answer :checked").count() == 0


def test_keys_wait_while_an_answer_is_on_its_way(page):
    """A key that is held or pressed too early must not reach an item that nobody has seen."""
    held = []
    intercept(page, "**/submit/", lambda route: held.append(route))
    with page.expect_request("**/submit/"):
        press(page, "1", "Control+Enter")
    page.wait_for_selector("#submit[aria-busy=true]")
    press(page, "2", "s", "f", "u", "Control+Enter")
    dialogs = page.locator("dialog[open]").count()
    held[0].continue_()
    submitted(page)

    assert dialogs == 0 and len(held) == 1
    assert Annotation.objects.get().judgements.get().value == "correct"
    assert page.locator("#answer :checked").count() == 0


def test_choice_that_completes_the_form_submits_only_if_asked_for(page, alice):
    press(page, "1")
    page.wait_for_timeout(900)
    before = Annotation.objects.count()
    press(page, "?")
    page.check("#auto-advance")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#keys-form .chip.positive")
    press(page, "Escape", "2")
    submitted(page)

    assert before == 0
    assert Annotation.objects.get().judgements.get().value == "wrong"
