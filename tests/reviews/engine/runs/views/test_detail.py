"""The page of one run: stages, failures, batches, money, and why it waits."""

import datetime
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import FATAL
from reviews.engine.limits.actions import rate_limits
from reviews.engine.runs.actions import controls, supervisor
from reviews.models import EvaluationRun, LLMBatch, LLMRequest, ProviderState
from tests.reviews.kept import kept, people
from tests.reviews.machine import failing, make_run, play, saying, work_once, work_until_quiet
from tests.reviews.pair_runs import judging, likes_first, make_pair_run
from tests.statements import at_most


def world():
    return people(run=lambda bob: make_run(bob, rows=4, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def url(run):
    return reverse("reviews:run_detail", args=[run.pk])


def read(client, run):
    return client.get(url(run)).content.decode()


def stage(client, run, name="score_gen"):
    return next(line for line in client.get(url(run)).context["board"].stages if line.progress.name == name)


def counts(line):
    return {part.kind: part.count for part in line.parts if part.count}


def test_stage_counts_every_request_once_and_says_pace_tokens_and_cost(bob, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    work_once(run)
    client = client_of(bob)
    page = read(client, run)
    assert "100 tokens in, 20 out" in page and "1 call<" in page and "$0.0010" in page
    assert "0.5 per minute" in page and "about 6 min left" in page
    waiting = run.requests.filter(stage__position=0, state="waiting").order_by("pk")
    LLMRequest.objects.filter(pk=waiting[0].pk).update(state="batched")
    soon = timezone.now() + datetime.timedelta(minutes=1)
    LLMRequest.objects.filter(pk=waiting[0].pk).update(state="running", lease_until=soon)

    board = client.get(url(run)).context["board"]

    stages = {line.progress.name: line for line in board.stages}
    scores, critic = stages["score_gen"], stages["critic_answer"]
    assert counts(scores) == {"done": 1, "batched": 1, "running": 1, "waiting": 1}
    assert counts(critic) == {"waiting": 1, "later": 3} and critic.look.label == "Running"
    assert [part.width for part in scores.parts if part.count] == ["25.000%"] * 4
    work_once(run)
    assert client.get(url(run)).context["board"].cost_usd == Decimal("0.002")


def test_position_consistency_of_a_comparison_is_shown(bob, client_of, api_of, run, monkeypatch):
    assert "Position consistency" not in read(client_of(bob), run)
    assert api_of(bob).get(f"/v1/runs/{run.pk}").json()["position_consistency"] is None
    run.requests.update(state="cancelled")
    play(monkeypatch, judging(likes_first))
    compared = make_pair_run(bob, rows=3)
    work_until_quiet(compared, tries=6)

    page = read(client_of(bob), compared)

    assert "Position consistency" in page and "95 % CI 0 % to 71 %, 3 pairs" in page
    assert api_of(bob).get(f"/v1/runs/{compared.pk}").json()["position_consistency"] == {
        "pairs": 3,
        "share": 0.0,
        "low": 0.0,
        "high": pytest.approx(0.7076, abs=1e-4),
        "first_shown_won": 3,
        "last_shown_won": 0,
    }


def test_bar_has_no_requests_to_come_once_the_run_has_ended(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_until_quiet(run)
    client = client_of(bob)
    client.get(url(run))
    EvaluationRun.objects.update(status="completed")

    with at_most(18):
        stages = {line.progress.name: counts(line) for line in client.get(url(run)).context["board"].stages}

    assert stages["score_gen"] == {"failed": 4} and stages["score_critic"] == {}


def test_failures_lead_to_their_requests(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "<b>I will not</b>"))
    work_until_quiet(run)
    client = client_of(bob)

    (failure,) = client.get(url(run)).context["board"].failures

    assert (failure.words, failure.count) == ("The model or its filter refused to answer", 4)
    assert len(client.get(failure.href).context["list"].lines) == 4
    assert [label for label, _href in failure.examples] == ["Item 1", "Item 2", "Item 3", "Item 4"]
    assert client.get(failure.examples[0][1]).status_code == 200 and not failure.more
    assert "Have people answer these items" in client.get(url(run)).content.decode()
    page = read(client, run)
    assert "&lt;b&gt;I will not&lt;/b&gt;" in page and "<b>I will" not in page and "Retry 4" in page


def test_failure_without_a_class_leads_to_its_requests_too_and_batches_are_listed_with_what_the_provider_says(
    bob, client_of, run
):
    run.requests.update(state="failed")
    client = client_of(bob)
    (failure,) = client.get(url(run)).context["board"].failures
    assert len(client.get(failure.href).context["list"].lines) == failure.count == 4

    soon = timezone.now() + datetime.timedelta(minutes=10)
    fields = {"run": run, "stage": run.stages.first(), "provider": "openai", "model": "openai/gpt-4o-mini"}
    LLMBatch.objects.create(**fields, n_rows=9, status="abandoned", reason=TEXT("There was <no> room."))
    LLMBatch.objects.create(
        **fields,
        n_rows=40,
        status="submitted",
        batch_ref="batch_77",
        provider_state="in_progress",
        reported_done=12,
        reported_failed=3,
        next_poll_at=soon,
    )
    page = read(client_of(bob), run)
    assert "batch_77" in page and "in_progress" in page and "12 done, 3 failed" in page and "in 10 min" in page
    assert "There was &lt;no&gt; room." in page and page.index("batch_77") < page.index("Not sent")
    assert page.count('aria-label="Table of batches"') == 1 and 'aria-label="Provider batches"' not in page


def test_controls_are_for_managers(bob, vera, client_of, run):
    run.requests.update(state="failed")
    batch = {"run": run, "stage": run.stages.first(), "provider": "openai", "model": "m", "n_rows": 9}
    LLMBatch.objects.create(**batch, status="submitting", provider_state="held")

    managed, read_only = read(client_of(bob), run), read(client_of(vera), run)

    for words in ("Pause", "Cancel", "Retry 4", "Stop after step", "See cost", "Edit policy", "Send again"):
        assert words in managed and words not in read_only, words


def test_money_stands_against_both_budgets(bob, client_of, run, monkeypatch, openai_key):
    play(monkeypatch, saying())
    controls.set_state(run=run, desired_state="pause", by=bob.user)
    run = make_run(bob, rows=2, model="openai/gpt-4o-mini")
    rate_limits.set_monthly_budget(organization=bob.organization, monthly_usd="250", by=bob.user)
    work_once(controls.set_policy(run=run, changes={"budget_usd": "0.001"}, by=bob.user))

    page = read(client_of(bob), run)

    assert "$0.0010 spent of $0.0010" in page and "Used up" in page and "$0.0010 spent of $250.00" in page


def test_unknown_cost_is_not_zero(bob, client_of, run, monkeypatch, openai_key):
    play(monkeypatch, failing(error_class="timeout"))
    controls.set_state(run=run, desired_state="pause", by=bob.user)
    run = make_run(bob, model="openai/gpt-4o-mini")
    work_once(run)

    page = read(client_of(bob), run)

    assert "1 call has an unknown cost" in page and "unknown" in page


def test_run_that_does_nothing_says_why(bob, client_of, run):
    until = timezone.now() + datetime.timedelta(minutes=10)
    held = {"status": "held", "held_until": until, "held_reason": TEXT("Set OPENAI_API_KEY & go on.")}
    stopped = {"held_until": None, "held_reason": None, "status": "stopped", "stop_at_stage": "score_gen"}
    paused = {"desired_state": "pause", "status": "paused", "status_reason": TEXT("The budget is used up.")}
    model = {"provider": "openai", "model": "openai/simulated-careful", "blocked_until": until}
    ProviderState.objects.create(**model, reason_class="billing", reason=TEXT("No money."))
    client = client_of(bob)
    for changes, words in [
        ({}, ["simulated-careful is unavailable", "No money."]),
        (held, ["Waiting for the provider", "Set OPENAI_API_KEY &amp; go on.", "in 10 min", "Retry now"]),
        (stopped, ["Remove the stop"]),
        (paused, ["budget is used up"]),
        ({"status_reason": None}, ["No new requests are sent"]),
        ({"desired_state": "cancel", "status": "cancelled"}, ["Unsent requests are cancelled"]),
        ({"desired_state": "run", "status": "failed", "status_reason": TEXT("Some failed.")}, ["Some failed."]),
    ]:
        EvaluationRun.objects.update(**changes)
        page = read(client, run)

        assert [each for each in words if each not in page] == [], changes


def test_live_part_is_polled_while_the_task_is_active_until_the_run_has_ended(bob, client_of, run):
    client = client_of(bob)
    fragment = client.get(url(run), headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" in fragment and "<html" not in fragment and "Edit policy" not in fragment

    type(run.task).objects.update(status="PAUSED")
    assert "Continues when the task is active again." in read(client, run)
    EvaluationRun.objects.update(status="cancelled")
    assert "every 3s" not in read(client, run)


def test_run_of_a_study_has_a_page(bob, client_of):
    run = EvaluationRun.objects.create(kind="study", organization=bob.organization, name="Study of refunds")
    for lane in range(2):
        run.stages.create(
            position=0,
            lane=lane,
            name="score_critic",
            kind="score_critic",
            model="simulated-a",
            prompt_version="score_critic.v1",
        )

    line = stage(client_of(bob), run, "score_critic")

    assert line.simulated and line.progress.cost_usd is None and line.expected == 0
    assert "Study of refunds" in read(client_of(bob), run) and "No requests yet." in read(client_of(bob), run)


@pytest.mark.parametrize(
    ("step", "words"), [(saying(), "Completed"), (failing(FATAL, "refused", "No."), "Failed, 4 of 4")]
)
def test_ended_run_has_no_buttons_to_run_it(bob, client_of, run, monkeypatch, step, words):
    play(monkeypatch, step)
    work_until_quiet(run)
    supervisor.advance(run)

    client = client_of(bob)
    page = read(client, run)
    machines = client.get(reverse("reviews:task_machines", args=[run.task_id])).content.decode()

    assert words in page and words in machines
    assert not any(f'value="{state}"' in each for state in ("run", "pause", "cancel") for each in (page, machines))
    assert reverse("reviews:run_stop_at", args=[run.pk]) not in page
    assert reverse("reviews:run_cancel", args=[run.pk]) not in page
