"""An adjudicator settles items in Chromium: by keyboard alone, on a phone, without scripts."""

import pytest
from playwright.sync_api import expect

from annotations.agreement.actions import snapshots
from annotations.models import GroundTruth, TaskItem
from tests import factories
from tests.annotations.disputed import decide
from tests.browser.workbench import press
from tests.chromium import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = {
    "fields": [
        {
            "key": "verdict",
            "type": "single_choice",
            "title": "Is the answer correct?",
            "options": [
                {"value": "correct", "label": "Correct"},
                {"value": "wrong", "label": "Wrong"},
                {"value": "partly", "label": "Partly correct"},
            ],
        },
        {"key": "helpful", "type": "rating", "title": "How helpful is it?", "scale": {"min": 1, "max": 5}},
        {"key": "tone", "type": "rating", "title": "How is its tone?", "scale": {"min": 1, "max": 5}},
        {"key": "remark", "type": "text", "title": "Remark", "required": False},
    ]
}
HOSTILE = "<script>document.title = 'stolen'</script> שלום " + "longword" * 40
SAID = [("correct", 2), ("wrong", 5), ("wrong", 5)]


@pytest.fixture
def task(acme):
    """Two disputed items, each with three people and a machine; a third that waits for answers."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), schema=FORM, required=3)
    people = [factories.make_annotator(factories.make_member(acme, name)) for name in ("abe", "aida", "ann")]
    machine = factories.make_llm_annotator(acme, name="Kestrel judge")
    *full, waiting = task.items.order_by("position")
    for item in full:
        for person, (verdict, helpful) in zip(people, SAID, strict=True):
            labels = {"verdict": verdict, "helpful": helpful, "tone": 4, "remark": HOSTILE}
            factories.make_annotation(item, person, labels, justification=HOSTILE, evidence="It is")
        factories.make_annotation(item, machine, {"verdict": "wrong", "helpful": 5, "tone": 4}, confidence=0.8)
    factories.make_annotation(waiting, people[0], {"verdict": "wrong", "helpful": 1, "tone": 1})
    snapshots.compute(task=task)
    return task


@pytest.fixture
def items(task):
    return list(TaskItem.objects.select_related("task__organization").filter(task=task).order_by("position"))


def address(item):
    return f"/tasks/{item.task_id}/adjudication/{item.pk}/"


def current(page):
    return page.locator("[data-current]").first.inner_text()


def truths(item):
    rows = GroundTruth.objects.filter(item=item, source="adjudicated", is_current=True)
    return dict(rows.values_list("question__key", "value"))


def test_adjudicate_by_keyboard_alone(page_of, rita, task, items):
    page = page_of(rita)
    page.goto(f"/tasks/{task.pk}/adjudication/")
    page.get_by_role("link", name="Item 1", exact=True).focus()
    press(page, "Enter")
    page.wait_for_url(f"**{address(items[0])}")
    assert "Adjudicate item 1" in page.title()

    press(page, "ArrowDown")
    assert "Is the answer correct?" in current(page)
    correct = page.locator("#card-verdict .answer", has_text="Correct").first
    wanted = correct.locator("input").get_attribute("data-digit")
    press(page, "w", wanted, "ArrowDown")
    assert page.locator("#card-verdict .answer > details[open]").count() == 3
    assert "How helpful is it?" in current(page)
    press(page, "0", "3", "Control+Enter")

    page.wait_for_selector("text=No annotator gave this value")
    assert "How helpful is it?" in current(page)
    press(page, "n")
    page.keyboard.type("It is neither, 1 of 2.")
    press(page, "Control+Enter")

    page.wait_for_url(f"**{address(items[1])}")
    assert truths(items[0]) == {"verdict": "correct", "helpful": 3, "tone": 4}


def test_decision_that_stands_is_read_only_until_it_is_revised_by_its_number(page_of, rita, bob, task, items):
    decide_first(task, bob)
    page = page_of(rita)
    page.goto(address(items[0]))
    assert page.locator("[data-digit], #decision [type=submit]").count() == 0
    page.get_by_role("link", name="Revise").focus()
    press(page, "Enter")
    page.wait_for_selector("#confirmation")
    press(page, "ArrowDown", "ArrowDown", "ArrowUp")
    assert "Is the answer correct?" in current(page)
    correct = page.locator("#card-verdict .answer", has_text="Correct").first
    press(page, correct.locator("input").get_attribute("data-digit"), "n")
    page.keyboard.type("w0")
    press(page, "Escape", "Control+Enter")

    page.wait_for_selector("text=To replace the decision, enter the item number 1.")
    assert page.get_by_label("Note").first.input_value() == "w0"
    assert truths(items[0])["verdict"] == "wrong"
    page.locator("#confirmation").focus()
    press(page, "1", "Control+Enter")
    page.wait_for_url(f"**{address(items[1])}")
    assert truths(items[0]) == {"verdict": "correct", "helpful": 5, "tone": 4}
    assert GroundTruth.objects.filter(item=items[0], question__key="verdict", source="adjudicated").count() == 2


def decide_first(task, member):
    decide(task, member, values={"verdict": "wrong", "helpful": 5, "tone": 4})


def test_answers_that_came_meanwhile_are_marked(page_of, acme, rita, items):
    page = page_of(rita)
    page.goto(address(items[0]))
    press(page, "ArrowDown", "1", "ArrowDown", "1")
    late = factories.make_annotator(factories.make_member(acme, "zoe"))
    factories.make_annotation(items[0], late, {"verdict": "partly", "helpful": 1, "tone": 4})
    chosen = page.locator("#card-verdict input:checked").get_attribute("value")

    press(page, "Control+Enter")

    page.wait_for_selector("text=The answers have changed")
    assert page.locator("#card-verdict .answer.new").inner_text().count("New") == 1
    assert page.locator("#card-verdict input:checked").get_attribute("value") == chosen
    press(page, "Control+Enter")
    page.wait_for_url(f"**{address(items[1])}")


def test_everything_works_without_scripts(page_of, rita, items):
    page = page_of(rita, java_script_enabled=False)
    page.goto(address(items[0]))
    card = page.locator("#card-verdict")
    assert card.get_by_role("radio", name="Partly correct", exact=True).is_hidden()

    card.get_by_role("radio", name="Another value").check()
    card.get_by_role("radio", name="Partly correct", exact=True).check()
    card.get_by_label("Note").fill("Half of it holds.")
    page.locator("#card-helpful .answer").first.get_by_role("radio").check()
    page.get_by_role("button", name="Publish and next").click()

    page.wait_for_url(f"**{address(items[1])}")
    assert truths(items[0])["verdict"] == "partly"


def test_tab_of_a_phone_follows_the_pane_that_is_read_and_keys_are_switched_off(page_of, rita, items):
    page = page_of(rita, viewport=PHONE)
    page.goto(address(items[0]))
    tab = page.locator(".wb-jump > [aria-current]")
    assert "Adjudicate item 1" in page.title()
    assert tab.all_inner_texts() == ["Item"]

    page.get_by_role("link", name="Answers", exact=True).click()
    expect(tab).to_have_text(["Answers"])
    page.locator("#card-verdict summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("link", name="Item", exact=True).click()
    expect(tab).to_have_text(["Item"])

    page.set_viewport_size(DESKTOP)
    press(page, "?")
    page.get_by_label("Single-key shortcuts").uncheck()
    press(page, "Escape", "ArrowDown", "1")
    assert page.locator("#card-verdict input:checked").count() == 0
