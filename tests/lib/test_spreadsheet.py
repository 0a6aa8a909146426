"""No cell of an export starts a formula, and what is harmless stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalhub.lib.spreadsheet import safe_cell, safe_row


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠x", "\t=1", "\r=1", "\n=1", "\tx", "\nx", "\rx",
        "  =1", "\u00a0=1", "\u200b=1", "\ufeff=1", " \t1", "-", "+", "--1", "-1-1", "=5", "-1 ", "+49 30 123", "-٣",
    ],
)  # fmt: skip
def test_risky_cells_get_an_apostrophe(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["", "a", "a=b", "1-2", "-1", "+1", "-1.5e-3", ".5", "-.5", "'=1", " a", "100%", "x\t=1", "x\n=1", "(=)"]
)
def test_harmless_cells_stay(text):
    assert safe_cell(text) == text


@pytest.mark.parametrize(
    "value, cell", [(None, ""), (True, "true"), (False, "false"), (-5, "-5"), (1.5, "1.5"), (-0.25, "-0.25")]
)
def test_other_values(value, cell):
    assert safe_cell(value) == cell


def test_rows_are_made_of_cells():
    assert safe_row(["=a", 1, None]) == ["'=a", "1", ""]


@given(st.text())
def test_nothing_is_lost(text):
    assert safe_cell(text) in (text, f"'{text}")
    assert not safe_cell(text).startswith(("=", "@", "\t", "\r", "\n"))
