"""Setting up and watching a task in Chromium, and what the annotator's page weighs."""

import gzip

import pytest

from annotations.models import AnnotationTask
from tests import factories
from tests.browser.workbench import take_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme, name="Answers"), rows=3)


@pytest.fixture
def task(version, alice):
    return factories.make_task(version)


def test_task_is_built_with_a_live_preview_and_activated(version, bob, page_of):
    page = page_of(bob)
    page.goto("/tasks/new/")
    page.select_option("#id_dataset_version", str(version.pk))
    page.fill("#id_name", "Round 1")
    page.fill("#id_instructions", "Judge **strictly**.")
    page.fill("#f0-title", "Does it add up?")
    page.press("#f0-title", "Enter")  # neither removes a question nor creates the task
    page.wait_for_selector("#preview strong:text('strictly')")
    assert page.input_value("#f0-title") == "Does it add up?" and not AnnotationTask.objects.exists()
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


def test_first_load_is_light(task, bob, page_of):
    page, answers = page_of(bob), []
    take_first(page, task)
    page.on("response", lambda response: answers.append(response))

    page.reload()
    page.wait_for_load_state("networkidle")

    weight = sum(len(gzip.compress(answer.body())) for answer in answers)
    assert len(answers) <= 12
    assert weight <= 150_000, f"{weight} bytes in {[answer.url for answer in answers]}"
