"""What the rows of a batch came to: each is read as a direct answer is, and its request goes on from there."""

import functools
from dataclasses import dataclass, replace

from django.db import OperationalError, connection, transaction

from evalhub.lib import reasons
from evalhub.lib.errors import EvalHubError
from evalhub.lib.reasons import PROVIDER
from reviews.engine.actions.reasons import ROW_NOT_BEGUN, ROW_NOT_EXECUTED, ROW_NOT_REACHED, ROW_NOT_READABLE
from reviews.engine.batches.actions import leases
from reviews.engine.batches.actions.rows import RELATED
from reviews.engine.batches.adapters.base import Result
from reviews.engine.client import completion
from reviews.engine.client.endpoints import resolve
from reviews.engine.client.exchange import BLOCKED, FATAL, OK, RETRYABLE, LLMCall, Outcome
from reviews.engine.limits.actions import budgets, provider_health
from reviews.engine.models import LLMAttempt, LLMBatchItem
from reviews.engine.models.llm_attempt import LOST
from reviews.engine.models.llm_request import BATCHED
from reviews.engine.requests.actions import attempts as ledger
from reviews.engine.requests.actions import calls, results
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared

_WITHOUT_ANSWER = {
    "expired": ROW_NOT_REACHED,
    "cancelled": ROW_NOT_BEGUN,
    "unreadable": ROW_NOT_READABLE,
    "error": ROW_NOT_EXECUTED,
}


@dataclass(frozen=True)
class Unanswered:
    """A row without an answer: how its item ends, and the Outcome that its request goes on with.

    `may_be_billed`: the provider may have answered, and nobody will ever see it.
    """

    status: str
    outcome: Outcome
    may_be_billed: bool = False


@dataclass(frozen=True)
class _Read:
    """One row, read; `attempt` is None while its try is not in the ledger."""

    item: LLMBatchItem
    question: Prepared
    outcome: Outcome
    finding: Finding
    status: str
    attempt: LLMAttempt | None


def unanswered(status, error_class, reason, *, failure=RETRYABLE, may_be_billed=False, retry_after=None):
    """The Unanswered for this Reason; without tokens and without a cost."""
    outcome = Outcome(failure, error_class=error_class, error_message=reason, retry_after_seconds=retry_after)
    return Unanswered(status, outcome, may_be_billed)


def apply(batch, told):
    """Bring in {item number: Result or Unanswered} of a few hundred rows at most; the caller holds the lease.

    Safe to be killed at any line and to be run again: a try is written once for an item, and a request goes on in the
    transaction that closes its item. Items that are closed already are passed over.
    """
    items = list(batch.items.filter(number__in=told, status="queued").select_related(*RELATED).order_by("number"))
    open_items = [item for item in items if item.request.state == BATCHED]
    batch.items.filter(pk__in=[item.pk for item in items if item.request.state != BATCHED]).update(
        status="cancelled", error_code="request_ended"
    )
    tries = {attempt.batch_item_id: attempt for attempt in LLMAttempt.objects.filter(batch_item__in=open_items)}
    questions = calls.prepared([item.request for item in open_items])
    read = [_read(item, questions[item.request_id], told[item.number], tries.get(item.pk)) for item in open_items]
    read = _write(batch, read)
    # One word of a chunk is enough to say that the model answers; a refused key concerns everybody
    said = [each for each in read if each.finding.status == BLOCKED] or [
        each for each in read if each.finding.status == OK
    ]
    provider_health.note_many(
        [
            (batch.provider, batch.model, each.finding.status, each.finding.error_class, each.finding.message, None)
            for each in said[:1]
        ]
    )
    for start in range(0, len(read), results.GROUP):
        _go_on(read[start : start + results.GROUP])
    leases.renew(batch)


def _read(item, question, told, attempt):
    if isinstance(question, EvalHubError):
        question = _not_to_be_read(item, question)
    if isinstance(told, Result):
        outcome = replace(_outcome(question.call, told), latency_ms=None)
    else:
        outcome = replace(told.outcome, simulated=resolve(question.call.model).simulated)
    if attempt is not None and attempt.status != OK:
        finding = Finding(attempt.status, {}, attempt.error_class, attempt.error_message)
    else:
        finding = question.read(outcome)
    if isinstance(told, Unanswered) and told.may_be_billed:
        finding = replace(finding, status=LOST)
    return _Read(item, question, outcome, finding, _item_status(told, finding), attempt)


def _not_to_be_read(item, error):
    """A question that could be asked and can no longer be put: its answer is a bill and ends as an error."""
    finding = Finding(FATAL, {}, error.code, reasons.of(error.message))
    return Prepared(LLMCall(item.request.stage.model, ()), lambda outcome: finding, "")


def _outcome(call, result):
    if result.state == "ok" or (result.state == "error" and result.status_code is not None):
        return completion.read_answer(call, status_code=result.status_code or 200, body=result.body)
    code = (result.error_code or "not_executed") if result.state == "error" else f"batch_{result.state}"
    reason = PROVIDER(result.message) if result.message else _WITHOUT_ANSWER[result.state]()
    return Outcome(RETRYABLE, error_class=code, error_message=reason)


def _item_status(told, finding):
    if isinstance(told, Unanswered):
        return told.status
    if told.state != "ok":
        return told.state
    if finding.status == OK:
        return "ok"
    if finding.status == UNREADABLE:
        return "wrong_case" if finding.error_class == "wrong_case" else "unreadable"
    return "error"


def _in_one_transaction(write):
    """All of it or nothing; once more when the database was busy or away for a moment."""

    @functools.wraps(write)
    def twice(*words):
        for is_last in (False, True):
            try:
                with transaction.atomic():
                    return write(*words)
            except OperationalError:
                if is_last or connection.in_atomic_block:
                    raise
                connection.close()

    return twice


@_in_one_transaction
def _go_on(group):
    """The requests go on, and their items are closed."""
    results.record_many(
        [
            results.RecordedAnswer(each.item.request, each.attempt, each.outcome, _retried_if_lost(each.finding))
            for each in group
        ]
    )
    for each in group:
        each.item.status, each.item.error_code = each.status, each.finding.error_class[:60]
    open_items = LLMBatchItem.objects.filter(status="queued")
    open_items.bulk_update([each.item for each in group], ["status", "error_code"])


def _retried_if_lost(finding):
    """What is lost is asked again; the ledger alone says that it may have been billed."""
    return replace(finding, status=RETRYABLE) if finding.status == LOST else finding


@_in_one_transaction
def _write(batch, read):
    """The rows with their tries, those that had none written to the ledger; what was held for them is given back."""
    new = [each for each in read if each.attempt is None]
    leases.hold(batch)
    attempts = ledger.begin_many(
        [(each.item.request, each.question) for each in new],
        batch_items={each.item.request_id: each.item for each in new},
    )
    made = {attempt.batch_item_id: attempt for attempt in attempts}
    read = [replace(each, attempt=each.attempt or made[each.item.pk]) for each in read]
    ledger.complete_many(
        [
            ledger.AttemptResult(each.attempt, each.question, each.outcome, each.finding)
            for each in read
            if each.item.pk in made
        ]
    )
    _release_share(batch, n_new=len(new), n_told=len(read))
    return read


def _release_share(batch, *, n_new, n_told):
    """What is held falls row by row, while what was spent rises: the two never count together.

    Rows are counted by their open items alone: looking for those without a try would read the whole ledger.
    """
    batch.refresh_from_db(fields=["reserved_usd"])
    if batch.reserved_usd is None or not n_new:
        return
    left = batch.items.filter(status="queued").count() - n_told
    share = batch.reserved_usd if left <= 0 else batch.reserved_usd * n_new / (n_new + left)
    share = share.quantize(batch.reserved_usd)
    budgets.charge(batch.run, reserved_usd=share, spent_usd=None, reserved_at=batch.created_at)
    leases.change(batch, reserved_usd=batch.reserved_usd - share)
