"""Rows of functions to write, with their tests."""

import json

from tests.datasets.readers.shaped import HUMAN, shaped


def test_humaneval_keeps_its_tests_as_text(read):
    title, rows, mapping = shaped(read, "JSON", json.dumps([HUMAN]))

    assert title == "HumanEval"
    assert rows[0]["expected_output"] == HUMAN["canonical_solution"] and rows[0]["test"] == HUMAN["test"]
    assert (mapping.external_id, mapping.input) == ("external_id", "prompt")
