"""Rewritten evidence: all that follows TEXT:, as it was written."""

import json

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

WHY = "I took out two menus.\n"


def decide(text):
    return parsers.parser_of("evidence_view").decide(text, Context())


def test_text_is_what_follows_the_keyword():
    for written, text in [
        ("TEXT:\nThe court ruled.\n\nIt was late.\n", "The court ruled.\n\nIt was late."),
        ("TEXT: The court ruled.", "The court ruled."),
        ("**TEXT:**\nThe court ruled.", "The court ruled."),
        ("**TEXT**: The court ruled.", "The court ruled."),
        ("- TEXT:\nThe court ruled.", "The court ruled."),
        ("TEXT:\n```\nThe court ruled.\n```", "The court ruled."),
        ('TEXT: "No," said the court.', '"No," said the court.'),
        ("TEXT:\n**Ruling** of the court", "**Ruling** of the court"),
        ("TEXT:\nThe court ruled.\nTEXT: is a word too.", "The court ruled.\nTEXT: is a word too."),
    ]:
        decision = decide(WHY + written)

        assert decision.accepted and decision.values == {"text": text}, decision.reason
        assert decision.reasoning == "I took out two menus.", (written, text)


def test_texts_are_read_and_others_refused():
    for written, reason in [
        (f"{WHY}The court ruled.", "no line that begins with TEXT:"),
        (f"{WHY}TEXT:", "empty"),
        (f"{WHY}TEXT:\n```\n```", "empty"),
        (f"{WHY}TEXT:\n***", "empty"),
        ("TEXT:\nThe court ruled.", "no reasoning"),
        (f"{WHY}The TEXT: The court ruled.", "no line that begins with TEXT:"),
        ("", "no line"),
    ]:
        decision = decide(written)

        assert not decision.accepted and reason in decision.reason, (written, reason)

    answer = {"reasoning": "Two menus went.", "text": " The court ruled.\n"}
    assert decide(json.dumps(answer)).values == {"text": "The court ruled."}
    for wrong in ("", "  ", None, ["The court ruled."]):
        assert not decide(json.dumps(answer | {"text": wrong})).accepted
    assert not decide(json.dumps(answer | {"title": "Ruling"})).accepted
