"""What stands beside an answer in a form: the reason for it, and the quotes behind it."""

import json

from annotations.labels.base import invalid_labels
from evalhub.lib.translation import gettext as _


def read_notes(questions, post, *, prefix=""):
    """{key: {"justification", "quotes"}} of what stands beside the answers of a posted form; empty ones left out.

    Fields: `r-<key>` the reason, `e-<key>` and `e-<key>.typed` (several) a quote each: as JSON {"field", "start",
    "end", "quote"} with offsets in code points, or the bare words, whose place is then unknown (`field` empty, offsets
    None).
    """
    notes = {}
    for question in questions:
        reason = "\n".join(post.getlist(f"{prefix}r-{question.key}")).replace("\r\n", "\n").strip()
        given = [text for name in ("", ".typed") for text in post.getlist(f"{prefix}e-{question.key}{name}")]
        quotes = [_quote(text) for text in given if text.strip()]
        if reason or quotes:
            notes[question.key] = {"justification": reason, "quotes": quotes}
    return notes


def check_notes(questions, answers, notes):
    """InvalidInput, as of `validate_answers`, when an answered question lacks a reason or a quote that it requires."""
    mistakes = {}
    for question in questions:
        note = notes.get(question.key, {})
        if question.key not in answers:
            continue
        if question.reason == "required" and not note.get("justification", "").strip():
            mistakes[question.key] = _("This answer needs a reason.")
        elif question.evidence == "required" and not note.get("quotes"):
            mistakes[question.key] = _("This answer needs a quote from the item.")
    if mistakes:
        raise invalid_labels(mistakes)


def _quote(text):
    """A posted quote; JSON that is no quote is taken as words, as it may be what was quoted."""
    words = {"field": "", "start": None, "end": None, "quote": text.replace("\r\n", "\n").strip()}
    try:
        data = json.loads(text)
    except ValueError:
        return words
    if not isinstance(data, dict) or not isinstance(data.get("quote"), str):
        return words
    offsets = [data.get(name) for name in ("start", "end")]
    if not isinstance(data.get("field"), str) or not all(type(offset) is int for offset in offsets):
        return words | {"quote": data["quote"]}
    return {"field": data["field"], "start": offsets[0], "end": offsets[1], "quote": data["quote"]}
