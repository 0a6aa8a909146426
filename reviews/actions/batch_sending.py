"""Sending a batch so that it arrives once: the intent is written first, and after a crash it is looked for."""

import contextlib
import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from evalhub.lib.env import env_int
from reviews.actions import (
    batch_collecting,
    batch_ending,
    batch_forming,
    batch_leases,
    batch_refusals,
    batch_rows,
    batch_troubles,
    requests,
)
from reviews.actions.batch_adapters import adapter_of, check, connected, wire_name
from reviews.actions.batch_applying import unanswered
from reviews.actions.batch_troubles import later
from reviews.batches.base import Ambiguous, ProviderError, Wanted
from reviews.judges.exchange import FATAL, RETRYABLE
from reviews.limits import budgets, health, pacing
from reviews.limits.profiles import limits_for
from reviews.models import EvaluationRun, LLMBatch
from reviews.models.llm_batch import DRAFT, SUBMITTED, SUBMITTING

MOST_BYTES = env_int("EVALHUB_BATCH_BYTES", 100_000_000, minimum=1000)
LISTED_AFTER_SECONDS = 10  # what a provider's list may lag behind
HELD_SECONDS = 900
WAIT_SECONDS = 30
HELD = "held"


def send(batch):
    """Send a draft, or put it off: while its run is held, its model blocked, or limits have no room for it."""
    if not EvaluationRun.objects.wanted().filter(pk=batch.run_id).exists():
        batch_ending.abandon(batch, reason="The run does not go on.")
        return
    if not EvaluationRun.objects.due().filter(pk=batch.run_id).exists() or _is_blocked(batch):
        later(batch, WAIT_SECONDS)
        return
    try:
        check(batch.model)
    except ProviderError as error:
        batch_troubles.put_off(batch, error)
        return
    most_bytes = min(MOST_BYTES, adapter_of(batch.model).limits.bytes)
    with batch_rows.written(batch, most_bytes=most_bytes, most_tokens=_most_tokens(batch)) as rows:
        if rows.left_from is not None:
            batch_ending.give_back(batch, reason="The batch was full.", from_number=rows.left_from)
        if not rows.count:
            batch_ending.abandon(batch, reason="No row was left to be sent.")
        elif _reserve(batch, rows):
            _submit(batch, rows)


def recover(batch):
    """Adopt a batch whose submission has no known end, or send it again when it never arrived."""
    try:
        with connected(batch.model) as adapter:
            ref = adapter.find(_wanted(batch))
            if ref is not None:
                _note(batch, adapter, ref)
                return
    except Ambiguous as error:
        _hold(batch, error)
        return
    except ProviderError as error:
        if batch_troubles.is_hopeless(batch, error):
            give_up(batch, str(error))
        else:
            batch_troubles.put_off(batch, error)
        return
    if batch.submissions >= batch_refusals.MOST_SUBMISSIONS:
        _fail_rows(batch, unanswered("error", "batch_not_taken", batch.reason or "The provider took no batch."))
    else:
        later(batch, 0, status=DRAFT, provider_state="")


def give_up(batch, reason):
    """End a batch that nobody can learn about: its rows are asked again, and noted as perhaps billed."""
    _fail_rows(batch, unanswered("missing", "batch_lost", reason, may_be_billed=True))


def _whose(batch):
    run = batch.run
    return run.organization_id, batch.provider, batch.model, run.rules.rate_limit_profile


def _most_tokens(batch):
    """What all batches of the model may hold at the provider, or None without a limit."""
    organization, provider, model, profile = _whose(batch)
    return limits_for(organization, profile)(provider, model).enqueued_batch_tokens


def _is_blocked(batch):
    return (batch.provider, batch.model) in health.blocked()


def _reserve(batch, rows):
    """Whether limits and budgets have room for the rows; a run whose budget is used up is paused."""
    try:
        with transaction.atomic():
            batch_leases.hold(batch)
            batch_ending.release(batch)
            refusal = pacing.reserve_batch(*_whose(batch), rows.input_tokens)
            if refusal is None:
                budgets.reserve(batch.run, rows.usd, at=batch.created_at)
                batch_leases.change(batch, reserved_tokens=rows.input_tokens, reserved_usd=rows.usd)
    except budgets.Exceeded as exceeded:
        batch.refresh_from_db(fields=["reserved_tokens", "reserved_usd"])
        _without_money(batch, exceeded)
        return False
    if refusal is not None:
        failures = batch.failures + 1
        later(batch, refusal.seconds * min(failures, 10), failures=failures, reason=refusal.reason)
    return refusal is None


def _without_money(batch, exceeded):
    """Wait for calls under way, send fewer rows, or send them one by one: only a budget that has no room for a single
    call pauses the run."""
    if exceeded.may_fit_later:
        later(batch, WAIT_SECONDS, reason=str(exceeded))
    elif batch_forming.is_over_budget(batch.stage) or not batch_refusals.is_halved(
        batch, code=batch_forming.OVER_BUDGET
    ):
        batch_leases.change(batch, provider_state=batch_forming.OVER_BUDGET)
        batch_ending.abandon(batch, reason=str(exceeded))


def _submit(batch, rows):
    try:
        with connected(batch.model, rows.headers) as adapter:
            batch_leases.change(
                batch, status=SUBMITTING, submitting_at=Now(), submissions=F("submissions") + 1, n_rows=rows.count
            )
            requests.give_connection_back()
            with batch_leases.kept(batch):
                ref = adapter.submit(rows, model=wire_name(batch.model), batch_id=batch.id.hex)
            _note(batch, adapter, ref)
    except ProviderError as error:
        _refused(batch, error)


def _note(batch, adapter, ref):
    """Write the provider's name down, whoever holds the lease by now: a batch that was sent stays sent.

    When another worker has sent the batch again meanwhile, this one is cancelled, so that it is not billed twice.
    """
    noted = {"status": SUBMITTED, "batch_ref": ref, "submitted_at": Now(), "failures": 0, "reason": "",
             "provider_state": ""}
    if LLMBatch.objects.filter(pk=batch.pk, status=SUBMITTING, batch_ref="").update(**noted):
        batch.refresh_from_db(fields=list(noted))
        later(batch, adapter.schedule.first)
    elif not LLMBatch.objects.filter(pk=batch.pk, batch_ref=ref).exists():
        with contextlib.suppress(ProviderError):  # an end by itself is as good
            adapter.cancel(ref)
        raise batch_leases.Lost


def _refused(batch, error):
    """What follows when the call to create the batch ended without its name."""
    if not batch_troubles.was_not_taken(error):
        batch_troubles.put_off(batch, error, least=LISTED_AFTER_SECONDS)
    elif error.failure.error_class == batch_refusals.TOO_LARGE:
        batch_refusals.split(batch, error)
    elif error.failure.status == FATAL:
        gone = error.failure.error_class == "model_not_found"
        _fail_rows(batch, unanswered("error", error.failure.error_class, str(error),
                                     failure=FATAL if gone else RETRYABLE))
    else:
        batch_troubles.put_off(batch, error, status=DRAFT)


def _wanted(batch):
    others = LLMBatch.objects.filter(provider=batch.provider).exclude(batch_ref="").exclude(pk=batch.pk)
    recent = others.filter(submitted_at__gte=batch.submitting_at - datetime.timedelta(days=1))
    return Wanted(
        batch_id=batch.id.hex, n_rows=batch.n_rows, sent_at=batch.submitting_at.timestamp(),
        known=frozenset(recent.values_list("batch_ref", flat=True)),
    )


def _hold(batch, error):
    """Several batches may be the one that was sent. Most wires tell once they have ended; until then nobody sends
    the rows again, unless a person cancels the run."""
    if batch_troubles.is_overdue(batch) or batch_ending.wants(batch.run) == "cancel":
        give_up(batch, str(error))
    else:
        reason = f"{error} The rows wait until it can be told which is theirs."
        later(batch, HELD_SECONDS, provider_state=HELD, reason=reason)


def _fail_rows(batch, told):
    if batch_collecting.end_open(batch, told):
        batch_ending.reconcile(batch, outcome="failed")
    else:
        later(batch, 0)
