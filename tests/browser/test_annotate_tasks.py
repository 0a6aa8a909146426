"""Setting up and watching a task in Chromium, and what the annotator's page weighs."""

import gzip

import pytest

from annotations.models import AnnotationTask
from tests import factories
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import take_first
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme, name="Answers"), rows=3)


@pytest.fixture
def task(version, alice, acme):
    task = factories.make_task(version)
    item = task.items.first()
    factories.make_annotation(item, factories.make_annotator(alice), {"verdict": "wrong"})
    machine = factories.make_llm_annotator(acme)
    factories.make_annotation(item, machine, {"verdict": "correct"}, justification="It adds up.")
    return task


def test_task_is_built_with_a_live_preview_and_activated(version, bob, page_of):
    page = page_of(bob)
    page.goto("/tasks/new/")
    page.select_option("#id_dataset_version", str(version.pk))
    page.fill("#id_name", "Round 1")
    page.fill("#id_instructions", "Judge **strictly**.")
    page.fill("#f0-title", "Does it add up?")
    page.wait_for_selector("#preview strong:text('strictly')")
    page.click("text=Add a question")
    page.wait_for_selector("#f1-title:focus")
    page.select_option("#f1-type", "rating")
    page.fill("#f1-scale_min", "1")
    page.fill("#f1-scale_max", "5")
    page.fill("#f1-title", "How clear is it?")
    page.wait_for_selector("#preview legend >> text=How clear is it?")

    page.click("text=Create as a draft")
    page.click("text=Activate")
    page.wait_for_selector("text=Round 1 is active")

    keys = list(AnnotationTask.objects.get().schema_version.questions.values_list("label_type", flat=True))
    assert keys == ["single_choice", "rating"]


def test_enter_in_the_builder_neither_removes_nor_creates(version, bob, page_of):
    page = page_of(bob)
    page.goto("/tasks/new/")
    page.fill("#f0-title", "Does it add up?")

    page.press("#f0-title", "Enter")
    page.wait_for_load_state()

    assert page.input_value("#f0-title") == "Does it add up?"
    assert not AnnotationTask.objects.exists()


def test_task_pages_are_accessible(task, bob, page_of):
    page = page_of(bob)
    item = task.items.first()

    for path in (
        "/tasks/", "/tasks/new/", f"/tasks/{task.pk}/", f"/tasks/{task.pk}/items/",
        f"/tasks/{task.pk}/items/{item.pk}/",
        f"/tasks/{task.pk}/questions/", f"/tasks/{task.pk}/guideline/", f"/tasks/{task.pk}/settings/", "/annotate/",
    ):
        page.goto(path)
        assert_accessible_in_both(page)


def test_task_pages_fit_a_phone(task, bob, page_of):
    page = page_of(bob, viewport=PHONE)

    for path in ("/tasks/", "/tasks/new/", f"/tasks/{task.pk}/", f"/tasks/{task.pk}/items/", "/annotate/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_first_load_is_light(task, bob, page_of):
    page, answers = page_of(bob), []
    take_first(page, task)
    page.on("response", lambda response: answers.append(response))

    page.reload()
    page.wait_for_load_state("networkidle")

    weight = sum(len(gzip.compress(answer.body())) for answer in answers)
    assert len(answers) <= 12
    assert weight <= 150_000, f"{weight} bytes in {[answer.url for answer in answers]}"
