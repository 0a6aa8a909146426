"""What follows from an answer: an annotation, another try later, or a terminal error; all of it or nothing."""

import datetime
import random
import time
import uuid

from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.db.models.functions import Greatest, Now

from annotations.actions import submissions
from annotations.models import Annotator
from evalhub.lib.errors import Conflict, EvalHubError
from reviews.actions import ledger
from reviews.judges.exchange import BLOCKED, OK, RETRYABLE
from reviews.llm import retry
from reviews.models import EvaluationRun, LLMAttempt
from reviews.models.llm_attempt import UNREADABLE

MOST_UNREADABLE = 2
PAUSES_SECONDS = (0.5, 2.0)
NOT_CONFIGURED_SECONDS = 30  # nothing is sent, so looking again is free
REFUSED_SECONDS = 300  # a key or an account that the provider refuses


class LeaseLost(Exception):
    """Another worker has taken the request over; what this one found is dropped."""


def settle(*, request, attempt, outcome, finding):
    """Write what follows from a Finding in one transaction: it locks item, run and request, in this order.

    A lost lease leaves nothing behind. A busy or lost database is asked again: the answer is paid for.
    """
    for pause in (*PAUSES_SECONDS, None):
        try:
            with transaction.atomic():
                _settle(request, attempt, outcome, finding)
            return
        except LeaseLost:
            return
        except OperationalError:
            if pause is None or connection.in_atomic_block:
                raise
            connection.close()
            time.sleep(pause)


def _settle(request, attempt, outcome, finding):
    if outcome.simulated:
        Annotator.objects.filter(pk=request.run.annotator_id, simulated=False).update(simulated=True)
    if finding.status == OK:
        _annotate(request, attempt, outcome, finding.answers)
    elif finding.status == BLOCKED:
        _block(request, finding)
    else:
        _fail_or_retry(request, outcome, finding)


def _annotate(request, attempt, outcome, answers):
    try:
        with transaction.atomic():
            stored = submissions.submit(
                item_id=request.item_id, task=request.run.task, annotator=request.run.annotator,
                submission=_submission(request, answers),
            )
    except Conflict as error:
        if error.code == "not_active":  # completed meanwhile: asked again should the task be opened again
            _give_back(request, seconds=0, error=error.message)
        else:
            _fail_or_retry(request, outcome, ledger.Finding(RETRYABLE, {}, error.code, error.message))
        return
    except EvalHubError as error:
        finding = ledger.Finding(UNREADABLE, {}, "invalid_answer", error.message)
        LLMAttempt.objects.filter(pk=attempt.pk).update(
            status=UNREADABLE, error_class=finding.error_class, error_message=error.message[: ledger.LONGEST_MESSAGE]
        )
        _fail_or_retry(request, outcome, finding)
        return
    _release(request.run)
    _or_lost(request.finish(annotation=stored.annotation, finished_at=Now()))


def _submission(request, answers):
    """The same id for the same request, however often it is worked on: a machine answers an item once."""
    remarks = {
        key: submissions.Remark(
            justification=answer.justification, confidence=answer.confidence, quotes=answer.quotes,
            abstained=answer.abstained,
        )
        for key, answer in answers.items()
    }
    values = {key: answer.value for key, answer in answers.items() if not answer.abstained}
    return submissions.Submission(
        answers=values, origin="llm", remarks=remarks, partial=len(values) < len(answers),
        submission_id=uuid.uuid5(request.run_id, f"{request.pk}:{request.request_version}"),
    )


def _block(request, finding):
    """Nothing can be asked of this provider for now: the run waits as a whole and no attempt is used up."""
    seconds = NOT_CONFIGURED_SECONDS if finding.error_class == "not_configured" else REFUSED_SECONDS
    _hold(request.run, seconds, finding.message)
    _give_back(request, seconds=0, error=finding.message)


def _fail_or_retry(request, outcome, finding):
    delay = None
    if finding.status == UNREADABLE:
        if ledger.unreadable_tries(request) < MOST_UNREADABLE:
            delay = retry.next_delay(request.attempts, None, random.SystemRandom())
    elif finding.status == RETRYABLE:
        delay = retry.next_delay(request.attempts, outcome.retry_after_seconds, random.SystemRandom())
    if delay is None:
        _end(request, "failed", finding)
    elif _is_cancelled(request.run):
        _end(request, "cancelled", finding)
    else:
        if finding.error_class == "rate_limited":
            _hold(request.run, delay, finding.message)
        _or_lost(request.retry_later(seconds=delay, error=finding.message))


def _give_back(request, *, seconds, error):
    """Put the request back in line without counting the attempt."""
    if _is_cancelled(request.run):
        _or_lost(request.finish(state="cancelled", error=error, finished_at=Now()))
        return
    at = Now() + datetime.timedelta(seconds=seconds)
    _or_lost(request.finish(state="waiting", error=error, next_attempt_at=at, attempts=F("attempts") - 1))


def _end(request, state, finding):
    message = finding.message[: ledger.LONGEST_MESSAGE]
    _or_lost(request.finish(state=state, error=message, error_class=finding.error_class[:60], error_message=message,
                            finished_at=Now()))


def _is_cancelled(run):
    return EvaluationRun.objects.filter(pk=run.pk, desired_state="cancel").exists()


def _hold(run, seconds, reason):
    until = Greatest("held_until", Now() + datetime.timedelta(seconds=seconds))
    message = (reason or "The provider gave no reason.")[: ledger.LONGEST_MESSAGE]
    EvaluationRun.objects.filter(pk=run.pk).update(held_until=until, held_reason=message)


def _release(run):
    """End the hold that this request was claimed after; one that began since then stays."""
    if run.held_reason:
        held = EvaluationRun.objects.filter(pk=run.pk, held_until=run.held_until)
        held.update(held_until=None, held_reason="")


def _or_lost(kept):
    if not kept:
        raise LeaseLost
