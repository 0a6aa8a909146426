"""Latency: two lines, and a row for each group."""

from reviews.costs.charts.latency import Latency
from reviews.costs.results import Calls
from tests.reviews.costs_figures import group, subject, weeks


def test_half_and_nearly_all_of_the_calls():
    calls = Calls(100, 2.0, 0, 100, 1.5, 6.25)

    chart = Latency().chart(subject(groups=(group(),), total=group(""), calls=weeks([calls, calls], Calls())))

    assert chart.finding == "Half of the calls answer within 1.5 s, 95 % within 6.2 s"
    assert chart.table.columns == ("", "p50", "p95", "n (calls)")
    assert chart.table.rows[0][1] == "no timed call"
    assert chart.table.rows[-1] == ("fast", "1.5 s", "6.2 s", "100")


def test_no_timed_call_says_so():
    nothing = subject(total=group("", calls=Calls(3, 1.0)))

    assert Latency().chart(nothing) is None
    assert Latency().missing(nothing) == "Not defined: no call of this period was timed."
