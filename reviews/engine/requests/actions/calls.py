"""Questions ready to be sent, with what earlier tries call for: more room for the answer, or a repair."""

from collections import defaultdict
from dataclasses import replace

from evalhub.lib.errors import EvalHubError
from reviews.engine.models import LLMAttempt
from reviews.engine.models.llm_attempt import UNREADABLE
from reviews.engine.requests import repair
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared

LONGEST_REPAIRED = 20_000


def prepared(requests):
    """{pk: Prepared, or the EvalHubError that says why not}; statements grow with the stages, not the requests.

    The requests come with their stage and their run's task loaded.
    """
    by_stage = defaultdict(list)
    for request in requests:
        by_stage[request.stage_id].append(request)
    tries = _tries([request.pk for request in requests if request.attempts > 1])
    found = {}
    for alike in by_stage.values():
        for pk, question in _prepared(alike).items():
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
    if any(attempt.error_class == "answer_truncated" for attempt in tries):
        question = replace(question, call=question.call.with_more_tokens())
    unreadable = [attempt for attempt in tries if attempt.status == UNREADABLE]
    if rules.repair_after_failures is not None and len(unreadable) >= rules.repair_after_failures:
        question = _repaired(question, unreadable[-1])
    return question


def _repaired(question, attempt):
    """The question again, followed by the answer that could not be read and what was wrong with it."""
    said = getattr(attempt, "message", None)
    if said is None or not said.assistant.strip():
        return question
    asked = repair.message(attempt.error_message)
    more = ({"role": "assistant", "content": said.assistant[:LONGEST_REPAIRED]}, {"role": "user", "content": asked})
    return replace(question, call=question.call.with_messages((*question.call.messages, *more)))
