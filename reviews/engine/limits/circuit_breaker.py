"""How a provider's state changes with what came of a call: blocks, circuit breaker, and the pace it is asked at."""

import datetime
from dataclasses import dataclass

from evalhub.lib.reasons import Reason
from reviews.engine.client.exchange import BLOCKED, OK
from reviews.engine.client.reasons import NO_PROVIDER_REASON

FAILURES_TO_BREAK = 10
BREAK_SECONDS, LONGEST_BREAK_SECONDS = 30.0, 300.0
REFUSED_SECONDS, LONGEST_REFUSED_SECONDS = 300.0, 3600.0
NOT_CONFIGURED_SECONDS = 30.0  # nothing is sent, so looking again is free
LONGEST_RETRY_AFTER_SECONDS = 3600.0
SLOWEST_PACE, PACE_STEP = 0.05, 0.1
WINDOW_SECONDS = 2.5  # the pace changes no more often: one wave of refusals halves it once, and it is back in 25 s
REFUSALS_OF_ALL = 5  # in a row: then it is the model that is asked too often, and not some of the requests
LAST_OK_SECONDS = 30.0  # a healthy model's row is written no more often
LONGEST_REASON = 2000

RATE_LIMITED, NOT_CONFIGURED, MODEL_GONE = "rate_limited", "not_configured", "model_not_found"
OUTAGES = frozenset({"server_error", "overloaded", "timeout", "connection"})
# The provider was at work, whatever it said: the model can be asked.
ANSWERS = frozenset(
    {"answer_truncated", "empty_answer", "unparsable_answer", "refused", "context_too_long", "bad_request"}
)


@dataclass(frozen=True)
class Result:
    """What came of one call: status and error class of its Finding or Outcome."""

    status: str
    error_class: str = ""
    message: Reason | None = None
    retry_after_seconds: float | None = None

    @property
    def is_answer(self):
        return self.status in (OK, "unreadable") or self.error_class in ANSWERS

    @property
    def is_refusal(self):
        """Nobody can ask this model until somebody mends the key, the account or the model's name."""
        return self.status == BLOCKED or self.error_class == MODEL_GONE


def is_open(state, now):
    """Whether nobody may ask at this moment."""
    return state.blocked_until is not None and state.blocked_until > now


def is_half_open(state, now):
    """Whether the block has run out, and one try decides what follows. Waiting as the provider asked needs no try."""
    return state.blocked_until is not None and not is_open(state, now) and state.reason_class != RATE_LIMITED


def apply(state, result, now):
    """Change a ProviderState by one Result; `now` is the database's clock.."""
    if result.is_answer:
        _answered(state, result, now)
    elif result.is_refusal:
        _refused(state, result, now)
    elif result.error_class == RATE_LIMITED:
        _slow_down(state, result, now)
    elif result.error_class in OUTAGES:
        _failed(state, result, now)


def begin_probe(state, now):
    """Count the one try as failed before it is made, so that it needs no second word: only its success changes that."""
    state.failures_in_a_row += 1
    state.blocked_until = now + _block_time(state)


def return_probe(state, now):
    """The one try was not made after all."""
    state.failures_in_a_row = max(state.failures_in_a_row - 1, 0)
    state.blocked_until = now


def clear(state):
    state.blocked_until, state.reason_class, state.reason, state.failures_in_a_row = None, "", None, 0


def _answered(state, result, now):
    waits = is_open(state, now) and state.reason_class == RATE_LIMITED  # answers to calls sent before do not end that
    if not waits:
        clear(state)
    state.failures_in_a_row = 0
    if state.pace < 1 or state.refusals:
        state.answers += 1
        _pace(state, now)
    old = state.last_ok_at is None or (now - state.last_ok_at).total_seconds() >= LAST_OK_SECONDS
    if result.status == OK and old:
        state.last_ok_at = now


def _refused(state, result, now):
    again = state.reason_class == result.error_class
    if again and is_open(state, now):
        return
    state.failures_in_a_row = state.failures_in_a_row + 1 if again else 1
    _block(state, result, now)


def _slow_down(state, result, now):
    """Some requests that are refused slow the model down; it waits as a whole once nothing else comes back."""
    state.refusals += 1
    _pace(state, now)
    if is_open(state, now) and state.reason_class != RATE_LIMITED:
        return
    in_a_row = max(state.failures_in_a_row, min(state.failures_in_a_row + 1, REFUSALS_OF_ALL))
    if in_a_row < REFUSALS_OF_ALL:
        state.failures_in_a_row = in_a_row
        return
    wait = min(result.retry_after_seconds or 0, LONGEST_RETRY_AFTER_SECONDS)
    until = now + datetime.timedelta(seconds=wait)
    still = state.blocked_until if is_open(state, now) else now
    clear(state)
    state.failures_in_a_row = in_a_row
    if max(until, still) > now:
        _say(state, result)
        state.blocked_until = max(until, still)


def _pace(state, now):
    """Change the pace at the end of a window, by the share of its calls that were refused.

    Refused calls alone halve it, answers alone raise it by a step; between them it settles where few are refused.
    """
    if (now - state.pace_changed_at).total_seconds() < WINDOW_SECONDS:
        return
    share = state.refusals / (state.refusals + state.answers)
    pace = state.pace * (1 - share / 2) + PACE_STEP * (1 - share)
    state.pace, state.pace_changed_at = min(max(round(pace, 4), SLOWEST_PACE), 1.0), now
    state.refusals = state.answers = 0


def _failed(state, result, now):
    if is_open(state, now):
        return
    state.failures_in_a_row += 1
    if state.failures_in_a_row >= FAILURES_TO_BREAK or is_half_open(state, now):
        _block(state, result, now)


def _block(state, result, now):
    _say(state, result)
    state.blocked_until = now + _block_time(state)


def _say(state, result):
    state.reason_class = (result.error_class or result.status)[:60]
    state.reason = (result.message or NO_PROVIDER_REASON()).cut(LONGEST_REASON)


def _block_time(state):
    if state.reason_class == NOT_CONFIGURED:
        seconds = NOT_CONFIGURED_SECONDS
    elif state.reason_class in OUTAGES:
        seconds = _doubled(BREAK_SECONDS, state.failures_in_a_row - FAILURES_TO_BREAK, LONGEST_BREAK_SECONDS)
    else:
        seconds = _doubled(REFUSED_SECONDS, state.failures_in_a_row - 1, LONGEST_REFUSED_SECONDS)
    return datetime.timedelta(seconds=seconds)


def _doubled(first, times, longest):
    return min(first * 2 ** min(max(times, 0), 16), longest)
