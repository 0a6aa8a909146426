"""What the first rows have in one column, in words and in bars."""

import json

import pytest

from datasets.column_figures import BARS, HEIGHT, figures_of

TURN = {"role": "user", "content": "Hello"}


@pytest.mark.parametrize(
    "values, filled, distinct, summary",
    [
        ([], 0.0, 0, ""),
        ([None, ""], 0.0, 0, ""),
        (["a", "a", "a", "b", None], 0.8, 2, "a 3, b 1"),
        (["x1", "x2", "x3", "x4"], 1.0, 4, "x1, x2, x3"),
        (["1", "2", "10", ""], 0.75, 3, "1 to 10, median 2"),
        ([1.5, 2, 4], 1.0, 3, "1.5 to 4, median 2"),
        (["nan", "1"], 1.0, 2, "nan, 1"),
        (["x" * 30, "y" * 1200], 1.0, 2, "30 to 1,200 characters, median 615"),
        ([[TURN], [TURN] * 3], 1.0, 2, "1 to 3 turns, median 2"),
        ([json.dumps([TURN] * 2)] * 10 + ["[{"], 1.0, 2, "2 to 2 turns, median 2"),
        ([[1], {"a": 2}], 1.0, 2, '[1], {"a":2}'),
    ],
)
def test_values_are_summarized(values, filled, distinct, summary):
    figures = figures_of(values)

    assert (figures.filled, figures.distinct, figures.summary) == (filled, distinct, summary)


def test_bars_are_as_high_as_their_share_of_the_highest():
    few = figures_of(["a", "a", "a", "a", "b"]).bars
    many = figures_of([str(n * n) for n in range(100)]).bars

    assert [bar.height for bar in few] == [HEIGHT, HEIGHT / 4]
    assert len(many) == BARS and max(bar.height for bar in many) == HEIGHT
    assert all(bar.y + bar.height == pytest.approx(HEIGHT) for bar in many)
