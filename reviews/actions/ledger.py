"""The ledger of calls: a try is written before it is sent, and completed with what came of it."""

from dataclasses import dataclass

from django.db.models import Max

from reviews.judges.exchange import OK
from reviews.models import LLMAttempt
from reviews.models.llm_attempt import LOST, SENT, UNREADABLE

LONGEST_MESSAGE = 4000
MOST_QUOTES = 20  # per question; each is looked up in all texts of the item
LOST_MESSAGE = "The worker ended before the answer came in. The provider may have billed this call."
# The provider answered, but not in JSON: another try may do, a third is money thrown away.
UNREADABLE_CLASSES = ("unparsable_answer", "empty_answer")


@dataclass(frozen=True)
class Finding:
    """What a call came to: `status` of a try, and answers by question key exactly when it is ok."""

    status: str
    answers: dict
    error_class: str = ""
    message: str = ""


def finding_of(outcome, reading):
    """The Finding of a provider's Outcome and the judge's Reading of it."""
    if outcome.status != OK:
        status = UNREADABLE if outcome.error_class in UNREADABLE_CLASSES else outcome.status
        return Finding(status, {}, outcome.error_class or "provider_error", outcome.error_message)
    if not reading.is_complete:
        first = next(error for error in reading.errors if error.blocking)
        return Finding(UNREADABLE, {}, first.code, reading.reason())
    for key, answer in reading.answers.items():
        if len(answer.quotes) > MOST_QUOTES:
            reason = f"Question {key!r} has {len(answer.quotes)} quotes. Valid: at most {MOST_QUOTES}."
            return Finding(UNREADABLE, {}, "too_many_quotes", reason)
    return Finding(OK, dict(reading.answers))


def begin(*, request):
    """Note that a call is about to be sent; tries of workers that vanished are marked as lost, their cost unknown."""
    request.tries.filter(status=SENT).update(status=LOST, error_class="worker_lost", error_message=LOST_MESSAGE)
    last = request.tries.aggregate(last=Max("number"))["last"] or 0
    return LLMAttempt.objects.create(request=request, number=last + 1, status=SENT)


def complete(*, attempt, outcome, finding, parser_version):
    """Write what a provider answered into its try, whoever holds the request by now: a bill stays a bill.

    A call that was not sent, because a key or an address is missing, leaves no try.
    """
    tries = LLMAttempt.objects.filter(pk=attempt.pk)
    if finding.error_class == "not_configured":
        tries.delete()
        return
    tries.update(
        status=finding.status, error_class=finding.error_class[:60], error_message=finding.message[:LONGEST_MESSAGE],
        raw_response=outcome.raw or None, prompt_tokens=outcome.usage.prompt_tokens,
        completion_tokens=outcome.usage.completion_tokens, cost_usd=outcome.cost_usd, cost_status=outcome.cost_status,
        latency_ms=outcome.latency_ms, parser_version=parser_version, model_returned=outcome.model_returned[:200],
        simulated=outcome.simulated,
    )


def unreadable_tries(request):
    """How many of the tries since the request was last put in line could not be read."""
    counted = request.tries.exclude(status="blocked").order_by("-number")
    return sum(status == UNREADABLE for status in counted.values_list("status", flat=True)[: request.attempts])
