"""Verdicts in text: what is tolerated around them, and that a value is never guessed."""

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

MAPPING = {"A": 1, "B": 2, "C": 3, "aB3xYz": 4}
WHY = "The evidence points one way.\n"


def decide(text, stage="score_gen_single", **context):
    return parsers.parser_of(stage).decide(text, Context(**{"label_mapping": MAPPING, "scale_size": 4} | context))


def test_decoration_is_tolerated():
    for line in [
        "VERDICT: B",
        "  - VERDICT: B",
        "* VERDICT : B.",
        "**VERDICT:** B",
        "**VERDICT: B**",
        "`VERDICT: B`",
        '"VERDICT: B"',
        "## VERDICT: B",
        "> VERDICT: B;",
        "Verdict: B",
        "VERDICT: VERDICT: B",
        "VERDICT: [B]",
        "VERDICT: <B>",
        "VERDICT: \u201cB\u201d",
        "VERDICT: \u00a0B\u2003",
        "VERDICT: A\nOn reflection:\nVERDICT: B",
        "VERDICT: B\n\nHope this helps.",
        "```\nVERDICT: B\n```",
        "VERDICT: B\r\n",
    ]:
        decision = decide(WHY + line)

        assert decision.accepted, decision.reason
        assert decision.values == {"abstained": False, "decoded": [2]}, line
        assert decision.reasoning.startswith("The evidence") and decision.parser_version == "score_gen_single.2", line


def test_a_value_is_never_guessed():
    for line in [
        "VERDICT: A, B",
        "VERDICT: A or B",
        "VERDICT: A/B",
        "VERDICT: 2",
        "VERDICT: 4",
        "VERDICT: Stage 3",
        "VERDICT: Z",
        "VERDICT: b",
        "VERDICT: ab3xyz",
        "VERDICT: constructor",
        "VERDICT: __proto__",
        "VERDICT: a clear case of C",
        "VERDICT: not B",
        "VERDICT: B?",
        "VERDICT: <id>",
        "VERDICT:",
        "VERDICT: A,\nB",
        "VERDICT: A\nB",
        "VERDICT: A\n- B\n- C",
        "VERDICT B",
        "My VERDICT: B",
        "The VERDICT is B",
        "ABSTAIN, A",
        "VERDICT: ABSTAIN, A",
        "",
    ]:
        decision = decide(WHY + line)

        assert not decision.accepted and decision.reason, line
        assert "decoded" not in decision.as_json(), line


def test_reasoning_abstaining_and_case():
    for text in ["VERDICT: B", "\n\n VERDICT: B", "```\nVERDICT: B\n```", "---\n**\nVERDICT: B"]:
        assert decide(text).reason == "There is no reasoning before the answer.", text

    for stage in ["score_gen_single", "score_gen_subset"]:
        for line in ["ABSTAIN", "abstain", "Abstain.", "**ABSTAIN**", "[ABSTAIN]"]:
            text = f"{WHY}VERDICT: {line}"

            assert decide(text, stage).values == {"abstained": True, "decoded": []}, (line, stage)
            assert "not allowed" in decide(text, stage, abstain_enabled=False).reason, (line, stage)

    mapping = {"ab3xyz": 1, "aB3xYz": 2}
    assert decide(f"{WHY}VERDICT: ab3xyz", label_mapping=mapping).values["decoded"] == [1]
    assert decide(f"{WHY}VERDICT: aB3xYz", label_mapping=mapping).values["decoded"] == [2]
    assert not decide(f"{WHY}VERDICT: AB3XYZ", label_mapping=mapping).accepted


def test_structured_answers_come_first_and_are_as_strict():
    decision = decide('{"reasoning": "Clear enough. VERDICT: A", "verdict": "B"}')
    assert (decision.accepted, decision.read_as, decision.values["decoded"]) == (True, "json", [2])

    for stage, text in [
        ("score_gen_single", '{"reasoning": "x", "verdict": ["B"]}'),
        ("score_gen_single", '{"reasoning": "x", "verdict": "B", "sure": true}'),
        ("score_gen_single", '{"verdict": "B"}'),
        ("score_gen_single", '{"reasoning": "", "verdict": "B"}'),
        ("score_gen_single", '{"reasoning": "x", "verdict": 2}'),
        ("score_gen_subset", '{"reasoning": "x", "verdict": []}'),
        ("score_gen_subset", '{"reasoning": "x", "verdict": ["ABSTAIN", "A"]}'),
    ]:
        assert not decide(text, stage).accepted, (stage, text)


def test_hostile_texts_are_read_in_linear_time():
    assert not decide("*" * 200_000 + "VERDICT" + " " * 200_000).accepted
    assert decide(WHY + "VERDICT: A, " * 20_000 + "\nVERDICT: B").accepted

    for line in [
        "#" * 100_000,
        "> " * 50_000,
        "VERDICT: " * 20_000,
        "VERDICT: " + "* " * 50_000,
        "VERDICT: " + "(" * 50_000,
    ]:
        assert not decide(WHY + line).accepted, line
