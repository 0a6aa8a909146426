"""A manager watches runs in Chromium while the simulated provider answers: moving, failing, done, and every control."""

import pytest

from reviews.actions import supervisor
from reviews.actions.dispatch import Dispatcher
from reviews.models import EvaluationRun
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.reviews.actions.batch_world import serving
from tests.reviews.actions.machine import make_run, work_once, work_until_quiet

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True),
              pytest.mark.usefixtures("provider", "no_broker")]
SECONDS = 60


@pytest.fixture(scope="module")
def provider():
    with pytest.MonkeyPatch.context() as patch, serving(patch) as started:
        yield started


@pytest.fixture
def no_broker(monkeypatch):
    """The test itself is the worker."""
    from reviews.tasks import request_due

    monkeypatch.setattr(request_due, "delay_on_commit", lambda: None)


@pytest.fixture
def open_run(page_of, bob):
    def make(run, **options):
        page = page_of(bob, **options)
        page.goto(f"/runs/{run.pk}/")
        return page

    return make


def stands(run):
    return EvaluationRun.objects.get(pk=run.pk)


def work(run):
    """All that is left, as a worker does it."""
    while Dispatcher(concurrency=4).run(SECONDS):
        supervisor.advance(run)
    supervisor.advance(run)


def stage(page, name="score_gen"):
    return page.locator(f"#stage-{name} .stage-words")


def test_run_moves_by_itself_and_ends(open_run, bob):
    run = make_run(bob, rows=5, critic=True)
    page = open_run(run)
    assert page.locator("#run-state").get_by_text("Running").is_visible() and "5 waiting" in stage(page).inner_text()
    page.locator("#pause").focus()

    while run.requests.filter(stage__position=0, state="done").count() < 2:
        work_once(run)
    stage(page).get_by_text("2 done").wait_for()
    assert page.evaluate("document.activeElement.id") == "pause"

    work(run)
    page.locator("#run-state").get_by_text("Done").wait_for()
    assert "5 done" in stage(page).inner_text() and "5 done" in stage(page, "score_critic").inner_text()
    assert page.locator("#live[hx-get]").count() == 0 and page.locator("#pause").count() == 0
    assert page.locator("#run-state").get_by_text("Simulated").is_visible()


def test_failing_run_leads_from_the_reason_to_the_answer(open_run, bob):
    run = make_run(bob, rows=2, model="simulated-fault-garbage")
    page = open_run(run)
    work_until_quiet(run)
    supervisor.advance(run)

    page.get_by_text("The answer was not the JSON that was asked for").wait_for()
    stage(page).get_by_text("2 failed").wait_for()
    page.get_by_role("link", name="The answer was not the JSON that was asked for").click()
    page.wait_for_url("**/requests/?*")
    page.get_by_role("link", name="Request").first.click()
    page.get_by_role("heading", name="Try 3").wait_for()
    page.locator("#try-3 summary", has_text="Answer (assistant)").click()
    page.locator("#try-3").get_by_role("link", name="Read again with the newest parser").click()
    page.get_by_text("The newest parser refuses this answer.").wait_for()
    assert_readable_on_desk_and_phone(page)

    page.goto(f"/runs/{run.pk}/")
    page.get_by_role("button", name="Try 2 again").click()
    page.get_by_text("2 failed requests back in line.").wait_for()
    assert set(run.requests.values_list("state", flat=True)) == {"waiting"}


def test_stopped_run_goes_on_once_the_stop_is_lifted(open_run, bob):
    run = make_run(bob, rows=2, critic=True)
    page = open_run(run)
    page.get_by_label("Begin nothing after").select_option("Answers the form")
    page.get_by_role("button", name="Set the stop").click()
    page.locator("#stops").wait_for()
    work(run)
    page.locator("#run-state").get_by_text("Stopped at a stage").wait_for()

    page.get_by_label("Begin nothing after").select_option("No stop: go through all stages")
    page.get_by_role("button", name="Set the stop").click()
    page.locator("#stops").wait_for(state="detached")
    work(run)
    page.locator("#run-state").get_by_text("Done").wait_for()
    assert "2 done" in stage(page, "score_critic").inner_text()


def test_ask_anew_and_policy_by_keyboard(open_run, bob):
    run = make_run(bob, rows=2, critic=True)
    work(run)
    page = open_run(run)
    page.get_by_role("button", name="See what it costs").press("Enter")
    page.get_by_text("none, the answers are simulated").wait_for()
    page.get_by_role("button", name="Ask 4 requests anew").press("Enter")
    page.locator("#stage-score_gen").get_by_text("Version 2").wait_for()
    assert run.requests.filter(request_version=2, state="waiting").count() == 2

    page.get_by_role("link", name="Change the policy").press("Enter")
    page.get_by_label("Best effort").check()
    page.get_by_label("Budget of this run in US dollars").fill("0")
    page.get_by_role("button", name="Change the policy").press("Enter")
    page.get_by_role("alert").wait_for()
    page.get_by_label("Budget of this run in US dollars").fill("5")
    page.get_by_role("button", name="Change the policy").press("Enter")
    page.get_by_text("The policy is changed.").wait_for()
    assert stands(run).rules.completion_mode == "best_effort" and stands(run).rules.budget_usd == 5
