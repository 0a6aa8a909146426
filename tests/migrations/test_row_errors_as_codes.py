"""Errors of rows that earlier versions stored in English become reasons, and English again on the way back."""

import importlib

import pytest

from evalhub.lib import reasons
from evalhub.lib.reasons import Reason

migration = importlib.import_module("annotations.migrations.0008_row_errors_as_codes")
INNER = {"source": ["The answer is %(met)s."], "values": {"met": 3}}
ERRORS = [
    (None, "The input is empty."),
    ({"source": ["%(n)s cell", "%(n)s cells", 2], "values": {"n": 2}}, "2 cells"),
    (
        {"source": ["In row %(row)s: %(problem)s"], "values": {"row": "4", "problem": INNER}},
        "In row 4: The answer is 3.",
    ),
]


@pytest.mark.parametrize(("words", "english"), ERRORS)
def test_stored_error_becomes_a_reason_and_is_the_same_on_the_way_back(words, english):
    error = {"row": 4, "column": "id", "reason": english} | ({"words": words} if words else {})

    changed = migration.as_code(error)

    reason = reasons.of_json(changed["reason"])
    assert (reason.code, reason.english, str(reason)) == ("message", english, english)
    assert migration.as_code(changed) == changed and migration.as_text(changed) == error


def test_text_from_outside_comes_back_as_it_is():
    error = {"row": None, "column": None, "reason": reasons.as_json(Reason("text", {"text": "100 % wrong"}))}

    assert migration.as_text(error) == {"row": None, "column": None, "reason": "100 % wrong"}
