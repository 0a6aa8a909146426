"""Dots in a plane: places, intervals, names that do not lie on each other, and the same numbers as a table."""

import pytest

from evalhub.lib.charts import Dot, scatter

DOTS = [Dot("cheap", 0.0002, 0.5, 0.4, 0.6, 40, "llm"), Dot("dear", 0.002, 0.9, n=7, kind="llm", is_marked=True)]


def drawn(dots=DOTS, **options):
    return scatter(
        dots,
        title="Quality and cost",
        finding="Dear is best.",
        x_title="cost",
        y_title="quality",
        write_x=lambda value: f"${value:g}",
        **options,
    )


def test_axis_interval_numbers_and_names():
    svg = drawn().svg
    assert "$0.001<" in svg and "$0.0025<" not in svg and ">0.0<" not in svg
    assert 'x="8%"' in svg and 'x="80%"' in svg

    svg = drawn(reference=0.7).svg
    assert svg.count('class="whisker"') == 1 and svg.count('class="ring"') == 1 and svg.count('class="reference"') == 1

    chart = drawn(unit="calls")
    assert "cheap: 0.50 (95 % CI 0.40 to 0.60) at $0.0002, 40 calls; dear: 0.90 at $0.002, 7 calls." in chart.svg
    assert chart.table.rows == (
        ("cheap", "$0.0002", "0.50", "95 % CI 0.40 to 0.60", "40"),
        ("dear", "$0.002", "0.90", "none", "7"),
    )

    chart = drawn(note="Lines are intervals.")
    assert ">cheap</text>" in chart.svg and ">dear</text>" in chart.svg and chart.note == "Lines are intervals."


@pytest.mark.parametrize("other", [(0.001, 0.82), (0.0012, 0.8), (0.0004, 0.79)])
def test_crowded_dots_are_numbered_and_named_below(other):
    chart = drawn(
        [Dot("openai/gpt-4o-mini", 0.001, 0.8), Dot("gemini/flash", *other), Dot("x", 0.002, 0.1)],
        note="Lines are intervals.",
    )

    assert ">1</text>" in chart.svg and ">2</text>" in chart.svg and "gpt-4o-mini</text>" not in chart.svg
    assert chart.note == "1 openai/gpt-4o-mini, 2 gemini/flash, 3 x. Lines are intervals."


def test_numbers_of_neighbours_and_costs_of_nothing():
    svg = drawn([Dot("openai/gpt-4o-mini", 0.001, 0.8), Dot("gemini/flash", 0.00105, 0.8)]).svg
    assert 'class="name end">1</text>' in svg and 'class="name start">2</text>' in svg

    assert 'x="0%"' in drawn([Dot("free", 0.0, 1.0)]).svg
