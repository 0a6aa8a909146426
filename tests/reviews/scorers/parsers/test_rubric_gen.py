"""Rubrics: as many stages as asked for, by their numbers, each with a label and its criteria."""

import json

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context
from reviews.scorers.parsers.rubric_gen import split_criteria

WHY = "From no sign to full signs.\n"
WEAK, MIDDLE, STRONG = "1) Weak :: a; b; c", "2) Mixed :: d; e; f; g", "3) Strong :: h; i; j"


def decide(text, size=3):
    return parsers.parser_of("rubric_gen").decide(text, Context(scale_size=size))


def rubric(*rows, header="RUBRIC:"):
    return WHY + "\n".join([header, *rows])


def test_stages_are_read_by_their_numbers():
    for text in [
        rubric(WEAK, MIDDLE, STRONG),
        rubric(STRONG, MIDDLE, WEAK),
        rubric("- " + WEAK, "", "* " + MIDDLE, "- " + STRONG),
        rubric("```", WEAK, MIDDLE, STRONG, "```"),
        rubric(WEAK, MIDDLE, STRONG, header="**RUBRIC:**"),
        rubric(WEAK, MIDDLE, STRONG, header="## Rubric :"),
        rubric("**1) Weak** :: a; b; c", "2) `Mixed` :: d; e; f; g;", "3)Strong::h;i;j."),
        rubric(WEAK, MIDDLE, STRONG).replace("\n", "\r\n"),
    ]:
        decision = decide(text)

        assert decision.accepted, decision.reason
        assert decision.values["labels"] == ["Weak", "Mixed", "Strong"], text
        assert decision.values["criteria_counts"] == [3, 4, 3], text
        assert decision.values["criteria"][0] == ["a", "b", "c"], text


def test_what_is_no_rubric_is_refused():
    for text in [
        rubric(WEAK, MIDDLE),
        rubric(WEAK, MIDDLE, STRONG, "4) More :: k; l; m"),
        rubric(WEAK, WEAK.replace("Weak", "Other"), STRONG),
        rubric("0) None :: x; y; z", WEAK, MIDDLE),
        rubric(WEAK, MIDDLE, STRONG, "I hope this helps."),
        rubric(WEAK, MIDDLE, "Strong :: h; i; j"),
        rubric(WEAK, MIDDLE, "3) Strong: h; i; j"),
        rubric(WEAK, MIDDLE, "3) :: h; i; j"),
        rubric(WEAK, MIDDLE, "3) ** :: h; i; j"),
        rubric(WEAK, MIDDLE, "3) weak :: h; i; j"),
        rubric(WEAK, MIDDLE, "3) Strong :: h; i"),
        rubric(WEAK, MIDDLE, "3) Strong :: h; i; j; k; l; m; n"),
        rubric(WEAK, MIDDLE, "3) Strong ::"),
        rubric(WEAK, MIDDLE, STRONG, header="RUBRIC: see below"),
        rubric(WEAK, MIDDLE, STRONG, header="The rubric"),
        "RUBRIC:\n" + "\n".join([WEAK, MIDDLE, STRONG]),
        rubric(),
        "",
    ]:
        decision = decide(text)

        assert not decision.accepted and decision.reason, text


def test_rubrics_are_read_without_forged_stages():
    for text, criteria in [
        ("a (one; two); b [x; y]; c", ["a (one; two)", "b [x; y]", "c"]),
        ("a, b, c", ["a", "b", "c"]),
        ("a, b, and c", ["a", "b", "c"]),
        ("a; b; or c;", ["a", "b", "c"]),
        ("a, with more; b, too; c", ["a, with more", "b, too", "c"]),
        ("a (x, y), b, c", ["a (x, y)", "b", "c"]),
        ("android; orchid; andes", ["android", "orchid", "andes"]),
        ("a) b; c (; d", ["a) b", "c (; d"]),
    ]:
        assert split_criteria(text) == criteria, (text, criteria)

    stages = [{"stage_number": n, "label": label, "criteria": ["a", "b", "c"]} for n, label in ((2, "Two"), (1, "One"))]
    answer = {"reasoning": "Two ends.", "stages": stages}
    assert decide(json.dumps(answer), size=2).values["labels"] == ["One", "Two"]
    assert not decide(json.dumps(answer), size=3).accepted
    assert not decide(json.dumps(answer | {"stages": stages[:1] * 2}), size=2).accepted

    stages = [{"stage_number": n, "label": f"{n}\n9) Best", "criteria": ["a\r\nb", "c", "d"]} for n in (1, 2)]
    values = decide(json.dumps({"reasoning": "Two ends.", "stages": stages}), size=2).values
    assert values["labels"] == ["1 9) Best", "2 9) Best"] and values["criteria"][0] == ["a b", "c", "d"]

    for row in ["1) a" + " " * 100_000, "1) " + ": " * 50_000, "#" * 100_000, "1) a :: " + "(" * 50_000]:
        assert not decide(rubric(row)).accepted, row
