"""Verdicts of several labels with something around them that leaves no doubt."""

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

CONTEXT = Context(label_mapping={"A": 1, "B": 2, "C": 3}, scale_size=3)
WHY = "The evidence points two ways.\n"


def test_labels_without_doubt_are_read_and_notes_refused():
    for line in ("VERDICT: A, B (both are weak)", "VERDICT:\nB, A", "VERDICT: A\u200b, B"):
        decision = parsers.parser_of("score_gen_subset").decide(WHY + line, CONTEXT)

        assert decision.values == {"abstained": False, "decoded": [1, 2]}, (line, decision.reason)
        assert not parsers.parser_of("score_gen_subset", version=1).decide(WHY + line, CONTEXT).accepted, line

    assert not parsers.parser_of("score_gen_subset").decide(f"{WHY}VERDICT: A, B (not C)", CONTEXT).accepted
