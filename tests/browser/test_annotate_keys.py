"""Every key of the annotator's page: what it does, where it does nothing, and other letters for it."""

import pytest

from annotations.models import Annotation, Draft
from annotations.queue.actions import preferences
from evalhub.accounts.models import User
from tests.browser.workbench import NOTE, SHIFT, checked, make_task, press, saved, strike, submitted
from tests.chromium import intercept

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = [
    {
        "key": "verdict",
        "type": "single_choice",
        "title": "Is the answer correct?",
        "evidence": "optional",
        "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}],
    },
    {
        "key": "why",
        "type": "text",
        "title": "What is wrong?",
        "required": False,
        "show_if": {"question": "verdict", "is": "wrong"},
    },
    NOTE,
]
# Keys that only look like one of the page: of another layer, held with Alt, held down, of text that is being composed.
NO_KEYS = """() => ['altKey', 'modifierAltGraph', 'repeat', 'isComposing'].forEach((how) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', [how]: true, bubbles: true })))"""

DIGITS = [  # key, code and modifiers; what is chosen then
    ("é", "Digit2", 0, "wrong"),  # AZERTY
    ("1", "Digit1", SHIFT, "correct"),
    ("٢", "Digit2", 0, "wrong"),  # Arabic
    ("۱", "Digit1", 0, "correct"),  # Persian
    ("२", "Digit2", 0, "wrong"),  # Devanagari
    ("1", "Numpad1", 0, "correct"),
    ("/", "Digit2", SHIFT, "correct"),  # German has / over a digit
]
MOVES = [  # the keys of j and k
    (("j", "KeyC"), ("k", "KeyV")),  # Dvorak
    (("о", "KeyJ"), ("л", "KeyK")),  # Russian
    (("ξ", "KeyJ"), ("κ", "KeyK")),  # Greek
    (("ח", "KeyJ"), ("ל", "KeyK")),  # Hebrew
    (("ت", "KeyJ"), ("ن", "KeyK")),  # Arabic
]


@pytest.fixture
def task(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(4)]
    return make_task(acme, *FORM, rows=rows)


def current(page):
    return page.locator("#answer .question[data-current]").get_attribute("data-question")


def focused(page, what="name"):
    return page.evaluate(f"document.activeElement.{what}")


def test_questions_and_fields_are_reached_and_left(page):
    page.evaluate(NO_KEYS)
    assert checked(page) == []
    press(page, "j", "j", "k", "ArrowUp", "ArrowDown")
    assert current(page) == "note" and page.locator("#q-why").is_hidden()
    press(page, "Enter")
    assert focused(page) == "q-note"
    press(page, "Escape")
    assert focused(page, "dataset.question") == "note"
    press(page, "k", "2")
    page.wait_for_selector("#q-why:visible")
    press(page, "j")
    assert current(page) == "why"
    press(page, "k", "1")
    page.wait_for_selector("#q-why:visible", state="detached")

    press(page, "Enter", "Backspace", "j", "Enter", "Backspace", "Enter", "Escape", "Backspace")
    assert checked(page) == ["correct"] and page.locator("#error-summary").count() == 0
    assert not Annotation.objects.exists()
    press(page, "k", "k", "r")
    page.keyboard.type("Sums up.")
    assert focused(page) == "r-verdict"
    press(page, "Control+s")
    saved(page)
    assert Draft.objects.get().answers["_remarks"]["verdict"]["justification"] == "Sums up."
    press(page, "Escape", "g")
    page.wait_for_selector("#guideline:not([open])")
    press(page, "g")
    page.wait_for_selector("#guideline[open]")
    press(page, "j", "j", "Enter")
    page.keyboard.type("typed")
    press(page, "Meta+Enter")
    submitted(page)
    assert set(Annotation.objects.get().judgements.values_list("question__key", flat=True)) == {"verdict", "note"}


def test_answered_questions_fold_and_the_outline_counts_them(page):
    press(page, "2")
    page.wait_for_selector("#outline >> text=1 of 3 answered")
    page.wait_for_selector("#q-verdict-1", state="visible")  # no other question waits for an answer
    press(page, "j")
    assert page.locator("#q-verdict .answer-line strong").inner_text() == "Wrong"
    assert page.locator("#q-verdict-1").is_hidden() and page.locator("#q-why textarea, #q-why input").first.is_visible()

    page.click("#outline a[href='#q-note']")
    page.keyboard.type("Read twice.")
    page.click("#q-verdict .answer-line button")
    page.wait_for_selector("#q-verdict-1", state="visible")
    assert page.locator("#q-note .answer-line strong").inner_text() == "Read twice."
    press(page, "u")
    assert current(page) == "note" and page.locator("#q-note input, #q-note textarea").first.input_value() == ""


def test_history_finds_an_item_by_its_id_and_corrects_it(page):
    name = page.locator(".pane-head .mono").inner_text()
    press(page, "1", "Control+Enter")
    submitted(page)
    press(page, "2")
    held = []
    intercept(page, "**/history/*", lambda route: held.append(route), times=1)
    press(page, "h")
    page.wait_for_selector("#history-list .skeleton")
    held[0].continue_()
    page.wait_for_selector("#history[open] .history a")
    press(page, "Escape", "[")
    page.wait_for_selector("#own")
    assert page.locator("#own :checked").get_attribute("value") == "correct"
    press(page, "]")
    page.wait_for_selector("#q-verdict-1:checked")  # what was typed before going back

    press(page, "h")
    page.wait_for_selector("#history[open] .history a")
    page.fill("#history-search", name)
    press(page, "Enter")
    page.wait_for_selector(f"#history-search[value='{name}']")  # as the server drew it again
    page.click(f"#history .history li:has-text('{name}') a")
    page.wait_for_selector("#own")
    page.click(".wb-bottom button.primary")
    page.wait_for_selector("#answer[data-revises]")
    press(page, "2", "Control+Enter")
    submitted(page)
    standing = Annotation.objects.current().get()
    assert (standing.revision, standing.judgements.get().value) == (2, "wrong")


def test_keys_get_other_letters_come_back_and_are_switched_off(page, task, alice, page_of):
    press(page, "?")
    page.fill("#key-skip", "f")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#key-flag-error, #key-skip-error")
    assert not User.objects.get(pk=alice.user_id).preferences
    page.fill("#key-skip", "y")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#keys-form .chip.positive")
    press(page, "Escape", "s", "y")  # a letter that is no key: what follows may be a sentence
    page.wait_for_selector("#toasts >> text=Shortcuts pause")
    assert page.locator("dialog[open]").count() == 0
    press(page, "Escape", "y")
    page.wait_for_selector("#skip[open]")
    assert page.locator("#toasts [data-toast]").count() == 0
    elsewhere = page_of(alice)
    elsewhere.goto(f"/annotate/{task.pk}/")
    assert elsewhere.locator("kbd[data-hint=skip]").inner_text() == "y"

    press(page, "Escape", "?")
    page.click("#keys-form button[value=reset]")
    page.wait_for_selector("#key-skip[value=s]")
    press(page, "Escape", "s")
    page.wait_for_selector("#skip[open]")
    press(page, "Escape", "?")
    with page.expect_response("**/keys/"):
        page.locator("#keys-on").uncheck()
    page.wait_for_selector("#keys-form .chip.positive")
    press(page, "Escape")
    press(page, "1", "s", "f", "g", "u")
    assert checked(page) == [] and page.locator("dialog[open]").count() == 0
    page.reload()
    page.wait_for_selector("#answer, [data-take-over]")
    press(page, "1")
    assert checked(page) == []


def test_digits_count_by_position_where_the_layout_has_others(page):
    chosen = []
    for key, code, modifiers, _ in DIGITS:
        strike(page, key, code, modifiers)
        chosen += checked(page)
    strike(page, "й", "KeyQ")  # a sentence: its é is no digit
    page.wait_for_selector("#toasts >> text=Shortcuts pause")
    strike(page, "é", "Digit2")

    assert chosen == [value for *_, value in DIGITS] and checked(page) == ["correct"]
    press(page, "2")
    assert checked(page) == ["wrong"]


def test_letters_count_by_position_in_other_scripts(page):
    for down, up in MOVES:
        strike(page, *down)
        assert current(page) == "note", down
        strike(page, *up)
        assert current(page) == "verdict", up

    strike(page, "؟", "Slash", SHIFT)
    page.wait_for_selector("#keys[open]")


def test_own_shortcuts_come_before_the_position(alice, start):
    keys = {"skip": "y", "flag": "о", "history": "m", "guideline": "w"}
    preferences.change(user=alice.user, changes={"keys": keys})
    page = start()

    for key, code in (("z", "KeyY"), (",", "KeyM"), ("Dead", "KeyY"), ("Process", "KeyY")):  # QWERTZ, AZERTY
        strike(page, key, code)
        press(page, "Escape")
    assert page.locator("dialog[open]").count() == 0
    strike(page, "'", "KeyW")  # Hebrew
    page.wait_for_selector("#guideline:not([open])")
    strike(page, "о", "KeyJ")
    page.wait_for_selector("#flag[open]")


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
