"""The pages of the engine in all their states go through gettext: busy, failing, held, refused, empty."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import FATAL
from reviews.engine.limits.actions import rate_limits
from reviews.engine.runs.actions import controls
from reviews.models import EvaluationRun, LLMBatch, LLMRequest, ProviderState
from tests import pseudo_language
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once
from tests.source_tree import complain
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker")
MODEL = "openai/gpt-4o-mini"


@pytest.fixture(autouse=True)
def pseudo():
    with pseudo_language.spoken():
        yield


@pytest.fixture
def client(client_of, bob):
    return client_of(bob, headers={"accept-language": pseudo_language.CODE})


def world():
    return people(run=busy)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def busy(bob):
    """A run with requests in every state, batches in every phase, and a budget."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "a-key")
        run = make_run(bob, rows=9, critic=True, model=MODEL)
        play(patch, Script(saying(), failing(FATAL, "refused", "No."), failing(), saying()))
        for _ in range(5):
            work_once(run)
    waiting = run.requests.filter(state="waiting", stage__position=0).order_by("pk").values_list("pk", flat=True)
    for pk, state in zip(list(waiting), ("batched", "running", "cancelled"), strict=False):
        soon = timezone.now() + datetime.timedelta(minutes=1)
        LLMRequest.objects.filter(pk=pk).update(state=state, lease_until=soon)
    stage = run.stages.get(position=0)
    for number, status in enumerate(("draft", "submitting", "submitted", "ended", "reconciled", "abandoned")):
        LLMBatch.objects.create(
            run=run,
            stage=stage,
            provider="openai",
            model=MODEL,
            n_rows=1,
            status=status,
            batch_ref=f"b{number}",
            cancel_asked_at=timezone.now() if number % 2 else None,
            reported_done=None if number % 2 else 1,
        )
    rate_limits.set_monthly_budget(organization=bob.organization, monthly_usd="9", by=bob.user)
    return controls.set_policy(run=run, changes={"budget_usd": "0.002", "min_batch_size": 2}, by=bob.user)


def read(*answers):
    """Complain of what no translation can reach; every answer must be a page."""
    found = [(answer.request["PATH_INFO"], answer.content.decode()) for answer in answers]
    assert all(pseudo_language.OPEN in page for _, page in found)
    complain(
        [f"{path}: {text}" for path, page in found for text in pseudo_language.untranslated(page)],
        "No translation can reach these words:",
    )


def url(name, *arguments):
    return reverse(f"reviews:{name}", args=arguments)


def test_pages_of_a_busy_run_with_a_held_batch(client, run):
    kinds = {(request.state, request.error_class, request.stage_id): request.pk for request in run.requests.all()}
    held = run.batches.get(status="submitting")
    LLMBatch.objects.filter(pk=held.pk).update(provider_state="held", reason=TEXT("Two may be it."), batch_ref="")

    def order(batch):
        return client.post(url("run_send_again", run.pk), {"batch": batch}, follow=True)

    read(
        client.get(url("run_list")),
        client.get(url("run_detail", run.pk)),
        client.get(url("run_cancel", run.pk)),
        client.get(url("run_ask_anew", run.pk) + "?stage=score_gen"),
        client.get(url("run_policy", run.pk)),
        client.get(url("run_requests", run.pk)),
        client.get(url("ledger")),
        *(client.get(url("request_detail", pk) + "?read=1") for pk in kinds.values()),
        client.get(url("run_send_again", run.pk) + f"?batch={held.pk}"),
        *(order(batch) for batch in ("x", held.pk, held.pk)),
    )


def test_run_in_each_state(client, run):
    cases = [
        *({"status": status} for status in ("waiting", "stopped", "completed", "failed", "cancelled")),
        {"desired_state": "pause"},
        {"desired_state": "cancel"},
        {"status": "held", "stop_at_stage": "score_gen"},
    ]
    until = timezone.now() + datetime.timedelta(minutes=5)
    for changes in cases:
        with undone():
            held = {"held_until": until, "held_reason": TEXT("No.")} if changes.get("status") == "held" else {}
            EvaluationRun.objects.update(**changes, **held)

            read(client.get(url("run_detail", run.pk)))


def test_orders_refusals_and_trouble(client, run):
    def send(name, **fields):
        return client.post(url(name, run.pk), fields, follow=True)

    read(
        send("run_set_state", desired_state="pause"),
        send("run_set_state", desired_state="run"),
        send("run_stop_at", stage="score_gen"),
        send("run_stop_at", stage=""),
        send("run_retry_failed"),
        send("run_ask_anew", stage="score_critic"),
        send("run_policy"),
        send("run_cancel"),
        send("run_retry_failed"),
    )

    until = timezone.now() + datetime.timedelta(minutes=5)
    for reason_class in ("key_refused", "server_error", "rate_limited", "billing", "not_configured"):
        fields = {"blocked_until": until, "reason_class": reason_class, "reason": TEXT("No."), "pace": 0.5}
        ProviderState.objects.update_or_create(provider="openai", model=MODEL, defaults=fields)

        read(client.get(url("providers")))
    read(client.get(url("run_detail", run.pk)), client.post(url("provider_release"), {"model": MODEL}, follow=True))


def test_limits_and_what_is_empty(client, bob):
    empty = [client.get(url(name)) for name in ("run_list", "ledger", "providers", "rate_limits", "rate_limits_new")]
    row = {"provider": "openai", "requests_per_minute": 5}
    for version in (5, 6):
        rate_limits.set_profile(
            organization=bob.organization, name="", rows=[row | {"requests_per_minute": version}], by=bob.user
        )

    read(
        *empty,
        client.get(url("rate_limits")),
        client.get(url("rate_limits") + "?profile=&version=1"),
        client.post(url("rate_limits_new"), {}),
        client.post(url("rate_limits_budget"), {"monthly_usd": "x"}),
        client.post(url("rate_limits_budget"), {"monthly_usd": "5"}, follow=True),
        client.get(url("ledger") + "?error=none"),
        client.get(url("run_list") + "?status=failed"),
    )
