"""Outcome of the language-model client."""

from decimal import Decimal
from types import SimpleNamespace

from pydantic import BaseModel

from reviews.llm.endpoints import Endpoint
from reviews.llm.outcome import LLMCall, PriceList, of_error, of_response

ENDPOINT = Endpoint("openai", "openai/gpt-x", api_key="the-secret-key")
PRICES = {"gpt-x": {"input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06}}


class Anything(BaseModel):
    a: int


class FakeResponse(SimpleNamespace):
    def model_dump(self, mode):
        return {"text": self.choices[0].message.content if self.choices else None}


def response(text='{"a": 1}', finish="stop", **overrides):
    message = SimpleNamespace(content=text, refusal=overrides.pop("refusal", None))
    usage = SimpleNamespace(prompt_tokens=100, completion_tokens=10)
    values = {
        "choices": [SimpleNamespace(message=message, finish_reason=finish)],
        "usage": usage,
        "model": "gpt-x-0601",
    }
    return FakeResponse(**{**values, **overrides})


def outcome(answer, endpoint=ENDPOINT, **call):
    call = {"response_format": Anything, "max_tokens": 50, **call}
    prices = PriceList(PRICES, "a list")
    return of_response(answer, LLMCall("gpt-x", (), **call), endpoint, price_list=prices, latency_ms=5)


def test_an_answer_is_parsed_counted_and_priced():
    result = outcome(response())

    assert (result.status, result.parsed, result.parsed_from) == ("ok", {"a": 1}, "json")
    assert (result.usage.prompt_tokens, result.usage.completion_tokens) == (100, 10)
    assert (result.cost_usd, result.cost_status) == (Decimal("0.00012"), "priced")
    assert (result.model_returned, result.finish_reason, result.latency_ms) == ("gpt-x-0601", "stop", 5)


def test_a_single_fenced_object_is_accepted_and_recorded():
    result = outcome(response('Sure:\n```json\n{"a": 2}\n```\nDone.'))

    assert (result.parsed, result.parsed_from) == ({"a": 2}, "fenced")


def test_a_failed_answer_has_a_reason_and_no_content():
    for answer, status, error_class in [
        (response(finish="length"), "retryable", "answer_truncated"),
        (response(finish="content_filter"), "fatal", "refused"),
        (response(refusal="I will not."), "fatal", "refused"),
        (response("no json"), "retryable", "unparsable_answer"),
        (response("[1]"), "retryable", "unparsable_answer"),
        (response('{"a": NaN}'), "retryable", "unparsable_answer"),
        (response(""), "retryable", "empty_answer"),
        (response(None), "retryable", "empty_answer"),
        (response(choices=[]), "retryable", "empty_answer"),
    ]:
        result = outcome(answer)

        assert (result.status, result.error_class, result.parsed) == (status, error_class, None)
        assert result.error_message, (answer, status, error_class)
        assert result.cost_status == "priced", (answer, status, error_class)


def test_a_cut_off_answer_gets_twice_the_room_once():
    first = outcome(response(finish="length"))
    again = LLMCall("gpt-x", (), max_tokens=50).with_more_tokens()
    second = outcome(response(finish="length"), max_tokens=again.max_tokens, more_tokens=again.more_tokens)

    assert first.raise_max_tokens and again.max_tokens == 100
    assert (second.status, second.raise_max_tokens) == ("fatal", False)


def test_a_simulated_answer_is_known_by_its_marks_and_has_no_cost():
    for overrides in [
        {"model": "gpt-4o-simulated"},
        {"system_fingerprint": "evalhub-simulated"},
        {"_hidden_params": {"additional_headers": {"llm_provider-x-evalhub-simulated": "1"}}},
    ]:
        result = outcome(response(**overrides))

        assert (result.simulated, result.cost_usd, result.cost_status) == (True, None, "unpriced"), overrides


def test_unreported_usage_is_none_and_not_zero():
    result = outcome(response(usage=None))

    assert (result.usage.prompt_tokens, result.cost_status) == (None, "unknown")


def test_characters_that_cannot_be_stored_are_replaced():
    result = outcome(response("nul \x00 and \ud800"), response_format=None)

    assert result.text == "nul \ufffd and \ufffd"
    assert result.raw == {"text": "nul \ufffd and \ufffd"}


def test_errors_and_raw_answers_do_not_carry_the_key():
    failed = of_error(ValueError("refused the-secret-key"), ENDPOINT)
    answered = outcome(response('{"a": "the-secret-key"}'))

    assert "the-secret-key" not in failed.error_message
    assert "the-secret-key" not in str(answered.raw)
