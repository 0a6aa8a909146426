"""One review of one job by one model: the call that asks for it, and the exact reading of what comes back."""

import functools
import math
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from evalhub.lib import reasons
from evalhub.lib.reasons import Reason, define
from evalhub.lib.translation import gettext, gettext_noop
from reviews.engine.client.exchange import OK, LLMCall
from reviews.jobs.errors import ConfigInvalid, JobError
from reviews.jobs.methods import framing
from reviews.jobs.methods.prompt import refused_as_config
from reviews.jobs.results import ReviewDimension
from reviews.scorers.judges.reasons import ARTIFACT_LEAKED, NO_MODEL_ANSWER, WRONG_CASE
from reviews.scorers.parsers.numbers import WrittenShare
from reviews.scorers.prompts.prompt import marks_of
from reviews.scorers.prompts.rendering import render_each

JUSTIFICATION = define(
    "review_justification",
    gettext_noop("The justification of %(name)s has %(n)s characters. Valid: 1 to %(most)s, not blank."),
)
QUOTES = define("review_quotes", gettext_noop("The dimension %(name)s has %(n)s quotes. Valid: at most %(most)s."))
MISSING = define("review_missing", gettext_noop("The answer lacks %(names)s."))
UNKNOWN = define("review_unknown", gettext_noop("The answer has the unknown %(names)s."))
DOUBLED = define("review_doubled", gettext_noop("The answer has more than once %(names)s."))
DIMENSIONS = define("review_dimensions", gettext_noop("Valid: %(names)s, each once."))
SHAPE = define("review_shape", gettext_noop("In the answer %(place)s is %(met)s: %(problem)s."))
PARSER_VERSION = "method-review-2"
LARGEST_ARTIFACT = 1_000_000  # characters; far more than the models of today read
LONGEST_JUSTIFICATION = 10_000
MOST_QUOTES = 20  # per dimension; each is looked up in the whole artifact
ASKED_QUOTES = 3
LONGEST_ON_ONE_LINE = 200


class ReviewedDimension(BaseModel):
    """One score with its reasons, as a model gives it; what nobody asked for is passed over."""

    model_config = ConfigDict(strict=True)

    name: str
    score: WrittenShare
    justification: str
    quotes: list[str] = []


class ReviewResponse(BaseModel):
    """A whole review as a model gives it. `case_ref` is the reference of the case, copied."""

    model_config = ConfigDict(strict=True)

    dimensions: list[ReviewedDimension]
    overall: WrittenShare
    case_ref: str = ""


@dataclass(frozen=True)
class ReviewReading:
    """The ReviewDimensions in the prompt's order and the reported overall, or the reason why there are none.

    `checks` are what the reviewer went through before the scores, in versions that ask for it.

    `error_class`: what the provider's failure was, or no_answer, wrong_case, canary_leaked, invalid_shape,
    wrong_dimensions, invalid_justification, too_many_quotes. Empty when the review is complete.
    """

    dimensions: tuple[ReviewDimension, ...] = ()
    overall: float | None = None
    checks: tuple = ()
    error_class: str = ""
    reason: Reason | None = None

    @property
    def is_complete(self):
        return not self.error_class

    @property
    def overall_mean(self):
        """The mean of the dimensions' scores, None without any."""
        if not self.dimensions:
            return None
        return math.fsum(dimension.score for dimension in self.dimensions) / len(self.dimensions)


@dataclass(frozen=True)
class ReviewEngine:
    """A prompt and a knowledge put to any model about any job; `is_shipped`: the prompt is a file of the project."""

    prompt: object
    knowledge: str
    is_shipped: bool = False

    parser_version = PARSER_VERSION
    framing = framing

    def prepare(self, payload, *, model, parameters=None, max_tokens=4096, timeout_seconds=120.0):
        """The LLMCall about an ArtifactPayload; a parameter of None is left out. JobError config_invalid or
        artifact_invalid says what cannot be asked."""
        marks = self._marks(payload)
        system, user = self._filled(payload, framing.fenced(payload.artifact_text, marks))
        messages = (
            {
                "role": "system",
                "content": self.framing.system_text(system, self.prompt.dimensions, quotes=ASKED_QUOTES),
            },
            {"role": "user", "content": self.user_text(user, marks, payload)},
        )
        return LLMCall(
            model=model,
            messages=messages,
            response_format=self.response_format(),
            parameters={name: value for name, value in (parameters or {}).items() if value is not None},
            timeout_seconds=timeout_seconds,
            max_tokens=max_tokens,
        )

    def read(self, outcome, payload):
        """The ReviewReading of an Outcome: all dimensions as asked, or none. Nothing is clamped or guessed."""
        if outcome.status != OK or outcome.parsed is None:
            reason = outcome.error_message or NO_MODEL_ANSWER()
            return ReviewReading(error_class=outcome.error_class or "no_answer", reason=reason)
        marks = self._marks(payload)
        if outcome.parsed.get("case_ref") != marks.case_ref:
            return _unreadable("wrong_case", WRONG_CASE())
        if marks.canary in outcome.text:
            return _unreadable("canary_leaked", ARTIFACT_LEAKED())
        try:
            return self.reading(outcome.parsed)
        except ValidationError as error:
            return _unreadable("invalid_shape", _first_problem(error))

    def user_text(self, own, marks, payload):
        """The user message around the prompt's own text."""
        return self.framing.user_text(own, marks)

    def response_format(self):
        """The class of a structured answer."""
        return response_class(self.prompt.dimensions)

    def reading(self, parsed):
        """The ReviewReading of an answer about this case; a pydantic ValidationError for another shape."""
        return reading_of(ReviewResponse.model_validate(parsed), self.prompt.dimensions)

    def _marks(self, payload):
        """The same at every try; other words for another job, prompt or knowledge."""
        parts = [
            payload.initiative_id,
            payload.model_type,
            payload.artifact_text,
            self.prompt.system,
            self.prompt.user,
            self.knowledge,
        ]
        return marks_of([*parts, payload.metadata] if payload.metadata else parts)

    def _filled(self, payload, artifact):
        """The prompt's own (system, user) texts."""
        if len(payload.artifact_text) > LARGEST_ARTIFACT:
            words = gettext("The artifact has %(met)s characters. Valid: at most %(most)s.")
            message = words % {"met": len(payload.artifact_text), "most": LARGEST_ARTIFACT}
            raise JobError(message, category="artifact_invalid", field="files")
        # What the method's reviewer found besides, for the user template; a text is data, fenced where it is long.
        marks = self._marks(payload)
        values = {name: _shown(name, value, marks) for name, value in payload.metadata.items()} | {
            "artifact": artifact,
            "model_type": payload.model_type,
            "sample_size": payload.sample_size,
            "knowledge_context": self.knowledge,
            "dimensions": list(self.prompt.dimensions),
        }
        templates = {"system": self.prompt.system, "user": self.prompt.user}
        with refused_as_config():
            texts = render_each(templates, values, is_shipped=self.is_shipped)
        if artifact not in texts["user"]:
            message = gettext("The template user changes or drops the artifact. Valid: {{ artifact }} unchanged.")
            raise ConfigInvalid(message, field="user")
        return texts["system"], texts["user"]


@functools.lru_cache(maxsize=64)
def response_class(dimensions):
    """The class of a structured answer about these dimensions, without defaults, which some providers refuse."""
    closed = ConfigDict(extra="forbid")
    score = Annotated[float, Field(ge=0, le=1)]
    dimension = create_model(
        "DimensionReview",
        __config__=closed,
        name=(Literal[dimensions], Field(description="The dimension.")),
        justification=(str, Field(description="One to four sentences, before the score.")),
        quotes=(list[str], Field(description="Verbatim passages of the artifact; empty if none fits.")),
        score=(score, Field(description="From 0 to 1.")),
    )
    return create_model(
        "MethodReview",
        __config__=closed,
        case_ref=(str, Field(description="The case reference, copied.")),
        dimensions=(list[dimension], Field(description="One object per dimension, in the order listed.")),
        overall=(score, Field(description="From 0 to 1: the whole.")),
    )


def reading_of(response, expected):
    """The ReviewReading of a ReviewResponse about the expected dimensions."""
    given = [dimension.name for dimension in response.dimensions]
    if sorted(given) != sorted(expected):
        return _unreadable("wrong_dimensions", _difference(given, expected))
    for dimension in response.dimensions:
        if not dimension.justification.strip() or len(dimension.justification) > LONGEST_JUSTIFICATION:
            return _unreadable(
                "invalid_justification",
                JUSTIFICATION(name=dimension.name, n=len(dimension.justification), most=LONGEST_JUSTIFICATION),
            )
        if len(dimension.quotes) > MOST_QUOTES:
            return _unreadable(
                "too_many_quotes",
                QUOTES(name=dimension.name, n=len(dimension.quotes), most=MOST_QUOTES),
            )
    by_name = {dimension.name: dimension for dimension in response.dimensions}
    return ReviewReading(
        tuple(
            ReviewDimension(
                name=name,
                score=by_name[name].score,
                justification=by_name[name].justification.strip(),
                quotes=tuple(quote for quote in by_name[name].quotes if quote.strip()),
            )
            for name in expected
        ),
        response.overall,
    )


def _shown(name, value, marks):
    """A value of a reviewer's metadata as a template gets it: a text on one line, or between markers as it is."""
    if not isinstance(value, str):
        return value
    is_short = len(value) <= LONGEST_ON_ONE_LINE and value.isprintable() and "[[" not in value
    return value if is_short else f"[[{marks.marker} begin {name}]]\n{value}\n[[{marks.marker} end {name}]]"


def _difference(given, expected):
    missing = [name for name in expected if name not in given]
    unknown = [name[:60] for name in given if name not in expected]
    doubled = sorted({name for name in expected if given.count(name) > 1})
    wrong = ((MISSING, missing), (UNKNOWN, unknown), (DOUBLED, doubled))
    found = [sentence(names=", ".join(names[:5])) for sentence, names in wrong if names]
    return reasons.joined([*found, DIMENSIONS(names=", ".join(expected))])


def _unreadable(error_class, reason):
    return ReviewReading(error_class=error_class, reason=reason)


def _first_problem(error):
    first = error.errors(include_url=False, include_input=True)[0]
    place, met = ".".join(str(part) for part in first["loc"]), repr(first["input"])
    return SHAPE(place=place or "JSON", met=met if len(met) <= 80 else met[:80] + "…", problem=first["msg"])
