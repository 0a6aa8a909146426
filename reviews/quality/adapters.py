"""What a language model looks like to a grading: an adapter takes a prompt and a RunConfig, gives an LLMResponse."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from evalhub.lib.errors import EvalHubError
from reviews.quality.errors import InvalidGrading


class LLMError(EvalHubError):
    """A model was asked in vain."""

    status = 502
    code = "llm_failed"


class LLMConfigurationError(LLMError):
    """No key, no address, or a setting that the model does not take: nothing was sent."""

    code = "llm_not_configured"


class LLMAPIError(LLMError):
    """The provider refused; `status_code` is its HTTP status, None where it gave none."""

    code = "llm_refused"

    def __init__(self, message, *, status_code=None, **more):
        super().__init__(message, **more)
        self.status_code = status_code


class LLMRateLimitError(LLMAPIError):
    code = "llm_rate_limited"

    def __init__(self, message, *, status_code=429, **more):
        super().__init__(message, status_code=status_code, **more)


class LLMTimeoutError(LLMError):
    code = "llm_timeout"


class LLMSubprocessError(LLMError):
    """A model that runs as a program here ended without an answer."""

    code = "llm_subprocess_failed"


class LLMBudgetExceededError(LLMError):
    """The budget tracker of the run had nothing left for the call."""

    code = "llm_budget_exceeded"


@dataclass(frozen=True)
class RunConfig:
    """How a model is asked; None is the adapter's own choice. Nobody changes one: `dataclasses.replace` makes another.

    `model_params` holds what providers share under one name (`json_schema`, `seed`, `top_p`); `budget_tracker` is the
    caller's own object, which an adapter charges.
    """

    temperature: float | None = None
    max_tokens: int | None = None
    max_depth: int | None = None
    timeout_seconds: float | None = None
    model_params: Mapping[str, object] = field(default_factory=dict)
    budget_tracker: object = None

    def unbudgeted(self, **changes):
        """The same without the caller's budget tracker: what a judge or a shadow asks is not charged to the caller."""
        return replace(self, budget_tracker=None, **changes)


@dataclass(frozen=True)
class LLMResponse:
    """What a model said. An adapter puts `provider` and `latency_seconds` into `metadata`.

    `usage` has `prompt_tokens` and `completion_tokens` where the provider counted. InvalidGrading without a text: an
    adapter raises an LLMError where the model said nothing.
    """

    content: str
    metadata: Mapping[str, object] = field(default_factory=dict)
    usage: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self):
        if not isinstance(self.content, str) or not self.content.strip():
            raise InvalidGrading(f"The content of a response is {self.content!r}. Valid: a text that is not empty.")


@runtime_checkable
class LLMAdapter(Protocol):
    """One model with its settings, by name.

    `execute_prompt` answers with a text or raises an LLMError, keeps to `timeout_seconds` and leaves the config as it
    is. `validate_config` is advice: it asks nobody and changes nothing.
    """

    def execute_prompt(self, prompt: str, config: RunConfig) -> LLMResponse: ...

    def validate_config(self, config: RunConfig) -> bool: ...
