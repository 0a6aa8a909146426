"""What a manager does with a run, by forms that work without a script; what is refused says why."""

import pytest
from django.urls import reverse

from evalhub.accounts.models import AuditEvent
from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import FATAL
from reviews.engine.limits.actions import rate_limits
from reviews.engine.runs.actions import controls
from reviews.models import EvaluationRun, LLMBatch
from tests.reviews.kept import kept, people
from tests.reviews.machine import failing, make_run, play, saying, work_once, work_until_quiet
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker")
POLICY = {
    "completion_mode": "best_effort",
    "min_batch_size": "50",
    "max_attempts": "7",
    "repair_after_failures": "",
    "rate_limit_profile": "",
    "budget_usd": "12.50",
}


def world():
    return people(run=lambda bob: make_run(bob, rows=3, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


@pytest.fixture
def client(bob, client_of):
    return client_of(bob)


def url(run, name):
    return reverse(f"reviews:{name}", args=[run.pk])


def send(client, run, name, **fields):
    return client.post(url(run, name), fields, follow=True)


def stands(run):
    return EvaluationRun.objects.get(pk=run.pk)


def test_pause_resume_cancel_and_refused_orders(client, run):
    paused = send(client, run, "run_set_state", desired_state="pause")
    assert stands(run).status == "paused" and "Resume" in paused.content.decode()
    resumed = send(client, run, "run_set_state", desired_state="run")
    assert stands(run).status == "running" and "Run resumed." in resumed.content.decode()

    for name, fields, valid in [
        ("run_set_state", {"desired_state": "stop"}, "Valid: run, pause, cancel"),
        ("run_stop_at", {"stage": "dance"}, "Valid: score_gen, critic_answer, score_critic"),
        ("run_ask_anew", {"stage": "dance"}, "Nothing was changed."),
    ]:
        answer = send(client, run, name, **fields)

        assert answer.status_code == 422 and valid in answer.content.decode(), name
        assert "Nothing was changed." in answer.content.decode(), name
    assert client.get(url(run, "run_ask_anew") + "?stage=dance").url == url(run, "run_detail")
    assert stands(run).desired_state == "run"

    asked = client.get(url(run, "run_cancel")).content.decode()
    assert "cannot be undone" in asked and "3 waiting" in asked and stands(run).desired_state == "run"
    page = send(client, run, "run_cancel").content.decode()
    assert stands(run).status == "cancelled" and "Add the model to the task again" in page
    assert set(run.requests.values_list("state", flat=True)) == {"cancelled"}
    for name, fields in (
        ("run_set_state", {"desired_state": "run"}),
        ("run_retry_failed", {}),
        ("run_ask_anew", {"stage": "score_gen"}),
    ):
        answer = send(client, run, name, **fields)
        assert answer.status_code == 409 and "This run was cancelled" in answer.content.decode(), name


def test_stop_at_a_stage_and_lift_it(client, run, monkeypatch):
    play(monkeypatch, saying())
    send(client, run, "run_stop_at", stage="score_gen")
    work_until_quiet(run)
    send(client, run, "run_set_state", desired_state="run")
    assert stands(run).status == "stopped"
    assert "Stops after a step" in client.get(url(run, "run_detail")).content.decode()

    send(client, run, "run_stop_at", stage="")

    assert stands(run).status == "running" and run.requests.filter(stage__position=1, state="waiting").count() == 3


def test_failed_requests_of_one_stage_or_of_all_are_tried_again(client, run, monkeypatch):
    play(monkeypatch, saying())
    work_once(run)
    run.requests.exclude(state="done").update(state="failed", error_class="timeout")

    of_stage = send(client, run, "run_retry_failed", stage="critic_answer").content.decode()
    of_all, of_none = (send(client, run, "run_retry_failed").content.decode() for _ in range(2))

    assert "1 failed request queued again" in of_stage and "2 failed requests queued again" in of_all
    assert "No failed requests." in of_none


def test_ask_anew_says_what_it_takes(client, run, bob, monkeypatch, openai_key):
    play(monkeypatch, saying())
    free = client.get(url(run, "run_ask_anew") + "?stage=score_gen").content.decode()
    assert "$0 (simulated)" in free

    controls.set_state(run=run, desired_state="pause", by=bob.user)
    paid = make_run(bob, rows=3, critic="openai/gpt-4o-mini", model="openai/gpt-4o-mini")
    address = url(paid, "run_ask_anew") + "?stage=score_gen"
    assert "unknown" in client.get(address).content.decode()
    work_until_quiet(paid, tries=9)

    page = client.get(address).content.decode()
    assert "about $0.0090" in page and "Rerun 9 requests" in page
    assert "about $0.0030" in client.get(url(paid, "run_ask_anew") + "?stage=score_critic").content.decode()


def test_ask_anew_raises_the_version(client, run, monkeypatch):
    play(monkeypatch, saying())
    work_until_quiet(run)

    page = send(client, run, "run_ask_anew", stage="score_gen").content.decode()

    assert "Version 2" in page and run.stages.get(position=0).request_version == 2
    assert run.requests.filter(stage__position=0, request_version=2, state="waiting").count() == 3


@pytest.fixture
def held(run):
    """A batch that may or may not have been sent."""
    return LLMBatch.objects.create(
        run=run,
        stage=run.stages.first(),
        provider="anthropic",
        model="anthropic/claude-haiku-4-5",
        n_rows=40,
        status="submitting",
        provider_state="held",
        reason=TEXT("2 batches carry our id."),
    )


def test_held_batch_is_sent_again_after_the_word_that_it_may_be_billed_twice(client, run, held):
    asked = url(run, "run_send_again") + f"?batch={held.pk}"
    assert asked in client.get(url(run, "run_detail")).content.decode()
    page = client.get(asked).content.decode()
    assert "40 requests are sent again" in page and "billed twice" in page and "2 batches carry our id." in page

    answer = send(client, run, "run_send_again", batch=held.pk)

    held.refresh_from_db()
    assert held.provider_state == "send again" and "are queued again" in answer.content.decode()
    assert asked not in answer.content.decode()
    LLMBatch.objects.update(provider_state="")  # it is not held any more
    assert client.get(asked).status_code == 302
    for batch, status in ((held.pk, 409), ("x", 422), (run.pk, 404)):
        assert send(client, run, "run_send_again", batch=batch).status_code == status, batch


def test_policy_is_explained_changed_once_and_audited(client, run, bob):
    rows = [{"provider": "openai", "requests_per_minute": 5}]
    rate_limits.set_profile(organization=bob.organization, name="night", rows=rows, by=bob.user)
    form = client.get(url(run, "run_policy")).content.decode()
    assert "moves to the next step immediately" in form and "fails if any request" in form
    assert 'value="throughput" required checked' in form and 'name="max_attempts" value="3"' in form

    wanted = POLICY | {"rate_limit_profile": "night"}
    page, again = (send(client, run, "run_policy", **wanted).content.decode() for _ in range(2))

    rules = stands(run).rules
    assert (rules.completion_mode, rules.min_batch_size, rules.max_attempts) == ("best_effort", 50, 7)
    assert (rules.repair_after_failures, rules.rate_limit_profile, str(rules.budget_usd)) == (None, "night", "12.50")
    assert "Policy saved." in page and "$12.50" in page and "Nothing was changed." in again
    assert "max_attempts" in AuditEvent.objects.get(verb="run.policy").details


def test_wrong_policy_is_refused_and_kept_on_the_form(client, run):
    cases = [
        {"completion_mode": "fast"},
        {"min_batch_size": "0"},
        {"max_attempts": ""},
        {"max_attempts": "21"},
        {"rate_limit_profile": "unheard-of"},
        {"budget_usd": "-1"},
        {"budget_usd": "0"},
        {"budget_usd": "NaN"},
    ]
    for wrong in cases:
        with undone():
            answer = send(client, run, "run_policy", **POLICY | wrong)

            assert answer.status_code == 422 and "Not saved yet" in answer.content.decode()
            assert 'name="completion_mode" value="best_effort"' in answer.content.decode()
            assert stands(run).rules == run.rules


def test_runs_of_another_organization_are_left_alone(client, mallory, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    foreign = make_run(mallory)

    assert send(client, foreign, "run_cancel").status_code == 404
    controls.set_state(run=foreign, desired_state="pause", by=mallory.user)
    assert send(client, foreign, "run_set_state", desired_state="run").status_code == 404
    assert stands(foreign).desired_state == "pause"
