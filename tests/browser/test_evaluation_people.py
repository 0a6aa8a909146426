"""Low scores of an evaluation go to a person, whose label comes back beside the judge's, in Chromium."""

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationTask
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import press, take_first
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, make_version, take_steps
from tests.live import until
from tests.reviews.machine import answer, outcome_of, play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evaluation(acme, monkeypatch):
    """A judge rates the first of two outputs 2 and the other one 5."""
    play(monkeypatch, lambda call: outcome_of(answer(call, value=2 if "0th" in str(call.messages) else 5)))
    version = make_version(acme, [WRONG, RIGHT])
    return take_steps(make_evaluation(version, ["exact_match", "faithfulness"], judges=["simulated-careful"]))


def test_low_scores_are_labelled_by_a_person(page_of, bob, alice, evaluation):
    manager = page_of(bob)
    manager.goto(reverse("experiments:evaluation_detail", args=[evaluation.pk]))
    manager.get_by_role("link", name="Send 1 low score to people").click()
    manager.get_by_role("button", name="Send 1 output").click()
    manager.wait_for_url("**/tasks/*/")
    task = AnnotationTask.objects.get(is_listed=True)

    person = page_of(alice)
    take_first(person, task)
    press(person, "4", "Control+Enter")
    until(lambda: Annotation.objects.by_people().filter(task=task).exists(), "the label is stored")

    manager.goto(reverse("experiments:result_list", args=[evaluation.pk]) + "?people=true")
    manager.get_by_role("link", name="for the 0th time").click()
    manager.get_by_text("all labels of people pass it (1)").wait_for()
    assert_accessible_in_both(manager)
    manager.goto(reverse("experiments:evaluation_detail", args=[evaluation.pk]))
    manager.get_by_text("People gave the same outputs 4.00").wait_for()
    assert_accessible_in_both(manager)
