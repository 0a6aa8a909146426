"""Rows of multiple choice."""

from tests.datasets.readers.shaped import lines, shaped

MMLU = 'What has four legs and barks?,A cat,"A dog, mostly",A hen,A fish,B\nWhat is 2 + 3?,4,5,6,7,B\n'


def test_mmlu_without_a_header_and_mmlu_with_a_list_of_choices_and_a_place(read):
    title, rows, mapping = shaped(read, "CSV", MMLU)
    assert title == "MMLU" and len(rows) == 2
    assert rows[0]["prompt"] == ("What has four legs and barks?\n\nA. A cat\nB. A dog, mostly\nC. A hen\nD. A fish")
    assert (rows[0]["expected_output"], rows[0]["acceptable_answers"]) == ("B", ["B", "A dog, mostly"])
    assert (mapping.input, mapping.expected_output, mapping.acceptable_answers) == (
        "prompt", "expected_output", "acceptable_answers",
    )  # fmt: skip

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
