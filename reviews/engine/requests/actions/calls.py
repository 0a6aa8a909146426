"""Questions ready to be sent, with what earlier tries call for: more room for the answer, or a repair."""

from collections import defaultdict
from dataclasses import replace

from evalhub.lib.errors import EvalHubError
from reviews.engine import retries
from reviews.engine.models import LLMAttempt
from reviews.engine.requests.actions import reuse
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared


def prepared(requests):
    """{pk: Prepared, or the EvalHubError that says why not}; statements grow with the stages, not the requests.

    The requests come with their stage and their run's task loaded, and get their `content_hash`.
    """
    by_stage = defaultdict(list)
    for request in requests:
        by_stage[request.stage_id].append(request)
    tries = _tries([request.pk for request in requests if request.attempts > 1])
    found = {}
    by_pk = {request.pk: request for request in requests}
    for alike in by_stage.values():
        for pk, question in _prepared(alike).items():
            if isinstance(question, Prepared) and (by_pk[pk].attempts <= 1 or not by_pk[pk].content_hash):
                by_pk[pk].content_hash = reuse.content_hash(by_pk[pk], question)
            fits = isinstance(question, Prepared) and pk in tries
            found[pk] = _after(question, tries[pk], alike[0].run.rules) if fits else question
    return found


def _prepared(alike):
    """What the stage's plug-in makes of its requests; what is wrong with the stage as a whole is so for each."""
    try:
        return registry[alike[0].stage.kind].prepare(alike)
    except EvalHubError as error:
        return {request.pk: error for request in alike}


def _tries(pks):
    if not pks:
        return {}
    tries = defaultdict(list)
    for attempt in LLMAttempt.objects.filter(request__in=pks).select_related("message").order_by("request", "number"):
        tries[attempt.request_id].append(attempt)
    return tries


def _after(question, tries, rules):
    seen = [_try_of(attempt) for attempt in tries]
    return replace(question, call=retries.next_call(question.call, seen, rules))


def _try_of(attempt):
    message = getattr(attempt, "message", None)
    text = message.assistant if message is not None else ""
    reason = attempt.error_message
    return retries.Try(attempt.status, attempt.error_class, reason.english if reason else "", text)
