"""Answers that are whatever text the model gives: how long to wait for one, its room, and how it is read."""

from reviews.engine.client.exchange import OK
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.scorers.judges.reasons import EMPTY_TEXT

PARSER_VERSION = "answer-1"
TIMEOUT_SECONDS = 120.0
MOST_TOKENS = 2000


def read(outcome):
    """The Finding of an Outcome: its `text`, its own failure, or that the text is empty."""
    if outcome.status != OK:
        return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)
    if not outcome.text.strip():
        return Finding(UNREADABLE, {}, "empty_answer", EMPTY_TEXT())
    return Finding(OK, {"text": outcome.text})
