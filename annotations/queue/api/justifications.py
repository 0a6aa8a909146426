"""Read what stands beside answers from an API body: reasons, confidences and quotes, each by question key."""

import math

from annotations.queue.actions.justifications import AnswerNote
from evalhub.lib.errors import InvalidInput

QUOTE_FIELDS = {"field": str, "start": int, "end": int, "quote": str}


def read(body):
    """{question key: AnswerNote} of `justifications`, `confidences` and `quotes`; InvalidInput names a wrong value."""
    justifications = _each(body, "justifications", _is_text, "a text")
    confidences = _each(body, "confidences", _is_number, "a number from 0 to 1")
    quotes = _each(body, "quotes", _are_quotes, "a list of texts or of {field, start, end, quote}")
    return {
        key: AnswerNote(
            justification=justifications.get(key, ""),
            confidence=confidences.get(key),
            quotes=tuple(quotes.get(key, ())),
        )
        for key in [*justifications, *confidences, *quotes]
    }


def _each(body, name, is_valid, valid):
    given = body.get(name) or {}
    for key, value in given.items():
        if not is_valid(value):
            raise InvalidInput(f"{name}.{key[:80]} has no valid value. Valid: {valid}.", code="invalid_remark")
    return given


def _is_text(value):
    return isinstance(value, str)


def _is_number(value):
    return type(value) in (int, float) and math.isfinite(value) and 0 <= value <= 1


def _are_quotes(value):
    return isinstance(value, list) and all(_is_text(quote) or _has_offsets(quote) for quote in value)


def _has_offsets(quote):
    return (
        isinstance(quote, dict)
        and quote.keys() == QUOTE_FIELDS.keys()
        and all(type(quote[name]) is kind for name, kind in QUOTE_FIELDS.items())
    )
