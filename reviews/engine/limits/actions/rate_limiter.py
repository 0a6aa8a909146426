"""How fast models are asked: room is reserved before a request is sent, and settled with what it really took.

The buckets are in Redis, one for each organization, profile and model. They are no truth: after a flush they begin
full, and while Redis is away each process paces itself at a part of the limits.
"""

import logging
import time

from django.conf import settings
from redis.exceptions import RedisError

from reviews.engine.actions.reasons import PROBING, RATE_LIMIT
from reviews.engine.limits import circuit_breaker, redis_buckets
from reviews.engine.limits.actions import provider_health
from reviews.engine.limits.actions.enqueued_tokens import reserve_batch
from reviews.engine.limits.actions.profiles import bare, limits_for
from reviews.engine.limits.call_estimates import CallEstimate, Grant, Refusal, estimate
from reviews.engine.limits.token_buckets import BucketDemand, Buckets, Rule

__all__ = ["CallEstimate", "Grant", "Refusal", "correct", "estimate", "reserve", "reserve_batch"]

logger = logging.getLogger(__name__)
# A provider that asks to slow down is paced also where nobody set a limit.
ASSUMED_REQUESTS_PER_MINUTE = 6000
OWN_SHARE = 0.25  # of the limits, for each process by itself: several share what Redis would divide
LOOK_AGAIN_SECONDS = 5.0
PROBING_SECONDS = 5.0

_own = Buckets()
_away_until = {}  # {address of Redis: moment of time.monotonic()}


def reserve(wants):
    """For each CallEstimate a Grant or a Refusal, in order; one statement and one round trip to Redis for all of them.

    Nothing is granted to a model that is blocked, and one request at a time to one whose block has run out.
    """
    states = provider_health.states()
    answers, asks, probes = {}, {}, {}
    for number, want in enumerate(wants):
        pair = want.provider, want.model
        state = states.get(pair)
        refusal = _refusal(want, state, is_tried=pair in probes)
        if refusal is not None:
            answers[number] = refusal
            continue
        if state is not None and circuit_breaker.is_half_open(state, state.now):
            probes[pair] = number
        asks[number] = _demand(want, 1.0 if state is None else state.pace)
    limited = {number: ask for number, ask in asks.items() if ask is not None}
    seconds = dict(zip(limited, _take(list(limited.values())), strict=True))
    for number, ask in asks.items():
        wait = seconds.get(number, 0.0)
        answers[number] = Refusal(wants[number], wait, RATE_LIMIT()) if wait > 0 else Grant(wants[number], ask)
    for pair, number in probes.items():
        answers[number] = _as_probe(answers[number], states[pair])
    return [answers[number] for number in range(len(wants))]


def correct(used):
    """Correct the buckets by what was taken: (Grant, Usage of its answer, or None when nothing was sent) pairs.

    Tokens that the provider did not report stay as estimated.
    """
    corrections = []
    for grant, usage in used:
        if usage is None and grant.is_probe:
            provider_health.return_probe(grant.want.provider, grant.want.model)
        if grant.ask is not None:
            corrections.append(
                BucketDemand(grant.ask.key, grant.ask.rules, _difference(grant.want, usage), is_correction=True)
            )
    _take([each for each in corrections if any(each.amounts)])


def _refusal(want, state, *, is_tried):
    if is_tried:
        return Refusal(want, PROBING_SECONDS, PROBING())
    if state is None or not circuit_breaker.is_open(state, state.now):
        return None
    return Refusal(want, (state.blocked_until - state.now).total_seconds(), state.reason)


def _demand(want, pace):
    """What the want takes from its bucket; None where it has no limit."""
    limits = limits_for(want.organization_id, want.profile)(want.provider, want.model)
    requests = limits.requests
    if requests is None and pace < 1:
        requests = ASSUMED_REQUESTS_PER_MINUTE
    rules = tuple(Rule.of(each, pace) for each in (requests, limits.input_tokens, limits.output_tokens))
    if not any(rule.per_second for rule in rules):
        return None
    name = bare(want.provider, want.model)
    key = f"{want.organization_id}:{limits.profile}:{want.provider}:{name}"
    return BucketDemand(key, rules, (1, want.input_tokens, want.output_tokens))


def _as_probe(answer, state):
    """The Grant of a half-open model's one try; a Refusal when another process has it."""
    if isinstance(answer, Refusal):
        return answer
    if provider_health.claim_probe(state):
        return Grant(answer.want, answer.ask, is_probe=True)
    correct([(answer, None)])
    return Refusal(answer.want, PROBING_SECONDS, PROBING())


def _difference(want, usage):
    """What was taken more than reserved, by measure; negative where it was less."""
    if usage is None:
        return -1, -want.input_tokens, -want.output_tokens
    read, written = usage.prompt_tokens, usage.completion_tokens
    return (
        0,
        0 if read is None else read - want.input_tokens,
        0 if written is None else written - want.output_tokens,
    )


def _take(asks):
    """Seconds until each may fit, 0.0 for what was taken: by Redis, or by this process while Redis is away."""
    if not asks:
        return []
    url, now = settings.REDIS_URL, time.monotonic()
    if now >= _away_until.get(url, 0.0):
        try:
            return redis_buckets.take(asks)
        except (RedisError, OSError) as error:
            logger.warning("Redis cannot be used (%s); this process paces by itself.", type(error).__name__)
            _away_until[url] = now + LOOK_AGAIN_SECONDS
    return _own.take([ask.scaled(OWN_SHARE) for ask in asks], now=time.monotonic())
