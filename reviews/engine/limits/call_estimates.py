"""What a request would take from the limits, and what pacing answers."""

import uuid
from dataclasses import dataclass

from evalhub.lib.reasons import Reason
from reviews.engine.limits.token_buckets import BucketDemand

BYTES_PER_TOKEN = 4
TOKENS_PER_MESSAGE = 4
USED_SHARE_OF_MAX_TOKENS = 0.25


@dataclass(frozen=True)
class CallEstimate:
    """One request's estimates. `provider` and `model` as `reviews.engine.client.endpoints.resolve` names them;
    `profile` is a rate limit profile's name, "" for the standard one.
    """

    organization_id: uuid.UUID
    provider: str
    model: str
    profile: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True)
class Grant:
    """The request may be sent now. Every Grant is settled, whatever became of it.

    `ask` is what was taken from its bucket, None where there is no limit. `is_probe`: the one try that decides
    whether a blocked model can be asked again.
    """

    want: CallEstimate
    ask: BucketDemand | None = None
    is_probe: bool = False


@dataclass(frozen=True)
class Refusal:
    """Not now: `seconds` until it may fit, and why, for people."""

    want: CallEstimate
    seconds: float
    reason: Reason


def estimate(call):
    """(input tokens, output tokens) that an LLMCall may take: a token per four bytes, and a share of its limit.

    Answers stay far below `max_tokens`; what is really used comes in by `rate_limiter.correct`.
    """
    size = sum(len(message["content"].encode()) for message in call.messages)
    input_tokens = -(-size // BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * len(call.messages)
    return input_tokens, max(int(call.max_tokens * USED_SHARE_OF_MAX_TOKENS), 1)
