"""Whether and how a request is sent again."""

import pytest

from reviews.engine.client.exchange import FATAL, RETRYABLE, LLMCall
from reviews.engine.policy import RunPolicy
from reviews.engine.retries import MOST_REFUSED, Try, next_call, seconds_after_refusal, seconds_to_wait
from reviews.engine.stages.base import UNREADABLE, Finding

CALL = LLMCall("simulated-careful", ({"role": "user", "content": "Judge."},), max_tokens=100)
UNREAD = Try(UNREADABLE, "no_answer", "It is no JSON.", "Sure!")


def wait(status, *, attempts=1, unreadable=0):
    return seconds_to_wait(Finding(status), attempts=attempts, unreadable=unreadable, retry_after=None, most=4)


def test_retries_get_room_and_see_their_mistake():
    for tries in ([], [Try(RETRYABLE, "server_error", "500", "")], [UNREAD]):
        assert next_call(CALL, tries, RunPolicy()) == CALL

    assert next_call(CALL, [Try(RETRYABLE, "answer_truncated", "", "")], RunPolicy()).max_tokens == 200

    messages = next_call(CALL, [UNREAD, UNREAD], RunPolicy()).messages
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert messages[1]["content"] == "Sure!" and "It is no JSON." in messages[2]["content"]
    assert next_call(CALL, [UNREAD, UNREAD], RunPolicy(repair_after_failures=None)) == CALL


@pytest.mark.parametrize(
    ("status", "counts", "waits"),
    [
        (RETRYABLE, {"attempts": 3}, True),
        (RETRYABLE, {"attempts": 4}, False),
        (UNREADABLE, {"attempts": 2, "unreadable": 2}, True),
        (UNREADABLE, {"attempts": 3, "unreadable": 3}, False),
        (FATAL, {}, False),
    ],
)
def test_last_try_is_followed_by_none(status, counts, waits):
    assert (wait(status, **counts) is not None) == waits


def test_refusals_are_waited_out_for_long():
    assert seconds_after_refusal(1, 7.0) >= 7
    assert seconds_after_refusal(MOST_REFUSED, None) is None
