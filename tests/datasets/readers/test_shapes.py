"""Files of public benchmarks: each row becomes a prompt and what is expected, and the usual mapping finds them."""

import json

import pytest

from datasets.mapping import guess
from datasets.readers import shapes

MMLU = 'What has four legs and barks?,A cat,"A dog, mostly",A hen,A fish,B\nWhat is 2 + 3?,4,5,6,7,B\n'
TRUTHFUL = (
    "Type,Category,Question,Best Answer,Correct Answers,Incorrect Answers,Source\n"
    "Adversarial,Myths,Do geese read?,No,No; Geese do not read,Yes; Only at night,own\n"
)
HUMAN = {
    "task_id": "Own/0",
    "prompt": "def one():\n",
    "canonical_solution": "    return 1\n",
    "test": "assert one() == 1",
    "entry_point": "one",
}


def lines(*rows):
    return "\n".join(map(json.dumps, rows))


def shaped(read, file_format, text):
    """The title of the shape, its rows, and the mapping that is guessed."""
    reading = read(file_format, text)
    assert reading.errors == []
    return reading.reader.shape.title, reading.values, guess(reading.reader.columns())


def test_mmlu_without_a_header(read):
    title, rows, mapping = shaped(read, "CSV", MMLU)

    assert title == "MMLU" and len(rows) == 2
    assert rows[0]["prompt"] == ("What has four legs and barks?\n\nA. A cat\nB. A dog, mostly\nC. A hen\nD. A fish")
    assert (rows[0]["expected_output"], rows[0]["acceptable_answers"]) == ("B", ["B", "A dog, mostly"])
    assert (mapping.input, mapping.expected_output, mapping.acceptable_answers) == (
        "prompt", "expected_output", "acceptable_answers",
    )  # fmt: skip


def test_mmlu_with_a_list_of_choices_and_a_place(read):
    row = {"question": "2 + 3?", "subject": "sums", "choices": ["4", "5"], "answer": 1}

    _title, rows, _mapping = shaped(read, "JSONL", lines(row))

    assert rows == [
        {
            "prompt": "2 + 3?\n\nA. 4\nB. 5",
            "expected_output": "B",
            "acceptable_answers": ["B", "5"],
            "subject": "sums",
            "choices": ["4", "5"],
        }
    ]


def test_gsm8k_parts_the_number_from_the_steps(read):
    row = {"question": "Ada buys 2 boxes of 600. How many?", "answer": "2 * 600 = 1200\n#### 1,200"}

    title, rows, mapping = shaped(read, "JSONL", lines(row))

    assert title == "GSM8K"
    assert rows == [{"prompt": row["question"], "expected_output": "1200", "solution": "2 * 600 = 1200"}]
    assert (mapping.input, mapping.expected_output, mapping.outputs) == ("prompt", "expected_output", {})


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


def test_humaneval_keeps_its_tests_as_text(read):
    title, rows, mapping = shaped(read, "JSON", json.dumps([HUMAN]))

    assert title == "HumanEval"
    assert rows[0]["expected_output"] == HUMAN["canonical_solution"] and rows[0]["test"] == HUMAN["test"]
    assert (mapping.external_id, mapping.input) == ("external_id", "prompt")


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ({"question": "a", "choices": ["x", "y"], "answer": 0}, {"answer": 2}, "The answer 2 is none of the 2 choices"),
        ({"question": "a", "answer": "b #### 1"}, {"answer": "b"}, "no number after ####"),
        ({"question": "a", "best_answer": "b", "correct_answers": [], "incorrect_answers": []}, {"best_answer": None},
         "no best answer"),
        (HUMAN, {"test": ""}, "The row has no test."),
    ],
)  # fmt: skip
def test_a_row_that_lacks_something_costs_only_itself(read, good, bad, words):
    reading = read("JSONL", lines(good, good | bad, good))

    assert len(reading.values) == 2
    assert [(error["row"], words in error["reason"]) for error in reading.errors] == [(2, True)]


@pytest.mark.parametrize("text", ["id,x,y,z,w,A\n1,2,3,4,5,6\n", "question,answer\nWhat?,This\n", "prompt,test\na,b\n"])
def test_other_files_stay_as_they_are(read, text):
    reading = read("CSV", text)

    assert reading.reader.shape is None and list(reading.values[0]) == text.split("\n")[0].split(",")


def test_each_shape_says_what_it_does():
    assert all(shape.title for shape in shapes.registry.values())
