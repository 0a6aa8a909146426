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
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=3), schema=FORM, required=3, consensus_threshold=0.7
    )
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


def line(page, key):
    return page.locator(f"#card-{key}")


def test_adjudicate_by_keyboard_alone(page_of, rita, task, items):
    page = page_of(rita)
    page.goto(address(items[0]))
    assert "Adjudicate item 1" in page.title()
    assert "Is the answer correct?" in current(page)
    expect(line(page, "verdict").locator(".causes kbd").first).to_be_hidden()
    expect(page.locator("#submit")).to_contain_text("Decide 2 more")

    press(page, "1")
    expect(line(page, "verdict").locator(".value-row kbd").first).to_be_hidden()
    press(page, "3")
    assert "How helpful is it?" in current(page)
    press(page, "k", "h", "j", "3", "1")
    expect(page.locator("#submit")).to_contain_text("Write a note")
    expect(page.locator("#note-helpful")).to_be_focused()
    page.keyboard.type("It is neither, 1 of 2.")
    press(page, "Control+Enter")

    page.wait_for_url(f"**{address(items[1])}")
    assert truths(items[0]) == {"verdict": "correct", "helpful": 3, "tone": 4}
    details = GroundTruth.objects.get(item=items[0], question__key="verdict", source="adjudicated").details
    assert (details["cause"], details["confidence"]) == ("annotator_error", "high")


def test_what_is_missing_takes_the_focus_instead_of_being_sent(page_of, rita, items):
    page = page_of(rita)
    page.goto(address(items[0]))
    press(page, "j", "5", "Control+Enter")
    assert "Is the answer correct?" in current(page)

    press(page, "2", "Control+Enter")
    expect(page.locator("#submit")).to_contain_text("Choose a cause")
    press(page, "1")
    assert "How helpful is it?" in current(page)
    assert truths(items[0]) == {}


def test_decision_that_stands_is_read_only_until_it_is_revised_by_its_number(page_of, rita, bob, task, items):
    decide_first(task, bob)
    page = page_of(rita)
    page.goto(address(items[0]))
    assert page.locator("#decision input[type=radio], #decision [type=submit]").count() == 0
    page.get_by_role("link", name="Revise").focus()
    press(page, "Enter")
    page.wait_for_selector("#confirmation")
    press(page, "1", "r")
    page.keyboard.type("w0")
    press(page, "Control+Enter")

    page.wait_for_selector("text=To replace the decision, enter the item number 1.")
    assert page.get_by_label("Note").first.input_value() == "w0"
    assert truths(items[0])["verdict"] == "wrong"
    page.locator("#confirmation").focus()
    press(page, "1", "Control+Enter")
    page.wait_for_url(f"**{address(items[1])}")
    assert truths(items[0]) == {"verdict": "correct", "helpful": 5, "tone": 4}
    assert GroundTruth.objects.filter(item=items[0], question__key="verdict", source="adjudicated").count() == 2


def decide_first(task, member):
    fields = {"cause": "edge_case"}
    decide(task, member, values={"verdict": "wrong", "helpful": 5, "tone": 4}, fields=fields)


def test_answers_that_came_meanwhile_are_marked(page_of, acme, rita, items):
    page = page_of(rita)
    page.goto(address(items[0]))
    press(page, "1", "1", "5", "1")
    late = factories.make_annotator(factories.make_member(acme, "zoe"))
    factories.make_annotation(items[0], late, {"verdict": "partly", "helpful": 1, "tone": 4})

    press(page, "Control+Enter")

    page.wait_for_selector("text=The answers have changed")
    expect(page.locator(".rater", has_text="New")).to_have_count(1)
    expect(line(page, "verdict").locator(".given.new")).to_contain_text("Partly correct")
    expect(line(page, "verdict").locator("[name=own-verdict]:checked")).to_have_value("correct")
    press(page, "Control+Enter")
    page.wait_for_url(f"**{address(items[1])}")


def test_everything_works_without_scripts(page_of, rita, items):
    page = page_of(rita, java_script_enabled=False)
    page.goto(address(items[0]))
    verdict, helpful = line(page, "verdict"), line(page, "helpful")
    for card, value in ((verdict, "Partly correct"), (helpful, "5")):
        card.get_by_role("radio", name=value, exact=True).check(force=True)
        card.get_by_role("radio", name="Edge case").check(force=True)
    verdict.get_by_label("Note").fill("Half of it holds.")
    page.get_by_role("button", name="Publish and next").click()

    page.wait_for_url(f"**{address(items[1])}")
    assert truths(items[0])["verdict"] == "partly"


def test_many_raters_scroll_sideways_with_title_and_decision_in_view(page_of, acme, rita, items):
    for number in range(6):
        machine = factories.make_llm_annotator(acme, name=f"Judge {number}", model=f"judge-{number}")
        factories.make_annotation(items[0], machine, {"verdict": "wrong", "helpful": 5, "tone": 4})
    page = page_of(rita)
    page.goto(address(items[0]))
    pane = page.locator("#decide")

    pane.evaluate("pane => pane.scrollTo(10000, 0)")

    assert pane.evaluate("pane => pane.scrollLeft") > 0
    for each in (".line-title", ".mine", ".decide"):
        box, room = line(page, "verdict").locator(each).bounding_box(), pane.bounding_box()
        assert room["x"] <= box["x"] and box["x"] + box["width"] <= room["x"] + room["width"] + 1


def test_phone_shows_source_above_the_questions_and_keys_are_switched_off(page_of, rita, items):
    page = page_of(rita, viewport=PHONE)
    page.goto(address(items[0]))
    item, decide = page.locator("#item").bounding_box(), page.locator("#decide").bounding_box()

    assert item["y"] + item["height"] <= decide["y"] and item["height"] < decide["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(DESKTOP)
    press(page, "?")
    page.get_by_label("Single-key shortcuts").uncheck()
    press(page, "Escape", "1")
    assert page.locator("#card-verdict input:checked").count() == 0
