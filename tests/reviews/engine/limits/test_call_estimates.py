"""What a call may take, before it is sent."""

from reviews.engine.client.exchange import LLMCall
from reviews.engine.limits.call_estimates import estimate


def call(*texts, max_tokens=2000):
    messages = tuple({"role": "user", "content": text} for text in texts)
    return LLMCall(model="openai/gpt-4o", messages=messages, max_tokens=max_tokens)


def test_tokens_are_four_bytes_and_nothing_is_free():
    assert estimate(call("a" * 400, "b" * 41)) == (100 + 11 + 2 * 4, 500)

    assert estimate(call("漢" * 400))[0] > 2 * estimate(call("a" * 400))[0]

    assert estimate(call("", max_tokens=1)) == (4, 1)
