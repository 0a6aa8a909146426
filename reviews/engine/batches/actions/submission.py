"""Sending a batch so that it arrives once: the intent is written first, and after a crash it is looked for."""

import contextlib
import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from evalhub.lib.env import env_int
from reviews.engine.actions.reasons import BATCH_AMBIGUOUS, BATCH_EMPTY, BATCH_FULL, BATCH_NOT_TAKEN, RUN_NOT_RUNNING
from reviews.engine.batches.actions import closing, collection, drafts, leases, provider_errors, refusals
from reviews.engine.batches.actions import rows as batch_rows
from reviews.engine.batches.actions.connections import adapter_of, check, connected, wire_name
from reviews.engine.batches.actions.provider_errors import later
from reviews.engine.batches.actions.row_results import unanswered
from reviews.engine.batches.adapters.base import LostBatch
from reviews.engine.batches.adapters.errors import Ambiguous, ProviderError
from reviews.engine.client.exchange import FATAL, RETRYABLE
from reviews.engine.limits.actions import budgets, provider_health, rate_limiter
from reviews.engine.limits.actions.profiles import limits_for
from reviews.engine.models import EvaluationRun, LLMBatch
from reviews.engine.models.llm_batch import DRAFT, SUBMITTED, SUBMITTING
from reviews.engine.requests.actions import due_requests

MOST_BYTES = env_int("EVALHUB_BATCH_BYTES", 100_000_000, minimum=1000)
LISTED_AFTER_SECONDS = 10  # what a provider's list may lag behind
HELD_SECONDS = 900
WAIT_SECONDS = 30
HELD = "held"


def send(batch):
    """Send a draft, or put it off: while its run is held, its model blocked, or limits have no room for it."""
    if not EvaluationRun.objects.wanted().filter(pk=batch.run_id).exists():
        closing.abandon(batch, reason=RUN_NOT_RUNNING())
        return
    is_due = EvaluationRun.objects.due().filter(pk=batch.run_id).exists()
    if not is_due or (batch.provider, batch.model) in provider_health.blocked():
        later(batch, WAIT_SECONDS)
        return
    try:
        check(batch.model)
    except ProviderError as error:
        provider_errors.put_off(batch, error)
        return
    most_bytes = min(MOST_BYTES, adapter_of(batch.model).limits.bytes)
    organization, provider, model, profile = _whose(batch)
    with batch_rows.written(
        batch,
        most_bytes=most_bytes,
        most_tokens=limits_for(organization, profile)(provider, model).enqueued_batch_tokens,
    ) as rows:
        if rows.left_from is not None:
            closing.give_back(batch, reason=BATCH_FULL(), from_number=rows.left_from)
        if not rows.count:
            closing.abandon(batch, reason=BATCH_EMPTY())
        elif _reserve(batch, rows):
            _submit(batch, rows)


def recover(batch):
    """Adopt a batch whose submission has no known end, or send it again when it never arrived."""
    try:
        with connected(batch.model) as adapter:
            others = LLMBatch.objects.filter(provider=batch.provider).exclude(batch_ref="").exclude(pk=batch.pk)
            recent = others.filter(submitted_at__gte=batch.submitting_at - datetime.timedelta(days=1))
            ref = adapter.find(
                LostBatch(
                    batch_id=batch.id.hex,
                    n_rows=batch.n_rows,
                    sent_at=batch.submitting_at.timestamp(),
                    known=frozenset(recent.values_list("batch_ref", flat=True)),
                )
            )
            if ref is not None:
                _note(batch, adapter, ref)
                return
    except Ambiguous as error:
        # Several batches may be the one that was sent. Most wires tell once they have ended; until then nobody sends
        # the rows again, unless a person cancels the run.
        if provider_errors.is_overdue(batch) or closing.desired_state(batch.run) == "cancel":
            give_up(batch, error.reason)
        else:
            later(batch, HELD_SECONDS, provider_state=HELD, reason=BATCH_AMBIGUOUS(problem=error.reason))
        return
    except ProviderError as error:
        if provider_errors.is_hopeless(batch, error):
            give_up(batch, error.reason)
        else:
            provider_errors.put_off(batch, error)
        return
    if batch.submissions >= refusals.MOST_SUBMISSIONS:
        _fail_rows(
            batch,
            unanswered("error", "batch_not_taken", batch.reason or BATCH_NOT_TAKEN()),
        )
    else:
        later(batch, 0, status=DRAFT, provider_state="")


def give_up(batch, reason):
    """End a batch that nobody can learn about: its rows are asked again, and noted as perhaps billed."""
    _fail_rows(batch, unanswered("missing", "batch_lost", reason, may_be_billed=True))


def _whose(batch):
    run = batch.run
    return run.organization_id, batch.provider, batch.model, run.rules.rate_limit_profile


def _reserve(batch, rows):
    """Whether limits and budgets have room for the rows; a run whose budget is used up is paused."""
    try:
        with transaction.atomic():
            leases.hold(batch)
            closing.release(batch)
            refusal = rate_limiter.reserve_batch(*_whose(batch), rows.input_tokens)
            if refusal is None:
                budgets.reserve(batch.run, rows.usd, at=batch.created_at)
                leases.change(batch, reserved_tokens=rows.input_tokens, reserved_usd=rows.usd)
    except budgets.Exceeded as exceeded:
        batch.refresh_from_db(fields=["reserved_tokens", "reserved_usd"])
        # Wait for calls under way, send fewer rows, or send them one by one: only a budget that has no room for a
        # single call pauses the run.
        if exceeded.may_fit_later:
            later(batch, WAIT_SECONDS, reason=exceeded.reason)
        elif drafts.is_over_budget(batch.stage) or not refusals.is_halved(batch, code=drafts.OVER_BUDGET):
            leases.change(batch, provider_state=drafts.OVER_BUDGET)
            closing.abandon(batch, reason=exceeded.reason)
        return False
    if refusal is not None:
        failures = batch.failures + 1
        later(batch, refusal.seconds * min(failures, 10), failures=failures, reason=refusal.reason)
    return refusal is None


def _submit(batch, rows):
    try:
        with connected(batch.model, rows.headers) as adapter:
            leases.change(
                batch, status=SUBMITTING, submitting_at=Now(), submissions=F("submissions") + 1, n_rows=rows.count
            )
            due_requests.give_connection_back()
            with leases.kept(batch):
                ref = adapter.submit(rows, model=wire_name(batch.model), batch_id=batch.id.hex)
            _note(batch, adapter, ref)
    except ProviderError as error:
        if not provider_errors.was_not_taken(error):
            provider_errors.put_off(batch, error, least=LISTED_AFTER_SECONDS)
        elif error.failure.error_class == refusals.TOO_LARGE:
            refusals.split(batch, error)
        elif error.failure.status == FATAL:
            gone = error.failure.error_class == "model_not_found"
            _fail_rows(
                batch,
                unanswered("error", error.failure.error_class, error.reason, failure=FATAL if gone else RETRYABLE),
            )
        else:
            provider_errors.put_off(batch, error, status=DRAFT)


def _note(batch, adapter, ref):
    """Write the provider's name down, whoever holds the lease by now: a batch that was sent stays sent.

    When another worker has sent the batch again meanwhile, this one is cancelled, so that it is not billed twice.
    """
    noted = {
        "status": SUBMITTED,
        "batch_ref": ref,
        "submitted_at": Now(),
        "failures": 0,
        "reason": None,
        "provider_state": "",
    }
    if LLMBatch.objects.filter(pk=batch.pk, status=SUBMITTING, batch_ref="").update(**noted):
        batch.refresh_from_db(fields=list(noted))
        later(batch, adapter.schedule.first)
    elif not LLMBatch.objects.filter(pk=batch.pk, batch_ref=ref).exists():
        with contextlib.suppress(ProviderError):  # an end by itself is as good
            adapter.cancel(ref)
        raise leases.Lost


def _fail_rows(batch, told):
    if collection.end_open(batch, told):
        closing.reconcile(batch, outcome="failed")
    else:
        later(batch, 0)
