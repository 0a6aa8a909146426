"""Version 3 of a review: computed facts in the question, and checks, quotes and reasons before every score."""

import functools
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from reviews.jobs.methods import framing_3
from reviews.jobs.methods.facts import facts_of
from reviews.jobs.methods.review import LONGEST_JUSTIFICATION, ReviewEngine, ReviewResponse, reading_of

PARSER_VERSION = "method-review-3"
MOST_CHECKS = 60
LONGEST_CHECK = 1000


class ReviewedCheck(BaseModel):
    """What a reviewer held against each other, and what came of it."""

    model_config = ConfigDict(strict=True)

    check: Annotated[str, Field(max_length=LONGEST_CHECK)]
    finding: Annotated[str, Field(max_length=LONGEST_CHECK)] = ""
    passed: Literal["yes", "no", "cannot_tell"]

    def line(self):
        return f"{self.check.strip()}: {self.passed.replace('_', ' ')}. {self.finding.strip()}".strip()


class CheckedResponse(ReviewResponse):
    """A whole review with the checks that came before its scores."""

    checks: Annotated[list[ReviewedCheck], Field(max_length=MOST_CHECKS)]


@dataclass(frozen=True)
class CheckedReviewEngine(ReviewEngine):
    """A ReviewEngine whose model is given what code can compute, and scores after it has gone through it."""

    parser_version = PARSER_VERSION
    framing = framing_3

    def user_text(self, own, marks, payload):
        return framing_3.user_text(own, marks, facts_of(payload.artifact_text))

    def response_format(self):
        return checked_class(self.prompt.dimensions)

    def reading(self, parsed):
        response = CheckedResponse.model_validate(parsed)
        found = reading_of(response, self.prompt.dimensions)
        return replace(found, checks=tuple(response.checks)) if found.is_complete else found


def as_text(checks):
    """ReviewedChecks as the text that is kept beside the overall score."""
    return "\n".join(check.line() for check in checks)[:LONGEST_JUSTIFICATION]


@functools.lru_cache(maxsize=64)
def checked_class(dimensions):
    """The class of a structured answer about these dimensions, its properties in the order they are to be written."""
    closed = ConfigDict(extra="forbid")
    score = Annotated[float, Field(ge=0, le=1)]
    check = create_model(
        "Check",
        __config__=closed,
        check=(str, Field(description="What was compared, in a few words.")),
        finding=(str, Field(description="One sentence with the figures.")),
        passed=(Literal["yes", "no", "cannot_tell"], Field(description="Whether it holds.")),
    )
    dimension = create_model(
        "DimensionReview",
        __config__=closed,
        name=(Literal[dimensions], Field(description="The dimension.")),
        quotes=(list[str], Field(description="Verbatim passages of the artifact; empty if none fits.")),
        justification=(str, Field(description="One to four sentences on what was quoted and checked.")),
        score=(score, Field(description="From 0 to 1, after the justification.")),
    )
    return create_model(
        "MethodReview",
        __config__=closed,
        case_ref=(str, Field(description="The case reference, copied.")),
        checks=(list[check], Field(description="What was compared, before any score.")),
        dimensions=(list[dimension], Field(description="One object per dimension, in the order listed.")),
        overall=(score, Field(description="From 0 to 1: the whole, judged by itself and last.")),
    )
