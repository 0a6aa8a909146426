"""Files of public benchmarks: each row becomes a prompt and what is expected, and the usual mapping finds them."""

import pytest

from datasets.readers import shapes
from tests.datasets.readers.shaped import HUMAN, lines


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
