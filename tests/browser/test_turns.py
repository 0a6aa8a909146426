"""Questions about turns in Chromium: they stand at their turns, and the form is their outline."""

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import make_task, press, saved, strike

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TALK = [
    {"role": "user", "content": "I ordered a 40 mm touring tyre and got a 32 mm one. The tour starts on Friday."},
    {"role": "assistant", "content": "I am sorry about the mix-up. Shall I send the right one **by express**?"},
    {"role": "user", "content": "Yes please. Do I have to pay for it?"},
    {"role": "assistant", "content": "Express delivery is free for you. It *will arrive* before noon, guaranteed."},
]
FORM = [
    {
        "key": "helps",
        "type": "turns",
        "title": "Does this reply help?",
        "ask": {"type": "single_choice", "options": [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]},
    },
    {
        "key": "errors",
        "type": "spans",
        "title": "Mark what should not be there",
        "required": False,
        "min_spans": 0,
        "options": [{"value": "claim", "label": "Unsupported claim"}, {"value": "promise", "label": "Promise"}],
    },
    {"key": "solved", "type": "single_choice", "title": "Solved?", "options": [{"value": "yes"}, {"value": "no"}]},
]


@pytest.fixture
def task(acme):
    return make_task(acme, *FORM, rows=[{"input": {"chat": TALK}, "outputs": {"model-a": "See the chat."}}])


def row(page, number):
    return page.locator(f"#answer [data-turn-row][href='#turn-{number}']")


def test_turns_are_answered_where_they_stand(page):
    assert page.locator("#turn-2 > .turn-asked, #turn-4 > .turn-asked").count() == 2
    expect(row(page, 2)).to_contain_text("Open")
    strike(page, "&", "Digit1")  # AZERTY
    expect(row(page, 2)).to_contain_text("Yes")
    expect(row(page, 4)).to_contain_text("Now")
    assert page.evaluate("document.activeElement.closest('.turn').id") == "turn-4"
    assert_accessible_in_both(page)
    press(page, "k")
    assert page.evaluate("document.activeElement.closest('.turn').id") == "turn-2"
    press(page, "j", "2")
    expect(page.locator("#answer .question[data-current]")).to_have_attribute("data-question", "errors")
    press(page, "e", "w", "Shift+ArrowRight", "2", "Escape", "j", "1")
    saved(page)

    page.click("a[href='?view=source']")
    page.wait_for_selector(".exact")
    assert page.locator("#answer .turn-asked :checked").evaluate_all("all => all.map(each => each.value)") == [
        "yes",
        "no",
    ]
    page.click("a[href='?view=rendered']")
    page.wait_for_selector("#turn-4 > .turn-asked :checked")
    page.reload()
    page.wait_for_selector("#turn-4 > .turn-asked :checked")
    row(page, 4).click()
    press(page, "1", "Control+Enter")
    page.wait_for_selector("#answer", state="detached")

    answers = dict(Annotation.objects.get().judgements.values_list("question__key", "value"))
    assert (answers["helps"], answers["solved"]) == ({"2": "yes", "4": "yes"}, "yes")
    assert [(span["field"], span["quote"]) for span in answers["errors"]] == [("input.chat", "will arrive")]


def test_what_is_missing_leads_to_its_turn(page):
    press(page, "1", "Control+Enter")
    page.wait_for_selector("#error-summary")

    assert page.locator("#turn-2 > .turn-asked").count() == 1 and page.locator("#turn-2 :checked").count() == 1
    page.click("#error-summary a[href='#q-helps']")
    assert page.evaluate("document.activeElement.closest('.turn').id") == "turn-4"
