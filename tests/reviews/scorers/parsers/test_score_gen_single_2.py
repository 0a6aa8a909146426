"""Verdicts with something around them that leaves no doubt; what leaves one is refused."""

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

CONTEXT = Context(label_mapping={"A": 1, "B": 2, "C": 3}, scale_size=3)
WHY = "The evidence points one way.\n"
READ = [
    "VERDICT: B (strong)",
    "VERDICT: B (Weak support, two of five sources)",
    "VERDICT: **B** (Weak)",
    "VERDICT: B\u200b",
    "VER\u200bDICT: \ufeffB",
    "VERDICT:\nB",
    "VERDICT:\n\n  **B**\n\nDone.",
]
REFUSED = [
    "VERDICT: B (rather than A)",
    "VERDICT: B (A)",
    "VERDICT: (B) C",
    "VERDICT: B (strong) or so",
    "VERDICT:\nThe label is B",
    "VERDICT:\nB\nC",
]


def test_labels_without_doubt_are_read_and_others_refused():
    for line in READ:
        decision = parsers.parser_of("score_gen_single").decide(WHY + line, CONTEXT)

        assert decision.values == {"abstained": False, "decoded": [2]}, (line, decision.reason)
        assert decision.parser_version == "score_gen_single.2"

    for line in REFUSED:
        assert not parsers.parser_of("score_gen_single").decide(WHY + line, CONTEXT).accepted, line

    decision = parsers.parser_of("score_gen_single").decide(f"{WHY}VERDICT: ABSTAIN (nothing fits)", CONTEXT)
    assert decision.values == {"abstained": True, "decoded": []}

    before = parsers.parser_of("score_gen_single", version=1)
    for line in ("VERDICT: B (strong)", "VERDICT: B\u200b", "VERDICT:\nB"):
        assert not before.decide(WHY + line, CONTEXT).accepted, line
    assert before.decide(f"{WHY}VERDICT: B", CONTEXT).values["decoded"] == [2]
