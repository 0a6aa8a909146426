"""Whether and how a request is sent again after what came of it so far; no database."""

import random
from dataclasses import dataclass

from reviews.engine.client import backoff
from reviews.engine.client.exchange import RETRYABLE
from reviews.engine.requests import repair
from reviews.engine.stages.base import UNREADABLE

LONGEST_REPAIRED = 20_000
MOST_UNREADABLE = 3  # a fourth try is money thrown away
MOST_REFUSED = 20  # as one too many, in a row: an hour and a half, by then it is no rate limit


@dataclass(frozen=True)
class Try:
    """What came of one call, and the text of the answer; `message` is what the model is told of its mistake."""

    status: str
    error_class: str
    message: str
    text: str


def next_call(call, tries, rules):
    """The call with what earlier tries ask for: more room for the answer, or a repair."""
    if any(each.error_class == "answer_truncated" for each in tries):
        call = call.with_more_tokens()
    unreadable = [each for each in tries if each.status == UNREADABLE]
    if rules.repair_after_failures is not None and len(unreadable) >= rules.repair_after_failures:
        call = _repaired(call, unreadable[-1])
    return call


def seconds_to_wait(finding, *, attempts, unreadable, retry_after, most):
    """Seconds before the next try after so many `attempts`, `unreadable` ones among them; None when it was the last."""
    if finding.status == UNREADABLE and unreadable < MOST_UNREADABLE:
        return backoff.next_delay(attempts, None, random.SystemRandom(), most=most)
    if finding.status == RETRYABLE:
        return backoff.next_delay(attempts, retry_after, random.SystemRandom(), most=most)
    return None


def seconds_after_refusal(refused, retry_after):
    """Seconds before a request that was refused as one too many, so often in a row, is sent again; None when it was so
    too often. It was not worked on, so it uses up no attempt.
    """
    return backoff.next_delay(refused, retry_after, random.SystemRandom(), most=MOST_REFUSED)


def _repaired(call, unreadable):
    """The call followed by the answer that could not be read and what was wrong with it."""
    if not unreadable.text.strip():
        return call
    asked = repair.message(unreadable.message)
    more = ({"role": "assistant", "content": unreadable.text[:LONGEST_REPAIRED]}, {"role": "user", "content": asked})
    return call.with_messages((*call.messages, *more))
