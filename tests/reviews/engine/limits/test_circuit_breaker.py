"""How a provider's state changes, on a clock of the test's own; nothing is stored."""

import datetime

from evalhub.lib.reasons import TEXT
from reviews.engine.client.reasons import NO_PROVIDER_REASON
from reviews.engine.limits import circuit_breaker
from reviews.engine.limits.circuit_breaker import Result, is_half_open, is_open
from reviews.models import ProviderState

START = datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC)
FAILED = Result("retryable", "server_error", TEXT("The provider failed."))
REFUSED = Result("blocked", "key_refused", TEXT("Incorrect API key."))
OK = Result("ok")


def slow_down(seconds=None):
    return Result("retryable", "rate_limited", TEXT("Too many requests."), seconds)


def at(seconds):
    return START + datetime.timedelta(seconds=seconds)


def make_state(**fields):
    return ProviderState(provider="openai", model="gpt", pace_changed_at=at(-3600), **fields)


def apply(state, *results, seconds=0.0):
    for result in results:
        circuit_breaker.apply(state, result, at(seconds))
    return state


def blocked_for(state, seconds=0.0):
    return (state.blocked_until - at(seconds)).total_seconds()


def probe(state, result, *, seconds):
    """The block has run out; one try is made and fails or not."""
    assert is_half_open(state, at(seconds))
    circuit_breaker.begin_probe(state, at(seconds))
    return apply(state, result, seconds=seconds)


def test_failures_in_a_row_break_the_circuit():
    state = apply(make_state(), *[FAILED] * 9)
    assert not is_open(state, at(0))
    apply(state, FAILED)
    assert blocked_for(state) == 30.0
    assert (state.reason_class, state.reason) == ("server_error", TEXT("The provider failed."))

    for between in [
        OK,
        Result("unreadable", "parse_error"),
        Result("fatal", "context_too_long"),
        Result("retryable", "answer_truncated"),
    ]:
        state = apply(make_state(), *[FAILED] * 9, between, *[FAILED] * 9)

        assert state.blocked_until is None, between

    state = apply(make_state(), *[FAILED] * 9, Result("fatal", "unknown_parameter"))
    assert state.failures_in_a_row == 9

    state = apply(make_state(), *[FAILED] * 60)
    assert blocked_for(state) == 30.0 and state.failures_in_a_row == 10


def test_probes_lengthen_clear_or_leave_the_break():
    state, now, lengths = apply(make_state(), *[FAILED] * 10), 0.0, []
    for _ in range(6):
        now += blocked_for(state, now)
        probe(state, FAILED, seconds=now)
        lengths.append(blocked_for(state, now))
    assert lengths == [60, 120, 240, 300, 300, 300]

    state = apply(make_state(), *[FAILED] * 10)
    circuit_breaker.begin_probe(state, at(31))
    assert is_open(state, at(90)) and is_half_open(state, at(92))

    state = probe(apply(make_state(), *[FAILED] * 10), OK, seconds=31)
    assert (state.blocked_until, state.reason_class, state.reason, state.failures_in_a_row) == (None, "", None, 0)

    state = apply(make_state(), *[FAILED] * 10)
    circuit_breaker.begin_probe(state, at(31))
    circuit_breaker.return_probe(state, at(32))
    assert is_half_open(state, at(32)) and state.failures_in_a_row == 10


def test_refused_missing_and_gone_block_with_a_reason():
    for error_class in ["key_refused", "permission_denied", "billing"]:
        refused = Result("blocked", error_class, TEXT("No."))
        state, now, lengths = apply(make_state(), refused), 0.0, []
        lengths.append(blocked_for(state))

        for _ in range(5):
            now += blocked_for(state, now)
            probe(state, refused, seconds=now)
            lengths.append(blocked_for(state, now))

        assert lengths == [300, 600, 1200, 2400, 3600, 3600], error_class
        assert state.reason_class == error_class and state.reason == TEXT("No."), error_class

    state = apply(make_state(), Result("fatal", "model_not_found", TEXT("No such model.")))
    assert blocked_for(state) == 300.0 and state.reason == TEXT("No such model.")

    missing = Result("blocked", "not_configured", TEXT("Set OPENAI_API_KEY."))
    state = apply(make_state(), missing)
    probe(state, missing, seconds=30)
    assert blocked_for(state, 30) == 30.0

    assert apply(make_state(), Result("blocked", "billing")).reason == NO_PROVIDER_REASON()


def test_pace_halves_and_comes_back():
    state = apply(make_state(), *[slow_down()] * 20)
    assert state.pace == 0.5
    apply(state, slow_down(), seconds=2.4)
    assert state.pace == 0.5
    apply(state, slow_down(), seconds=2.5)
    assert state.pace == 0.25

    state = make_state()
    for number in range(10):
        apply(state, slow_down(), seconds=number * 5)
    assert state.pace == 0.05

    state = make_state(pace=0.05)
    state.pace_changed_at = at(0)
    apply(state, *[OK] * 50, seconds=2.4)
    assert state.pace == 0.05
    for tenth in range(25, 300, 5):
        apply(state, OK, seconds=tenth / 10)
    assert state.pace == 1.0

    for of_ten, low, high in ((1, 0.85, 1.0), (2, 0.6, 0.9), (5, 0.1, 0.4), (10, 0.05, 0.05)):
        state, paces = make_state(), []

        for seconds in range(120):
            wave = [slow_down(20) if (of_ten * number) % 10 < of_ten else OK for number in range(10)]
            apply(state, *wave, seconds=seconds)
            paces.append(state.pace)

        assert low <= min(paces[60:]) <= max(paces[60:]) <= high, of_ten
        assert is_open(state, at(119)) is (of_ten == 10), of_ten


def test_retry_after_blocks_when_all_are_asked_to_wait():
    state = apply(make_state(), *[slow_down(20)] * 4, OK, *[slow_down(20)] * 4)
    assert state.blocked_until is None

    state = apply(make_state(), *[slow_down(20)] * 5, OK, OK)
    assert blocked_for(state) == 20.0 and state.reason_class == "rate_limited"
    assert not is_open(state, at(20)) and not is_half_open(state, at(20))  # everybody may go on

    state = apply(make_state(), *[slow_down(20)] * 5, slow_down(5))
    assert blocked_for(state) == 20.0
    apply(state, slow_down(86_400))
    assert blocked_for(state) == 3600.0

    state = apply(make_state(), REFUSED, slow_down(1))
    assert state.reason_class == "key_refused" and blocked_for(state) == 300.0

    state = apply(make_state(), OK)
    apply(state, OK, seconds=29)
    assert state.last_ok_at == at(0)
    apply(state, OK, seconds=30)
    assert state.last_ok_at == at(30)
