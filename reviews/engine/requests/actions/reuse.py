"""Answers to the very same question, known by a hash of what is asked, and used again where the policy says so."""

import hashlib
from dataclasses import replace

from evalhub.lib import strict_json
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.client.exchange import OK
from reviews.engine.models import LLMAttempt
from reviews.engine.stages import registry


def content_hash(request, question):
    """SHA-256 of the model, all that it is told about the case and its outputs, the parser and the repetition.

    What only tells this case from others with the same texts is left out. Another round of the run and a raised
    request version ask for another answer, so they are other questions.
    """
    call = question.call
    parts = [
        call.model,
        [[message["role"], _without(message["content"], question.marks)] for message in call.messages],
        dict(call.parameters),
        call.max_tokens,
        call.embeds,
        question.parser_version,
        *([call.top_logprobs] if call.top_logprobs else []),
        [request.run.round, request.request_version],
    ]
    return hashlib.sha256(strict_json.dumps(parts).encode()).hexdigest()


def reusable_attempts(prepared):
    """{request pk: the accepted LLMAttempt of an earlier request} for those (request, Prepared) that may reuse one.

    Of the same organization, whole, and from the simulated provider only where that would answer now. One statement
    for each organization, none where nothing may be reused.
    """
    wanted = {}
    for request, question in prepared:
        if request.run.rules.reuse and registry[request.stage.kind].may_be_reused and request.content_hash:
            wanted.setdefault(request.run.organization_id, []).append((request, question))
    return {
        pk: attempt for organization, each in wanted.items() for pk, attempt in _reusable_attempts(organization, each)
    }


def adapted(question, outcome):
    """The Outcome of an earlier answer as one to this question: what echoes the case names this one."""
    echoed = {name: value for name, value in question.echoed.items() if name in (outcome.parsed or {})}
    if not echoed:
        return outcome
    parsed = outcome.parsed | echoed
    return replace(outcome, parsed=parsed, text=strict_json.dumps(parsed))


def _reusable_attempts(organization_id, prepared):
    found = LLMAttempt.objects.filter(
        status=OK,
        request__content_hash__in={request.content_hash for request, _ in prepared},
        request__state="done",
        request__reused_from=None,
        request__question_failures={},
        request__run__organization=organization_id,
    )
    found = found.exclude(message=None).select_related("message", "price", "request").order_by("pk")
    newest = {(attempt.request.content_hash, attempt.simulated): attempt for attempt in found}
    for request, question in prepared:
        attempt = newest.get((request.content_hash, is_simulated(question.call.model)))
        if attempt is not None and attempt.request_id != request.pk:
            yield request.pk, attempt


def _without(text, marks):
    for mark in marks:
        text = text.replace(mark, "")
    return text
