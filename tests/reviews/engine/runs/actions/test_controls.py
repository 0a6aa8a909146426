"""Runs of machine annotators: pause, cancel, retry, and how far they are."""

import datetime
from decimal import Decimal

import pytest
from django.utils import timezone

from annotations.models import AnnotationTask
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.reasons import TEXT
from reviews.engine import tasks
from reviews.engine.client.exchange import FATAL
from reviews.engine.limits.actions import rate_limits
from reviews.engine.requests.actions import due_requests, next_stages
from reviews.engine.runs.actions import controls
from reviews.engine.runs.actions import progress as run_progress
from reviews.models import EvaluationRun, LLMRequest
from reviews.scorers.actions import annotators
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, saying, work_once, work_until_quiet
from tests.statements import at_most


def world():
    return people(run=make_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def states(run):
    return sorted(run.requests.values_list("state", flat=True))


def test_rate_limits_go_by_a_profile_of_the_own_organization_and_paused_run_is_not_worked_on(bob, run, mallory):
    rows = [{"provider": "openai", "requests_per_minute": 5}]
    for member, name in ((bob, "night"), (mallory, "foreign")):
        rate_limits.set_profile(organization=member.organization, name=name, rows=rows, by=member.user)
    for name in ("nihgt", "foreign"):
        with pytest.raises(InvalidInput, match=f"rate_limit_profile is '{name}'. Valid: \"\", night."):
            controls.set_policy(run=run, changes={"rate_limit_profile": name}, by=bob.user)
    changed = controls.set_policy(run=run, changes={"rate_limit_profile": "night"}, by=bob.user)
    assert changed.rules.rate_limit_profile == "night"

    controls.set_state(run=run, desired_state="pause", by=bob.user)
    assert due_requests.claim_one() is None
    controls.set_state(run=run, desired_state="run", by=bob.user)
    assert due_requests.claim_one() is not None


@pytest.mark.usefixtures("alone")
def test_nothing_is_asked_before_the_task_is_active(bob, monkeypatch):
    monkeypatch.setattr(tasks.work_requests, "delay", lambda: None)
    run = make_run(bob, rows=2, status="DRAFT")
    assert states(run) == []
    AnnotationTask.objects.update(status="ACTIVE")

    tasks.request_due()

    assert states(run) == ["waiting"] * 2


@pytest.mark.usefixtures("alone")
def test_items_are_requested_in_portions(bob, monkeypatch):
    monkeypatch.setattr(next_stages, "AT_ONCE", 2)
    monkeypatch.setattr(tasks.work_requests, "delay", lambda: None)
    run = make_run(bob, rows=5)
    assert len(states(run)) == 2

    tasks.request_due()

    assert len(states(run)) == 5


def test_paused_annotator_is_not_worked_with(bob, run):
    annotators.set_status(annotator=run.annotator, status="paused", by=bob.user)

    assert due_requests.claim_one() is None


@pytest.mark.usefixtures("alone")
def test_cancel_ends_what_waits_and_cannot_be_taken_back(bob):
    run = make_run(bob, rows=2)

    controls.set_state(run=run, desired_state="cancel", by=bob.user)

    assert states(run) == ["cancelled"] * 2
    with pytest.raises(Conflict, match="cancelled"):
        controls.set_state(run=run, desired_state="run", by=bob.user)
    with pytest.raises(Conflict, match="cancelled"):
        controls.retry_failed(run=run, by=bob.user)


def test_sweep_ends_cancelled_requests_of_vanished_workers(bob, run, monkeypatch):
    monkeypatch.setattr(tasks.work_requests, "delay", lambda: None)
    due_requests.claim_one()
    controls.set_state(run=run, desired_state="cancel", by=bob.user)
    assert states(run) == ["running"]
    LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))

    tasks.request_due()

    assert states(run) == ["cancelled"]


def test_resume_ends_a_hold_and_unknown_state_names_the_valid_ones(bob, run):
    EvaluationRun.objects.update(held_until=timezone.now() + datetime.timedelta(hours=1), held_reason=TEXT("No key."))
    assert due_requests.claim_one() is None
    controls.set_state(run=run, desired_state="run", by=bob.user)
    assert due_requests.claim_one() is not None

    with pytest.raises(InvalidInput, match="run, pause, cancel"):
        controls.set_state(run=run, desired_state="stop", by=bob.user)


@pytest.mark.usefixtures("alone")
def test_failed_requests_get_fresh_attempts(bob, model):
    run = make_run(bob, rows=2)
    model(Script(failing(FATAL, "refused", "No."), saying()))
    work_until_quiet(run)
    assert states(run) == ["done", "failed"]

    assert controls.retry_failed(run=run, by=bob.user) == 1

    assert run.requests.get(state="waiting").attempts == 0
    work_until_quiet(run)
    assert states(run) == ["done", "done"]


@pytest.mark.usefixtures("alone")
def test_sweep_wakes_no_more_workers_than_there_is_work(bob, monkeypatch):
    woken = []
    monkeypatch.setattr(tasks.work_requests, "delay", lambda: woken.append(1))
    make_run(bob, rows=2)
    due_requests.claim_one()

    tasks.request_due()

    assert len(woken) == 1


@pytest.mark.usefixtures("alone")
def test_worker_stops_when_nothing_is_due(bob, model):
    run = make_run(bob, rows=3)
    model(saying())

    tasks.work_requests()

    assert states(run) == ["done"] * 3


@pytest.mark.usefixtures("alone")
def test_progress_counts_from_the_ledger(bob, model):
    run = make_run(bob, rows=4)
    model(Script(saying(), failing(FATAL, "refused", "I would rather not."), saying()))
    for _ in range(3):
        work_once(run)

    progress = run_progress.progress_of(run)

    assert (progress.total, progress.done, progress.failed, progress.waiting) == (4, 2, 1, 1)
    assert (progress.calls, progress.prompt_tokens, progress.cost_usd) == (3, 200, Decimal("0.002"))
    assert not progress.is_finished


def test_progress_of_nothing_spent_and_of_vanished_workers_and_one_failed_request_gets_fresh_attempts(run, bob):
    progress = run_progress.progress_of(run)
    assert (progress.prompt_tokens, progress.completion_tokens, progress.cost_usd) == (None, None, None)
    assert not progress.is_finished
    due_requests.claim_one()
    LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    progress = run_progress.progress_of(run)
    assert (progress.running, progress.waiting) == (0, 1)

    failed = run.requests.get()
    LLMRequest.objects.update(state="failed", error_class="timeout", attempts=5)
    controls.retry_request(request=failed, by=bob.user)
    failed.refresh_from_db()
    assert (failed.state, failed.attempts, failed.error_class) == ("waiting", 0, "")
    with pytest.raises(Conflict) as caught:
        controls.retry_request(request=failed, by=bob.user)
    assert caught.value.code == "not_failed"


@pytest.mark.usefixtures("alone")
def test_progress_of_many_runs_costs_two_statements(bob):
    found = [make_run(bob, rows=1) for _ in range(3)]

    with at_most(2):
        run_progress.progress_of_all(found)


@pytest.mark.usefixtures("alone")
def test_failures_are_told_by_kind(bob, model):
    run = make_run(bob, rows=3)
    model(Script(failing(FATAL, "refused", "No."), failing(FATAL, "refused", "No."), failing(FATAL, "other", "Why")))
    work_until_quiet(run)

    first, second = run_progress.failures_of(run)

    assert (first.error_class, first.count, first.reason, first.positions) == ("refused", 2, TEXT("No."), [1, 2])
    assert (second.error_class, second.count) == ("other", 1)
