"""Building a form in Chromium: by keyboard, by dragging, from a starter, with preview, and changing it at work."""

import pytest
from playwright.sync_api import expect

from annotations.models import AnnotationTask
from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def version(acme):
    rows = [{"outputs": {"model-a": "It is four.", "model-b": "It is five."}} for _ in range(2)]
    return factories.make_version(factories.make_dataset(acme, name="Answers"), rows=rows)


def titles(page):
    return page.eval_on_selector_all("[id$='-title'][name]", "all => all.map(each => each.value)")


def tab_to(page, selector, *, most=120):
    """Press Tab until the element has the focus."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        press(page, "Tab")
    raise AssertionError(f"{selector} was not reached by Tab")


def test_form_with_a_condition_is_built_by_keyboard_alone(version, bob, page_of):
    page = page_of(bob)
    page.goto(f"/tasks/new/?version={version.pk}&start=verdict")
    tab_to(page, "#id_name")
    page.keyboard.type("Round 1")
    tab_to(page, "#add")
    press(page, "Enter")
    page.wait_for_selector("#f1-title:focus")
    page.keyboard.type("What is wrong?")
    with page.expect_navigation():
        press(page, "Enter")  # neither removes a question nor creates the task
    assert titles(page)[1:] == ["What is wrong?"] and not AnnotationTask.objects.exists()
    tab_to(page, "#f1-options-0-value")
    for text in ("fact", "Wrong fact"):
        page.keyboard.type(text)
        press(page, "Tab")
    tab_to(page, "#f1-card .more-settings > summary")
    press(page, "Enter")
    tab_to(page, "#f1-show_if-join")
    page.keyboard.type("All")
    page.wait_for_selector("#f1-show_if-0-question")
    tab_to(page, "#f1-show_if-0-question")
    page.keyboard.type("Is the")
    tab_to(page, "#f1-show_if-0-value")
    page.keyboard.type("wrong")
    press(page, "Tab")
    page.wait_for_selector("#preview details[open] legend >> text=What is wrong?")
    assert page.inner_text("#outline [aria-current]").startswith("2")

    tab_to(page, "button[value=save]")
    press(page, "Enter")
    page.wait_for_selector("text=Round 1 is created as a draft")

    question = AnnotationTask.objects.get().schema_version.questions.get(key="what_is_wrong")
    assert question.show_if == {"all": [{"question": "verdict", "is": "wrong"}]}


def test_questions_are_moved_dragged_removed_brought_back_and_copied(version, bob, page_of):
    page = page_of(bob)
    page.goto("/tasks/new/?start=rag")
    first = titles(page)[0]
    page.focus("#f0-down")
    press(page, "Enter")
    page.wait_for_selector("#f1-down:focus")
    press(page, "Enter")
    page.wait_for_selector("#f2-up:focus")
    assert titles(page)[2] == first
    page.wait_for_selector("#builder-notice:text('The question is now number 3 of 3.')", state="attached")

    first, second, third = titles(page)
    page.click("#outline a >> nth=0")
    page.wait_for_selector("#f0-title:focus")
    expect(page.locator("#f0-card > details")).to_have_attribute("open", "")
    expect(page.locator("#f2-card > details")).not_to_have_attribute("open", "")
    expect(page.locator(".preview-question[data-place='0']")).to_have_attribute("open", "")

    page.hover("#f2-card [data-grip]")
    page.mouse.down()
    page.hover("#f1-card [data-grip]")
    page.mouse.up()
    page.wait_for_selector("#f1-title:focus")

    assert titles(page) == [first, third, second]
    page.click("#f0-card .editor-head")
    page.click("#f0-remove")
    page.wait_for_selector("#undo:focus")
    press(page, "Enter")
    page.wait_for_selector("#f0-title:focus")
    page.click("#f0-card button[value='copy:0']")
    page.wait_for_selector("#f1-title:focus")
    assert titles(page) == [first, first, third, second]


def test_mistakes_take_the_focus_the_preview_is_live_and_unsaved_work_is_asked_about(version, bob, page_of):
    page, asked = page_of(bob), []
    page.goto("/tasks/new/?start=rating")
    page.fill("#f0-scale_max", "0")
    page.click("button[value=save]")
    page.wait_for_selector("#error-summary:focus")
    page.click("#error-summary a:has-text('Question 1')")
    expect(page.locator("#f0-scale_max")).to_be_focused()
    assert page.get_attribute("#f0-scale_max", "aria-invalid") == "true"
    assert "Enter more than 1." in page.inner_text("#f0-scale_max-help")
    assert_accessible_in_both(page)

    page.goto(f"/tasks/new/?version={version.pk}")
    page.click(".starter:has-text('Error spans')")
    page.wait_for_selector("#preview >> text=Mark the errors")
    page.wait_for_load_state()
    assert page.input_value("#id_dataset_version") == str(version.pk)
    assert "It is four." in page.inner_text("#preview")
    page.click("#preview button:has-text('Next case')")
    page.wait_for_selector("#preview >> text=Case 2 of 2")
    page.click("summary:has-text('Guideline'):visible >> nth=0")
    page.fill("#id_instructions", "Judge **strictly**.")
    page.wait_for_selector("#preview strong:text('strictly')")
    page.click("#preview summary:has-text('Schema as JSON')")
    page.fill("#f0-options-0-label", "Entirely wrong")
    page.wait_for_selector("#preview pre:visible >> text=Entirely wrong")

    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    with page.expect_event("dialog"):
        page.click(".starter:has-text('Conversation')", no_wait_after=True)
    assert asked == ["beforeunload"] and page.input_value("#f0-options-0-label") == "Entirely wrong"


def test_form_is_changed_at_work(version, alice, bob, page_of):
    task = factories.make_task(version)
    factories.make_annotation(task.items.first(), factories.make_annotator(alice), {"verdict": "partly"})
    page = page_of(bob)
    page.goto(f"/tasks/{task.pk}/form/")
    page.fill("#f0-options-1-value", "mixed")

    page.click("text=Compare with current form")
    page.wait_for_selector("text=1: a value is excluded.")
    page.select_option("#map-0-1", "mixed")
    page.wait_for_selector("text=1 of 1 answers are migrated")
    page.click("text=Publish version 2")
    page.wait_for_selector("text=Form version 2 is published")

    task.refresh_from_db()
    assert task.schema_version.number == 2
