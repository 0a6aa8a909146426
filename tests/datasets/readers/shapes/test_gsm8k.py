"""Rows of sums with their steps."""

from tests.datasets.readers.shaped import lines, shaped


def test_gsm8k_parts_the_number_from_the_steps(read):
    row = {"question": "Ada buys 2 boxes of 600. How many?", "answer": "2 * 600 = 1200\n#### 1,200"}

    title, rows, mapping = shaped(read, "JSONL", lines(row))

    assert title == "GSM8K"
    assert rows == [{"prompt": row["question"], "expected_output": "1200", "solution": "2 * 600 = 1200"}]
    assert (mapping.input, mapping.expected_output, mapping.outputs) == ("prompt", "expected_output", {})
