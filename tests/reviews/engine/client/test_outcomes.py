"""Outcome of the language-model client."""

from decimal import Decimal

from pydantic import BaseModel

from evalhub.lib.reasons import PROVIDER
from reviews.engine.client import failures
from reviews.engine.client.endpoints import Endpoint
from reviews.engine.client.exchange import Usage
from reviews.engine.client.outcomes import LLMCall, PriceList, is_simulated, of_answer, of_error, of_failure
from reviews.engine.client.wires.base import LENGTH, REFUSED, STOP, Answer

ENDPOINT = Endpoint("openai", "openai/gpt-x", api_key="the-secret-key")
PRICES = {"gpt-x": {"input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06}}


class Anything(BaseModel):
    a: int


def answer(text='{"a": 1}', finish=STOP, **overrides):
    given = {"usage": Usage(100, 10), "model": "gpt-x-0601", "raw": {"text": text}, **overrides}
    return Answer(text=text, finish=finish, **given)


def outcome(given, endpoint=ENDPOINT, simulated=False, **call):
    call = {"response_format": Anything, "max_tokens": 50, **call}
    prices = PriceList(PRICES, "a list")
    return of_answer(
        given, LLMCall("gpt-x", (), **call), endpoint, price_list=prices, simulated=simulated, latency_ms=5
    )


def test_answers_are_parsed_counted_and_priced_also_in_a_fence():
    result = outcome(answer())
    assert (result.status, result.parsed, result.parsed_from) == ("ok", {"a": 1}, "json")
    assert (result.usage.prompt_tokens, result.usage.completion_tokens) == (100, 10)
    assert (result.cost_usd, result.cost_status) == (Decimal("0.00012"), "priced")
    assert (result.model_returned, result.finish_reason, result.latency_ms) == ("gpt-x-0601", "stop", 5)

    result = outcome(answer('Sure:\n```json\n{"a": 2}\n```\nDone.'))
    assert (result.parsed, result.parsed_from) == ({"a": 2}, "fenced")


def test_a_failed_answer_has_a_reason_and_no_content():
    for given, status, error_class in [
        (answer(finish=LENGTH), "retryable", "answer_truncated"),
        (answer(finish=REFUSED), "fatal", "refused"),
        (answer(finish=REFUSED, refusal="I will not."), "fatal", "refused"),
        (answer("no json"), "retryable", "unparsable_answer"),
        (answer("[1]"), "retryable", "unparsable_answer"),
        (answer('{"a": NaN}'), "retryable", "unparsable_answer"),
        (answer(""), "retryable", "empty_answer"),
        (answer("", is_empty=True), "retryable", "empty_answer"),
    ]:
        result = outcome(given)

        assert (result.status, result.error_class, result.parsed) == (status, error_class, None)
        assert result.error_message, (given, status, error_class)
        assert result.cost_status == "priced", (given, status, error_class)


def test_cut_off_and_simulated_answers():
    first = outcome(answer(finish=LENGTH))
    again = LLMCall("gpt-x", (), max_tokens=50).with_more_tokens()
    second = outcome(answer(finish=LENGTH), max_tokens=again.max_tokens, more_tokens=again.more_tokens)
    assert first.raise_max_tokens and again.max_tokens == 100
    assert (second.status, second.raise_max_tokens) == ("fatal", False)

    for given, headers in [
        (answer(model="gpt-4o-simulated"), {}),
        (answer(raw={"system_fingerprint": "evalhub-simulated"}), {}),
        (answer(), {"x-evalhub-simulated": "1"}),
    ]:
        assert is_simulated(given, ENDPOINT, headers), given
    assert not is_simulated(answer(), ENDPOINT, {"x": "1"})
    result = outcome(answer(), simulated=True)
    assert (result.simulated, result.cost_usd, result.cost_status) == (True, None, "unpriced")


def test_refusals_and_failures_are_told_in_whose_words():
    assert outcome(answer(finish=REFUSED, refusal="I will not.")).error_message == PROVIDER("I will not.")
    assert "content filter" in str(outcome(answer(finish=REFUSED)).error_message)
    page = outcome(answer(finish=REFUSED, refusal="<html>/srv/app/main.py</html>"))
    assert "content filter" in str(page.error_message)

    limited = failures.Failure("retryable", "rate_limited")
    result = of_failure(limited, ENDPOINT, said="Slow down.", status_code=429, retry_after_seconds=3.0)
    assert str(result.error_message) == (
        "The provider takes no more requests at present (HTTP 429). The provider: Slow down."
    )
    assert (result.status, result.retry_after_seconds) == ("retryable", 3.0)


def test_what_is_kept_of_an_answer_is_safe_and_honest():
    rows = {"data": [{"index": 0, "embedding": [1.0]}]}
    assert outcome(answer("", raw=rows), embeds=True).status == "ok"
    assert outcome(answer("", raw={"data": []}), embeds=True).error_class == "empty_answer"

    result = outcome(answer(usage=Usage()))
    assert (result.usage.prompt_tokens, result.cost_status) == (None, "unknown")

    result = outcome(answer("nul \x00 and \ud800"), response_format=None)
    assert result.text == "nul \ufffd and \ufffd"
    assert result.raw == {"text": "nul \ufffd and \ufffd"}

    failed = of_error(ValueError('{"error": {"message": "No: the-secret-key"}}'), ENDPOINT)
    answered = outcome(answer('{"a": "the-secret-key"}'))
    assert "No: [key removed]" in str(failed.error_message)
    assert "the-secret-key" not in str(answered.raw)
