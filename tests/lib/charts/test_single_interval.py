"""A number with its interval on its own scale: the same numbers in the drawing and in the table."""

from evalhub.lib.charts import EstimateMark
from evalhub.lib.charts.single_interval import single_interval


def test_numbers_are_drawn_and_listed():
    chart = single_interval(
        EstimateMark("Effect", 3.0, -1.0, 7.0, 1_200),
        finding="It is 3.",
        write="{:g}".format,
        columns=("", "estimate", "low", "high", "n"),
    )

    assert "3 (-1 to 7), n 1,200" in chart.svg and chart.svg.count('class="whisker"') == 3
    assert chart.table.rows == (("Effect", "3", "-1", "7", "1,200"),)
