"""A judge's prompt in Chromium: changed with an example, tried, published, rolled back; old answers keep their text."""

import pytest

from annotations.models import Annotation
from reviews.models import EvaluationRun
from tests import factories
from tests.browser.workbench import look_again
from tests.reviews import machine
from tests.reviews.library_world import OURS, text_of
from tests.reviews.scorers.library.actions.test_examples import audit

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
JUDGE = "/prompts/judge/questions/"


def judged(member, task, model):
    """The model's newest answer, by a run that asks by whatever is in use."""
    run = machine.make_run(member, task=task, model=model)
    machine.finish(run)
    return Annotation.objects.filter(annotator=run.annotator).latest("pk")


def test_prompt_is_changed_tried_published_and_rolled_back(bob, page_of, monkeypatch):
    monkeypatch.setattr("reviews.scorers.library.views.sent_trial.request_due.delay_on_commit", lambda: None)
    machine.play(monkeypatch, machine.saying())
    version = factories.make_version(factories.make_dataset(bob.organization), rows=2)
    task = factories.make_task(version, audit_risk_mode="assisted", audit_sample_mode="assisted")
    first = judged(bob, task, "simulated-one")
    audit(bob, task.items.order_by("pk").first(), "wrong")

    page = page_of(bob)
    page.clock.install()
    page.goto(JUDGE)
    page.get_by_role("link", name="Create draft").click()
    page.get_by_label("Text", exact=True).fill(text_of())
    page.get_by_role("button", name="Save draft").click()
    page.get_by_role("checkbox", name="Item 1 of").check()
    page.get_by_role("button", name="Save examples").click()
    page.get_by_text("The draft shows 1 example.").wait_for()

    page.get_by_role("link", name="Trial", exact=True).click()
    assert page.get_by_role("checkbox", name="Item 2 of").is_checked()
    assert not page.get_by_role("checkbox", name="Item 1 of").is_checked()
    page.get_by_role("button", name="Estimate price").click()
    page.get_by_text("1 call").wait_for()
    page.get_by_role("button", name="Run trial").click()
    page.get_by_text("Trial started.").wait_for()
    machine.finish(EvaluationRun.objects.get(kind="prompt"))
    look_again(page)
    page.locator("#trials").get_by_text("It agrees.").first.wait_for()

    page.get_by_role("link", name="Draft", exact=True).click()
    page.get_by_role("link", name="Publish…").click()
    page.get_by_text("It shows 1 example.").wait_for()
    page.get_by_role("button", name="Publish version 1").click()
    page.get_by_text("Version 1 is in use from now on.").wait_for()
    second = judged(bob, task, "simulated-two")

    page.goto(f"{JUDGE}?version=shipped")
    page.get_by_role("button", name="Set production to").click()
    page.get_by_text("has the label production").wait_for()
    third = judged(bob, task, "simulated-three")

    stored = [each.annotator.prompt_version for each in (first, second, third)]
    assert stored == ["questions.v2", "questions@1", "questions.v2"]
    page.goto(f"/audit/{second.pk}/")
    page.get_by_text("How it was made").click()
    page.get_by_role("link", name="questions@1").click()
    page.get_by_text(OURS).wait_for()
    assert page.url.endswith(f"{JUDGE}?version=1")
    page.goto(f"/audit/{first.pk}/")
    page.get_by_text("How it was made").click()
    page.get_by_role("link", name="questions.v2").click()
    page.get_by_role("heading", name="As shipped").wait_for()
    assert not page.get_by_text(OURS).count()
