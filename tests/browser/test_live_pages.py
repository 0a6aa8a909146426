"""Pages of unfinished work in Chromium: they look again by themselves, lose no focus, and stop once it has ended."""

import pytest
from django.urls import reverse
from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.runs.actions import supervisor
from reviews.models import EvaluationRun, GradingRun, Job, JudgeTest
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import look_again
from tests.experiments.scored import make_scored
from tests.reviews.gradings_world import make_calibration, make_grading
from tests.reviews.jobs_world import make_job
from tests.reviews.machine import make_due, make_run, outcome_of, play, work_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    """The test itself is the worker."""
    from reviews.engine.tasks import request_due

    monkeypatch.setattr(request_due, "delay_on_commit", lambda: None)


@pytest.fixture
def page(page_of, bob):
    page = page_of(bob)
    page.clock.install()
    return page


def work_until_failed(run):
    """The run's next request, tried until it is given up."""
    while (request := work_once(run)).state != "failed":
        make_due(run)
    return request


def test_run_moves_under_the_focus_until_it_has_ended_and_shows_its_messages(page, bob, monkeypatch):
    play(monkeypatch, lambda call: outcome_of({"no": "answer"}))
    run = make_run(bob, rows=2)
    page.goto(f"/runs/{run.pk}/")
    words = page.locator("#stage-score_gen .stage-words")
    assert page.locator("#run-state").get_by_text("Running").is_visible() and "2 waiting" in words.inner_text()
    page.locator("#pause").focus()

    failed = work_until_failed(run)
    look_again(page)
    words.get_by_text("1 failed").wait_for()
    assert page.evaluate("document.activeElement.id") == "pause"

    work_until_failed(run)
    supervisor.advance(run)
    look_again(page)
    words.get_by_text("2 failed").wait_for()
    assert page.locator("#live[hx-get]").count() == 0 and page.locator("#pause").count() == 0

    page.goto(reverse("reviews:request_detail", args=[failed.pk]))
    page.locator("#try-3 summary", has_text="Answer (assistant)").click()
    page.locator("#try-3").get_by_role("link", name="Parse with the newest parser").click()
    page.get_by_text("The newest parser refuses this answer.").wait_for()
    assert_accessible_in_both(page)


def test_grading_study_job_and_calibration_end_while_their_pages_are_open(page, bob):
    grading, study, job = make_grading(bob, status="running"), make_scored(bob), make_job(bob, state="reviewing")
    make_calibration(bob, state="waiting")
    page.goto(grading.get_absolute_url())
    page.wait_for_selector("#live[hx-trigger]")
    GradingRun.objects.update(graded_at=timezone.now())
    EvaluationRun.objects.filter(pk=grading.run_id).update(status="completed")
    look_again(page)
    page.wait_for_selector("#live[hx-trigger]", state="detached")
    page.get_by_role("heading", name="Pairs, lowest score first").wait_for()

    page.goto(f"/studies/{study.pk}/")
    EvaluationRun.objects.filter(pk=study.run_id).update(status="completed")
    look_again(page)
    page.wait_for_selector("#live[hx-trigger]", state="detached")
    page.get_by_label("Parts of the study").get_by_role("link", name="Scorers").click()
    page.get_by_text("Linear pool", exact=True).first.wait_for()
    page.get_by_role("link", name="Verdicts", exact=True).click()
    page.wait_for_url("**/verdicts/**")
    assert page.locator(".verdicts tbody td a").count() > 0
    assert_accessible_in_both(page)

    page.goto(f"/jobs/{job.pk}/")
    page.get_by_text("0 of 1").wait_for()
    Job.objects.update(state="reviewed", confidence=0.5, overall_mean=0.5)
    look_again(page)
    page.get_by_role("heading", name="Result file").wait_for()
    assert page.locator("#live").count() == 0

    page.goto("/quality/calibration/")
    page.locator("#list .chip", has_text="Waiting").wait_for()
    JudgeTest.objects.update(state="failed", last_error=TEXT("It has no key."))
    look_again(page)
    page.locator("#list").get_by_text("It has no key.").wait_for()
    assert page.locator("#list .chip", has_text="Waiting").count() == 0
