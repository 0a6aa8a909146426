"""Differences around zero: better to the right, ends beyond the axis as arrows, words for what is not defined."""

from evalhub.lib.charts import Difference, differences

ROWS = (
    Difference("Right", 0.4, 0.1, 0.7, kind="llm", words="+0.4", aside="+0.1 to +0.7"),
    Difference("Slow", -9.0, -12.0, -6.0, words="+900 ms"),
    Difference("Limit", 0.1, -0.2, limit=-0.5, words="+0.1", aside="at least -0.2", is_faint=True),
    Difference("Unknown", None, aside="too few yet"),
)


def drawn(**options):
    return differences(ROWS, title="All", finding="Better.", left="a better", right="b better", **options)


def test_all_reach_the_farthest_end_and_beyond_the_axis_are_arrows():
    chart = drawn()
    assert 'x1="1%"' in chart.svg and "M-5" not in chart.svg and "M5 -5L" not in chart.svg
    assert chart.svg.count('class="mark') == 3 and 'class="limit"' in chart.svg
    assert chart.svg.count('class="faint"') == 1 and chart.svg.count('class="undefined"') == 1
    assert chart.table.rows[0] == ("Right", "+0.4", "+0.1 to +0.7")
    assert chart.table.rows[3] == ("Unknown", "not defined", "too few yet")

    chart = drawn(most=1.0, ticks={-1.0: "margin", 0.0: "no change"})
    assert "M5 -5L-2 0L5 5" in chart.svg and chart.svg.count('class="mark') == 2
    assert ">margin</text>" in chart.svg and ">0.5</text>" not in chart.svg
