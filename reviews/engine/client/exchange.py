"""One exchange with a language model: what is asked (LLMCall) and what came of it (Outcome)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from pydantic import BaseModel

from evalhub.lib import reasons
from evalhub.lib.reasons import Reason

OK = "ok"
RETRYABLE = "retryable"
FATAL = "fatal"
BLOCKED = "blocked"


@dataclass(frozen=True)
class LLMCall:
    """A request without keys and addresses: those are looked up when it is sent.

    `messages` are dicts with `role` and `content`; `response_format` is the Pydantic class of the answer or None
    for free text; with `text_allowed` a text that is no JSON is an answer too. `more_tokens` marks the one repetition
    that a cut-off answer is given. `top_logprobs`: how many of the likeliest tokens of each place the provider is to
    tell, if it can. A call that `embeds` asks for a vector of each message's text, and for no words.
    """

    model: str
    messages: tuple[Mapping[str, str], ...]
    response_format: type[BaseModel] | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    timeout_seconds: float = 120.0
    max_tokens: int = 2000
    more_tokens: bool = False
    text_allowed: bool = False
    embeds: bool = False
    top_logprobs: int = 0

    def with_messages(self, messages):
        """The same call with other texts."""
        return replace(self, messages=messages)

    def with_more_tokens(self):
        """The same call with twice the room for the answer."""
        return replace(self, max_tokens=self.max_tokens * 2, more_tokens=True)


MOST_TOKENS = 100_000_000  # ten times what any model takes: a larger count is a mistake of the provider


@dataclass(frozen=True)
class Usage:
    """Tokens as the provider counted them; None where it did not say, or where no call can have taken so many.

    `prompt_tokens` includes `cached` (read from the provider's cache) and `cache_written`;
    `completion_tokens` includes `reasoning`. A part that is absurd makes the whole unknown.
    """

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached: int = 0
    cache_written: int = 0
    reasoning: int = 0

    def __post_init__(self):
        self._check("prompt_tokens", "cached", "cache_written")
        self._check("completion_tokens", "reasoning")

    def _check(self, whole, *parts):
        counts = {name: _count(getattr(self, name)) for name in (whole, *parts)}
        if None in counts.values():
            counts = {whole: None} | dict.fromkeys(parts, 0)
        for name, count in counts.items():
            object.__setattr__(self, name, count)


def _count(value):
    """A count of tokens as an integer, or None for what is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS
    return int(value) if is_number and value == int(value) else None


@dataclass(frozen=True)
class PriceUsed:
    """One entry of a price list: `rates` in USD per token by litellm's names, `source` the list and its version."""

    model: str
    rates: Mapping[str, float]
    source: str


@dataclass(frozen=True)
class Outcome:
    """What came of a call; a failure is a status with a reason and never carries a score.

    `status`: ok, retryable (worth another attempt), fatal (never for this request), blocked (for no request
    until somebody mends the key or the account). `parsed` is the JSON object of the answer, `parsed_from` how it
    was found: json, fenced, or empty. `cost_usd` is None unless `cost_status` is priced; unpriced means no known
    price, unknown means that no tokens were reported. `price` is what it was counted with: the model's name in the
    list, its rates and the list's name. `thinking` is what the provider tells of the model's reasoning.
    `raise_max_tokens` asks for `LLMCall.with_more_tokens`. An `error_message` may be given as a text.
    """

    status: str
    text: str = ""
    parsed: dict | None = None
    parsed_from: str = ""
    error_class: str = ""
    error_message: Reason | None = None
    retry_after_seconds: float | None = None
    raise_max_tokens: bool = False
    usage: Usage = Usage()
    cost_usd: Decimal | None = None
    cost_status: str = "unknown"
    price: PriceUsed | None = None
    thinking: str = ""
    latency_ms: int = 0
    model_returned: str = ""
    simulated: bool = False
    finish_reason: str = ""
    dropped_parameters: tuple[str, ...] = ()
    raw: dict = field(default_factory=dict)

    def __post_init__(self):
        object.__setattr__(self, "error_message", reasons.of(self.error_message))
