"""Subsets: sets of shown labels, all of them known."""

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

MAPPING = {"A": 1, "B": 2, "C": 3, "aB3xYz": 4}
WHY = "The evidence points one way.\n"


def decide(text, stage="score_gen_subset", **context):
    return parsers.parser_of(stage).decide(text, Context(**{"label_mapping": MAPPING, "scale_size": 4} | context))


def test_subsets_are_sets_of_shown_labels():
    for line, decoded in [
        ("VERDICT: A", [1]),
        ("VERDICT: C, A", [1, 3]),
        ("VERDICT: [A, C]", [1, 3]),
        ("VERDICT: A/C", [1, 3]),
        ("VERDICT: A C", [1, 3]),
        ("VERDICT: `A`, `aB3xYz`", [1, 4]),
        ("**VERDICT: A, B**", [1, 2]),
        ("VERDICT: A; C.", [1, 3]),
        ("VERDICT: A, A", [1]),
        ("VERDICT: {A} {B}", [1, 2]),
    ]:
        assert decide(WHY + line).values == {"abstained": False, "decoded": decoded}, (line, decoded)


def test_subsets_take_no_unknown_label():
    for line in [
        "VERDICT: A, D",
        "VERDICT: A, b",
        "VERDICT: A,, B",
        "VERDICT: A,\nB",
        "VERDICT: A, B,",
        "VERDICT:\n- A\n- B",
        "VERDICT: A\nB, C",
        "VERDICT: A and B",
        "VERDICT: ABSTAIN, A",
        "VERDICT: a clear case of C",
        "VERDICT: []",
        "VERDICT: all",
    ]:
        assert not decide(WHY + line).accepted, line
