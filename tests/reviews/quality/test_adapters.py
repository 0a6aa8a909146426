"""Responses, run configs and the family of errors."""

import dataclasses

import pytest

from evalhub.lib.errors import EvalHubError
from reviews.grading import LLMAdapter, LLMResponse, RunConfig
from reviews.quality.adapters import (
    LLMAPIError,
    LLMBudgetExceededError,
    LLMConfigurationError,
    LLMError,
    LLMRateLimitError,
    LLMSubprocessError,
    LLMTimeoutError,
)
from tests.reviews.grading.world import Scripted


def test_response_has_a_text_and_unbudgeted_is_another_config_and_config_cannot_be_changed():
    for content in ["", "  \n", None, 7]:
        with pytest.raises(ValueError, match="content of a response"):
            LLMResponse(content)

    config = RunConfig(temperature=0.7, model_params={"top_p": 0.9}, budget_tracker=object())
    quiet = config.unbudgeted(temperature=0.0)
    assert (quiet.budget_tracker, quiet.temperature, quiet.model_params) == (None, 0.0, {"top_p": 0.9})
    assert config.temperature == 0.7 and config.budget_tracker is not None

    with pytest.raises(dataclasses.FrozenInstanceError):
        RunConfig().temperature = 1.0


@pytest.mark.parametrize(
    "kind",
    [
        LLMConfigurationError,
        LLMAPIError,
        LLMRateLimitError,
        LLMTimeoutError,
        LLMSubprocessError,
        LLMBudgetExceededError,
    ],
)
def test_every_failure_is_one_family(kind):
    error = kind("The model did not answer.")

    assert isinstance(error, LLMError) and isinstance(error, EvalHubError)
    assert error.code.startswith("llm_")


def test_refusals_know_their_http_status_and_adapter_is_a_protocol():
    assert LLMAPIError("No.", status_code=400).status_code == 400
    assert LLMRateLimitError("Slow down.").status_code == 429
    assert isinstance(LLMRateLimitError("Slow down."), LLMAPIError)

    assert isinstance(Scripted(), LLMAdapter)
    assert not isinstance(object(), LLMAdapter)
