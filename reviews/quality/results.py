"""What a grading comes to, and what judges and graders are."""

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from reviews.quality.adapters import LLMAdapter, LLMResponse, RunConfig
from reviews.quality.errors import InvalidGrading


def checked_score(value):
    """The score as a float; InvalidGrading unless it is a number from 0 to 1. Nothing is clamped."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not 0 <= value <= 1:
        raise InvalidGrading(f"quality_score is {value!r}. Valid: a number from 0.0 to 1.0.")
    return float(value)


@dataclass(frozen=True)
class GradingResult:
    """How good the candidate's response is beside the baseline's, from 0 to 1, by which grader.

    InvalidGrading, a ValueError, for a score outside 0 to 1 or a blank `grader_id`.
    """

    quality_score: float
    notes: str
    grader_id: str
    baseline_response: LLMResponse
    candidate_response: LLMResponse

    def __post_init__(self):
        object.__setattr__(self, "quality_score", checked_score(self.quality_score))
        if not isinstance(self.grader_id, str) or not self.grader_id.strip():
            raise InvalidGrading(f"grader_id is {self.grader_id!r}. Valid: a name that is not empty.")
        object.__setattr__(self, "notes", "" if self.notes is None else str(self.notes))


@runtime_checkable
class Judge(Protocol):
    """Compares two responses to one prompt. `grader_id` names the judge with all that its scores depend on."""

    grader_id: str

    def judge(
        self, baseline_response: LLMResponse, candidate_response: LLMResponse, *, prompt: str, run_config: RunConfig
    ) -> GradingResult: ...


@runtime_checkable
class BaselineGrader(Protocol):
    """Asks both models and has their responses compared."""

    def grade(
        self, baseline_adapter: LLMAdapter, candidate_adapter: LLMAdapter, prompt: str, run_config: RunConfig
    ) -> GradingResult: ...
