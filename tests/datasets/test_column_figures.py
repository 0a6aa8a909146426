"""What a file has in one column, in words and in bars, counted while it is read."""

import json

import pytest

from datasets import column_figures
from datasets.column_figures import BARS, HEIGHT, FileFigures

TURN = {"role": "user", "content": "Hello"}


def figures_of(values, *, at_once=1000):
    counts = FileFigures()
    for begin in range(0, len(values), at_once):
        counts.add([{"x": value} for value in values[begin : begin + at_once]])
    return column_figures.figures_of(counts.as_json().get("x"))


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
    for at_once in (1000, 1) if "turns" not in summary else (1000,):
        figures = figures_of(values, at_once=at_once)

        assert (figures.filled, figures.distinct, figures.is_more, figures.summary) == (
            filled,
            distinct,
            False,
            summary,
        )


def test_many_values_are_counted_exactly_up_to_a_bound(monkeypatch):
    numbers = [n * 7919 % 30_000 for n in range(30_000)]
    both = [*numbers, *numbers, None]

    exact = figures_of(both)
    monkeypatch.setattr(column_figures, "MOST_DISTINCT", 10_000)
    bounded = figures_of(both)

    assert (exact.distinct, exact.is_more) == (30_000, False)
    assert exact.summary == "0 to 29,999, median 1.5e+04" == bounded.summary
    assert bounded.is_more and 10_000 < bounded.distinct < 30_000
    assert sum(bar.height for bar in exact.bars) == pytest.approx(BARS * HEIGHT, rel=0.01)


def test_bars_are_as_high_as_their_share_of_the_highest():
    few = figures_of(["a", "a", "a", "a", "b"]).bars
    many = figures_of([str(n * n) for n in range(100)]).bars

    assert [bar.height for bar in few] == [HEIGHT, HEIGHT / 4]
    assert len(many) == BARS and max(bar.height for bar in many) == HEIGHT
    assert all(bar.y + bar.height == pytest.approx(HEIGHT) for bar in many)
