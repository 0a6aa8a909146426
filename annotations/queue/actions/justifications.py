"""What stands beside answers: the reason, how sure the annotator is, and quotes from the item."""

from dataclasses import dataclass, field

from annotations.labels import schema
from annotations.labels.base import invalid_labels
from annotations.labels.justifications import check_notes
from evalhub.lib.reasons import Reason

LONGEST_REASON = 10_000
LONGEST_QUOTE = 5_000
MOST_QUOTES = 50


@dataclass(frozen=True)
class AnswerNote:
    """What stands beside one answer: why, how sure, which quotes, or that the annotator abstained.

    `confidence` from 0 to 1. `failure`, a Reason, is why a scorer that abstained has no value. `number` is the exact
    one of a scorer whose value is the nearest of the scale, `details` is how it came to it. A quote is a text, or
    {"field", "start", "end", "quote"} with code-point offsets into the text of that field.
    """

    justification: str = ""
    confidence: float | None = None
    quotes: tuple = ()
    abstained: bool = False
    failure: Reason | None = None
    number: float | None = None
    details: dict = field(default_factory=dict)


def read(given):
    """{key: AnswerNote} of {key: {"justification", "quotes", "confidence"}}, as forms and drafts hold them."""
    return {
        key: AnswerNote(
            justification=note.get("justification") or "",
            quotes=tuple(note.get("quotes") or ()),
            confidence=note.get("confidence"),
        )
        for key, note in given.items()
    }


def dump(notes):
    """The JSON form that `read` takes; what is empty is left out."""
    rows = {
        key: {"justification": note.justification, "quotes": list(note.quotes), "confidence": note.confidence}
        for key, note in notes.items()
    }
    return {
        key: {name: value for name, value in row.items() if value not in ("", [], None)} for key, row in rows.items()
    }


def checked(*, form, answers, notes):
    """The notes of a person that are stored: those of questions that are not asked are dropped.

    InvalidInput, as of `schema.validate_answers`, names every question whose note cannot be kept or is missing.
    """
    known = {spec.key for spec in form.specs}
    asked = schema.visible(form.specs, answers) if form.is_conditional else known
    kept = {key: note for key, note in notes.items() if key in asked or key not in known}
    mistakes = {}
    for key, note in kept.items():
        mistake = _mistake(note, key in known, key in answers)
        if mistake:
            mistakes[key] = mistake
    if mistakes:
        raise invalid_labels(mistakes)
    check_notes(form.specs, answers, dump(kept))
    return kept


def _mistake(note, is_known, is_answered):
    if not is_known:
        return "No such question."
    if not is_answered and not note.abstained:
        return "There is a reason or a quote but no answer. Answer the question, or empty what stands beside it."
    if len(note.justification) > LONGEST_REASON:
        return f"The reason has {len(note.justification)} characters. Valid: up to {LONGEST_REASON}."
    if len(note.quotes) > MOST_QUOTES:
        return f"There are {len(note.quotes)} quotes. Valid: up to {MOST_QUOTES}."
    if any(len(text_of(quote)) > LONGEST_QUOTE for quote in note.quotes):
        return f"A quote is too long. Valid: up to {LONGEST_QUOTE} characters."
    if note.confidence is not None and not 0 <= note.confidence <= 1:
        return f"The confidence is {note.confidence}. Valid: 0 to 1."
    return ""


def text_of(quote):
    return quote if isinstance(quote, str) else quote["quote"]
