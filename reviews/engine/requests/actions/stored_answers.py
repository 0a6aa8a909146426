"""Answers that are in the ledger: read again, and kept in part where no better one can come any more."""

from evalhub.lib.errors import EvalHubError
from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import OK, Outcome, PriceUsed, Usage
from reviews.engine.client.json_answer import find_object
from reviews.engine.models import LLMAttempt
from reviews.engine.models.llm_attempt import UNREADABLE
from reviews.engine.requests.actions import attempts, calls
from reviews.engine.stages import registry

PARTLY_READ = "partly_read"


def outcome_of(attempt):
    """The Outcome of a try as it was, as far as the ledger keeps it."""
    said, found = attempt.message, find_object(attempt.message.assistant)
    price = attempt.price and PriceUsed(attempt.price.model, attempt.price.rates, attempt.price.source)
    return Outcome(
        OK,
        text=said.assistant,
        parsed=found.value,
        parsed_from=found.found,
        simulated=attempt.simulated,
        usage=Usage(
            attempt.prompt_tokens,
            attempt.completion_tokens,
            attempt.cached_tokens or 0,
            0,
            attempt.reasoning_tokens or 0,
        ),
        cost_usd=attempt.cost_usd,
        cost_status=attempt.cost_status,
        price=price,
        thinking=said.reasoning,
        latency_ms=attempt.latency_ms or 0,
        model_returned=attempt.model_returned,
        finish_reason=attempt.finish_reason,
        raw=attempt.raw_response or {},
    )


def keep_part(request):
    """Store the unreadable answer of a request that answers most questions, when no try is left.

    Returns the fields that end the request, None when none of its answers has anything that can be used. Of several
    answers one is kept, never parts of each: what is stored came in one answer. The caller's transaction holds it all.
    """
    tries = request.tries.filter(status=UNREADABLE).exclude(message=None).select_related("message", "price")
    tries = list(tries.order_by("-number"))
    question = calls.prepared([request])[request.pk] if tries else None
    if question is None or isinstance(question, EvalHubError):
        return None
    read = [(attempt, outcome, question.read(outcome)) for attempt in tries for outcome in [outcome_of(attempt)]]
    for attempt, outcome, finding in sorted(read, key=lambda each: -len(each[2].values)):
        try:
            fields = registry[request.stage.kind].store_part(request, finding, outcome)
        except EvalHubError:
            fields = None
        if fields is not None:
            reason = TEXT(" ".join(fields["question_failures"].values()), most=attempts.LONGEST_MESSAGE)
            LLMAttempt.objects.filter(pk=attempt.pk).update(status=OK, error_class=PARTLY_READ, error_message=reason)
            return fields
    return None
