"""Simulated models are right on the cases of our suites to a degree of their own, and know no other case."""

import json

from evalhub.demo.provider import known_answers


def share_right(model):
    files = [path.read_text(encoding="utf-8") for path in known_answers.SUITES.glob("*/*.jsonl")]
    cases = [json.loads(line) for text in files for line in text.splitlines()]
    answers = [known_answers.answer(model, f"Answer briefly.\n\n{case['prompt']}", 7) for case in cases]
    return sum(given == case["expected_output"] for given, case in zip(answers, cases, strict=True)) / len(cases)


def test_models_differ_in_how_often_they_are_right():
    assert 0.5 < share_right("simulated-hasty") < 0.7 < share_right("simulated-plain") < 0.85
    assert 0.85 < share_right("simulated-careful") < 1


def test_same_case_gets_the_same_answer_and_no_other_text_one():
    text = "Calculate.\n\n47 + 38"

    assert known_answers.answer("simulated-careful", text, 7) == known_answers.answer("simulated-careful", text, 7)
    assert known_answers.answer("simulated-careful", "What is 47 + 38 in words?", 7) is None
