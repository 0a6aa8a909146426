"""What a judge gives back: an answer per question, or the reason why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalhub.lib import reasons


@dataclass(frozen=True)
class AnswerReading:
    """`value` is None exactly when `abstained`; `confidence` is within 0 and 1, or None if none was given.

    `number` is the exact one where the value is the nearest of the scale; `details` go with the judgement.
    """

    value: object
    justification: str
    quotes: tuple[str, ...] = ()
    confidence: float | None = None
    abstained: bool = False
    number: float | None = None
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadingError:
    """`question` is the key, or None when the whole answer is meant; `blocking` if the form cannot be handed in.

    Codes: no_answer, wrong_case, canary_leaked, unknown_field, missing, invalid_shape, invalid_value,
    invalid_confidence, too_many_quotes.
    """

    code: str
    message: str
    question: str | None = None
    blocking: bool = True


@dataclass(frozen=True)
class Reading:
    """`recovered` says how the answer was found when it was not plain JSON: fenced, or empty."""

    answers: Mapping[str, AnswerReading] = field(default_factory=dict)
    errors: tuple[ReadingError, ...] = ()
    recovered: str = ""

    @property
    def is_complete(self):
        """Every required question is answered or abstained from, and nothing spoils the case as a whole."""
        return not any(error.blocking for error in self.errors)

    @property
    def problems(self):
        """{question key: why it has no answer} of the questions whose answer cannot be used."""
        return {error.question: error.message for error in self.errors if error.question is not None}

    def reason(self):
        """The errors as one Reason."""
        return reasons.joined(error.message for error in self.errors)
