"""What follows from an answer: a result and the next question, another try, or a terminal error; all or nothing."""

import datetime
import itertools
import time
from dataclasses import dataclass

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from evalhub.lib import reasons
from evalhub.lib.errors import Conflict, EvalHubError
from reviews.engine import retries
from reviews.engine.client.exchange import BLOCKED, OK, RETRYABLE, Outcome
from reviews.engine.client.reasons import NO_PROVIDER_REASON
from reviews.engine.limits.circuit_breaker import RATE_LIMITED
from reviews.engine.models import EvaluationRun, LLMAttempt, LLMRequest
from reviews.engine.models.llm_attempt import UNREADABLE
from reviews.engine.requests.actions import attempts, next_stages, reuse, stored_answers
from reviews.engine.stages import registry
from reviews.engine.stages.base import Finding

GROUP = 25
PAUSES_SECONDS = (0.5, 2.0)
NOT_CONFIGURED_SECONDS = 30  # nothing is sent, so looking again is free
REFUSED_SECONDS = 300  # a key or an account that the provider refuses


class LeaseLost(Exception):
    """Another worker has taken the request over; what this one found is dropped."""


@dataclass(frozen=True)
class RecordedAnswer:
    """One answer that is in the ledger, and what it came to."""

    request: LLMRequest
    attempt: LLMAttempt
    outcome: Outcome
    finding: Finding


def record_many(settled):
    """`record` of each; accepted answers share transactions, as far as nothing unusual is among them."""
    left = [each for group in _groups(settled) if not _stored_together(group) for each in group]
    for each in [*left, *(each for each in settled if each.finding.status != OK)]:
        record(request=each.request, attempt=each.attempt, outcome=each.outcome, finding=each.finding)


def _groups(settled):
    """Accepted answers of one stage each, in the order in which items are locked everywhere."""
    good = [each for each in settled if each.finding.status == OK]
    good.sort(key=lambda each: (each.request.stage_id, each.request.item_id or 0, each.request.pk))
    for _, of_stage in itertools.groupby(good, key=lambda each: each.request.stage_id):
        alike = list(of_stage)
        yield from (alike[start : start + GROUP] for start in range(0, len(alike), GROUP))


def record(*, request, attempt, outcome, finding):
    """Write what follows from a Finding in one transaction: it locks item, run and request, in this order.

    A lost lease leaves nothing behind. A busy or lost database is asked again: the answer is paid for.
    """
    _in_steps(lambda: _record(request, attempt, outcome, finding))


def finish_given(request, fields):
    """End a request whose answer is stored already."""
    _in_steps(lambda: _done(request, fields))


def kept_of(pks):
    """{request pk: the try that was accepted and has led to nothing yet}; one statement."""
    kept = LLMAttempt.objects.filter(request__in=list(pks), status=OK).select_related("message", "price")
    return {attempt.request_id: attempt for attempt in kept}


def record_kept(request, question, kept):
    """Settle an answer that is in the ledger and could not be stored then, or whose worker died before that.

    False when the question's parser no longer takes it: the try says why, and the model may be asked again.
    """
    outcome = stored_answers.outcome_of(kept)
    finding = question.read(outcome)
    if finding.status == OK:
        record(request=request, attempt=kept, outcome=outcome, finding=finding)
    else:
        attempts.note_refusal(kept, finding)
    return finding.status == OK


def record_reused(request, question, earlier):
    """End a request with what an earlier one was answered to the same question, without a call of its own.

    False when that answer does not do here: the model is asked then.
    """
    outcome = reuse.adapted(question, stored_answers.outcome_of(earlier))
    finding, refused = question.read(outcome), []

    def write():
        try:
            with transaction.atomic():
                fields = registry[request.stage.kind].store(request, finding, outcome)
        except EvalHubError as error:
            refused.append(error)
        else:
            _done(request, fields | {"reused_from_id": earlier.request_id})

    if finding.status == OK:
        _in_steps(write)
    return finding.status == OK and not refused


def refuse(request, error):
    """End a request that cannot be asked, with the EvalHubError that says why."""
    _in_steps(lambda: _end(request, "failed", Finding("fatal", {}, error.code, reasons.of(error.message))))


def fail(request, finding):
    """Try a request again later that could not even be asked, or end it when no attempt is left."""
    _in_steps(lambda: _fail_or_retry(request, Outcome(finding.status), finding))


def put_off(request, *, seconds, reason):
    """Give a request back in line that was not sent, without counting the attempt."""
    _in_steps(lambda: _give_back(request, seconds=seconds, error=reason))


def _in_steps(write):
    for pause in (*PAUSES_SECONDS, None):
        try:
            with transaction.atomic():
                write()
            return
        except LeaseLost:
            return
        except OperationalError:
            if pause is None or connection.in_atomic_block:
                raise
            connection.close()
            time.sleep(pause)


def _record(request, attempt, outcome, finding):
    if finding.status == OK:
        _store(request, attempt, outcome, finding)
    elif finding.status == BLOCKED:
        _block(request, finding)
    else:
        _fail_or_retry(request, outcome, finding)


def _stored_together(group):
    """Store accepted answers in one transaction; False, and nothing written, when one of them needs a closer look."""
    if len(group) < 2:
        return False
    try:
        with transaction.atomic():
            stage = registry[group[0].request.stage.kind]
            fields = stage.store_many([(each.request, each.finding, each.outcome) for each in group])
            ended = [(each.request, found) for each, found in zip(group, fields, strict=True)]
            for run in {each.request.run_id: each.request.run for each in group}.values():
                _release(run)
            if LLMRequest.objects.finish_many(ended) != len(ended):
                raise LeaseLost
            next_stages.follow([request for request, _ in ended])
    except (EvalHubError, LeaseLost, DatabaseError):
        if connection.in_atomic_block and connection.needs_rollback:
            raise
        return False
    return True


def _store(request, attempt, outcome, finding):
    try:
        with transaction.atomic():
            fields = registry[request.stage.kind].store(request, finding, outcome)
    except Conflict as error:
        if error.code == "not_active":  # completed meanwhile: asked again should the task be opened again
            _give_back(request, seconds=0, error=reasons.of(error.message))
        else:
            _fail_or_retry(request, outcome, Finding(RETRYABLE, {}, error.code, reasons.of(error.message)))
        return
    except EvalHubError as error:
        finding = Finding(UNREADABLE, {}, "invalid_answer", reasons.of(error.message))
        attempts.note_refusal(attempt, finding)
        _fail_or_retry(request, outcome, finding)
        return
    _release(request.run)
    _done(request, fields)


def _done(request, fields):
    _or_lost(request.finish(**fields, finished_at=Now()))
    for name, value in fields.items():
        setattr(request, name, value)
    next_stages.follow([request])


def _block(request, finding):
    """Nothing can be asked of this provider for now: the run waits as a whole and no attempt is used up."""
    seconds = NOT_CONFIGURED_SECONDS if finding.error_class == "not_configured" else REFUSED_SECONDS
    _hold(request.run, seconds, attempts.shortened(finding.message) or NO_PROVIDER_REASON())
    _give_back(request, seconds=0, error=attempts.shortened(finding.message))


def _fail_or_retry(request, outcome, finding):
    is_refused = finding.status == RETRYABLE and finding.error_class == RATE_LIMITED
    if is_refused and (seconds := _wait_after_refusals(request, outcome)) is not None:
        _give_back(request, seconds=seconds, error=attempts.shortened(finding.message))
        return
    delay = retries.seconds_to_wait(
        finding,
        attempts=request.attempts,
        unreadable=attempts.unreadable_tries(request) if finding.status == UNREADABLE else 0,
        retry_after=outcome.retry_after_seconds,
        most=request.run.rules.max_attempts,
    )
    if delay is None:
        fields = stored_answers.keep_part(request)
        if fields is None:
            _end(request, "failed", finding)
        else:
            _done(request, fields)
    elif _is_cancelled(request.run):
        _end(request, "cancelled", finding)
    else:
        _or_lost(request.retry_later(seconds=delay, error=attempts.shortened(finding.message)))


def _wait_after_refusals(request, outcome):
    """Seconds before a request that was refused as one too many is asked again; None when it was so too often.

    It was not worked on, so it uses up no attempt; it alone waits, and `limits` slow the model down.
    """
    refused = attempts.latest_refusals(request, at_most=retries.MOST_REFUSED)
    return retries.seconds_after_refusal(refused, outcome.retry_after_seconds)


def _give_back(request, *, seconds, error):
    """Put the request back in line without counting the attempt."""
    if _is_cancelled(request.run):
        _or_lost(request.finish(state="cancelled", error=error, finished_at=Now()))
        return
    at = Now() + datetime.timedelta(seconds=seconds)
    _or_lost(request.finish(state="waiting", error=error, next_attempt_at=at, attempts=F("attempts") - 1))


def _end(request, state, finding):
    _or_lost(
        request.finish(
            state=state,
            error=attempts.shortened(finding.message),
            error_class=finding.error_class[:60],
            error_message=attempts.shortened(finding.message),
            finished_at=Now(),
        )
    )


def _is_cancelled(run):
    return EvaluationRun.objects.filter(pk=run.pk, desired_state="cancel").exists()


def _hold(run, seconds, reason):
    """Hold the run for so long; a hold that lasts longer stays, and so does its reason."""
    until = Now() + datetime.timedelta(seconds=seconds)
    ends_sooner = Q(held_until=None) | Q(held_until__lt=until)
    EvaluationRun.objects.filter(ends_sooner, pk=run.pk).update(held_until=until, held_reason=reason)


def _release(run):
    """End the hold that this request was claimed after; one that began since then stays."""
    if run.held_reason:
        held = EvaluationRun.objects.filter(pk=run.pk, held_until=run.held_until)
        held.update(held_until=None, held_reason=None)


def _or_lost(kept):
    if not kept:
        raise LeaseLost
