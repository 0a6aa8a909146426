"""Rows of questions with correct and incorrect answers."""

from tests.datasets.readers.shaped import shaped

TRUTHFUL = (
    "Type,Category,Question,Best Answer,Correct Answers,Incorrect Answers,Source\n"
    "Adversarial,Myths,Do geese read?,No,No; Geese do not read,Yes; Only at night,own\n"
)


def test_truthfulqa_keeps_correct_and_incorrect_answers(read):
    title, rows, mapping = shaped(read, "CSV", TRUTHFUL)

    assert title == "TruthfulQA"
    assert rows[0] == {
        "prompt": "Do geese read?",
        "expected_output": "No",
        "acceptable_answers": ["No", "Geese do not read"],
        "incorrect_answers": ["Yes", "Only at night"],
        "Type": "Adversarial",
        "Category": "Myths",
        "Source": "own",
    }
    assert mapping.acceptable_answers == "acceptable_answers"
