"""What a faulty provider may send, on three wires: one request, one Outcome, in words that everybody may read."""

import itertools
import json

import pytest

from reviews.engine.client import completion
from tests.lib.egress.raw_server import answer, beside, cut_off, drip, drip_head, hang, reset
from tests.reviews.engine.client.calls import call

WIRES = ("openai", "anthropic", "gemini")
each_wire = pytest.mark.parametrize("wire", WIRES)
TRACE = 'Traceback (most recent call last):\n  File "/srv/app/main.py", line 3'
PAGE = b"<html><head><title>502</title></head><body>/srv/nginx/conf.d</body></html>"
USAGE = {
    "openai": {"usage": {"prompt_tokens": 3, "completion_tokens": 2}},
    "anthropic": {"usage": {"input_tokens": 3, "output_tokens": 2}},
    "gemini": {"usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 2}},
}
REFUSALS = {
    "openai": {"choices": [{"message": {"content": None, "refusal": "Not this."}, "finish_reason": "stop"}]},
    "anthropic": {"content": [], "stop_reason": "refusal", "stop_details": {"explanation": "Not this."}},
    "gemini": {"promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": "Not this."}},
}
POLICY = {
    "openai": {"code": "content_policy_violation", "message": "Not this."},
    "anthropic": {"type": "invalid_request_error", "message": "Output blocked by content filtering policy"},
    "gemini": {"code": 400, "message": "The prompt is prohibited content.", "status": "INVALID_ARGUMENT"},
}


@pytest.fixture
def ask(monkeypatch, settings):
    """ask(wire, respond) is (the Outcome, the Server) of one call."""
    settings.LLM_CALL_SECONDS, settings.LLM_CALL_BYTES = 20.0, 100_000

    def ask(wire, respond, **overrides):
        with beside(respond) as server:
            monkeypatch.setenv("EVALHUB_SIMULATED_URL", f"http://127.0.0.1:{server.port}")
            return completion.complete(call(f"{wire}/simulated-careful", **overrides)), server

    return ask


def body(found, status="200 OK", **headers):
    content = found if isinstance(found, bytes) else json.dumps(found).encode()
    return answer(content, status, **{"content_type": "application/json", "connection": "close", **headers})


@pytest.mark.parametrize(("wire", "respond"), [*zip(WIRES, (drip, drip_head, hang), strict=True)])
def test_call_ends_at_its_deadline(ask, settings, wire, respond):
    settings.LLM_CALL_SECONDS = 0.2

    outcome, server = ask(wire, respond, timeout_seconds=60)

    assert (outcome.status, outcome.error_class) == ("retryable", "timeout")
    assert len(server.asked) == 1 and outcome.latency_ms >= 200


def test_calls_own_deadline_may_be_shorter(ask):
    assert ask("openai", hang, timeout_seconds=0.2)[0].error_class == "timeout"


# Faults of the connection are the same on each wire: each is met on one of them.
NO_ANSWERS = {
    "cut off on the wire": (cut_off, "connection"),
    "reset": (reset, "connection"),
    "cut off JSON": (body(b'{"choices": [{"mess'), "unreadable_response"),
    "nothing": (body(b""), "empty_answer"),
    "blanks": (body(b"  \n"), "empty_answer"),
    "no UTF-8": (body(b'{"a": "\xff"}'), "unreadable_response"),
    "page": (body(PAGE, content_type="text/html"), "unreadable_response"),
    "page as JSON": (body(PAGE), "unreadable_response"),
    "list": (body(b"[1]"), "unreadable_response"),
    "no number": (body(b'{"a": NaN}'), "unreadable_response"),
    "too large": (body(b" " * 100_001), "answer_too_large"),
    "redirect": (body(b"", "302 Found", location="http://127.0.0.1:9/"), "redirected"),
    "page of a proxy": (body(PAGE, "502 Bad Gateway", content_type="text/html"), "server_error"),
    "traceback": (body({"error": {"message": TRACE}}, "500 Oh"), "server_error"),
}
NO_TEXTS = {
    "empty object": (body({}), "empty_answer"),
    "error": (body({"error": {"message": "Try again."}}), "unreadable_response"),
}


@pytest.mark.parametrize(
    ("wire", "fault"),
    [*zip(itertools.cycle(WIRES), NO_ANSWERS), *itertools.product(WIRES, NO_TEXTS)],
)
def test_answer_that_is_none_is_worth_another_try_and_shows_nothing_of_the_server(ask, wire, fault):
    respond, error_class = (NO_ANSWERS | NO_TEXTS)[fault]

    outcome, server = ask(wire, respond)

    assert (outcome.status, outcome.error_class) == ("retryable", error_class), outcome
    assert len(server.asked) == 1 and outcome.error_message and outcome.raw == {}
    assert not any(
        word in str(outcome.error_message) for word in ("<", "/srv", "Traceback", "httpcore", "Error(", "line")
    )


@each_wire
def test_refusal_is_final_and_keeps_its_words(ask, wire):
    outcome, server = ask(wire, body(REFUSALS[wire] | USAGE[wire]))
    by_policy, other = ask(wire, body({"error": POLICY[wire]}, "400 Bad Request"))

    assert (outcome.status, outcome.error_class, str(outcome.error_message)) == ("fatal", "refused", "Not this.")
    assert outcome.usage.prompt_tokens == 3 and len(server.asked) == len(other.asked) == 1
    assert (by_policy.status, by_policy.error_class) == ("fatal", "refused")
    assert str(by_policy.error_message) == POLICY[wire]["message"]


@each_wire
def test_error_with_a_status_of_success_counts_as_the_one_it_names_and_the_time_to_wait_is_read(ask, wire):
    outcome, _ = ask(wire, body({"error": {"code": 429, "message": "Slow down."}}))
    told, _ = ask(wire, body({"error": {"message": "Slow."}}, "429 Too Many", retry_after="7"))

    assert (outcome.status, outcome.error_class) == ("retryable", "rate_limited")
    assert str(outcome.error_message).endswith("The provider: Slow down.")
    assert (told.error_class, told.retry_after_seconds) == ("rate_limited", 7.0)


def test_host_with_a_private_address_is_not_asked(monkeypatch):
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")
    asked = completion.form_of(call())
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://listed.example")
    monkeypatch.setattr(completion, "_new_form", lambda kind: asked)

    outcome = completion.complete(call())

    assert (outcome.status, outcome.error_class) == ("blocked", "address_refused")
    assert "EVALHUB_STATIC_HOSTS" in str(outcome.error_message) and "127.0.0.1" not in str(outcome.error_message)
