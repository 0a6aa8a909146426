"""The chart of latencies: quantiles with their intervals, a bar for each range."""

from experiments.evaluations.charts import EvaluationSubject
from experiments.evaluations.charts.latency import BARS, Latency


def subject(latencies):
    return EvaluationSubject(None, None, (), tuple(latencies))


def test_latency_has_intervals_where_there_are_enough_outputs():
    chart = Latency().chart(subject(range(1, 301)))
    assert chart.finding.startswith("p50 150 ms (") and "p95 285 ms (" in chart.finding
    assert len(chart.table.rows) == BARS + 1 and chart.table.rows[-1][-1] == "300"

    assert Latency().chart(subject([100, 200, 300])).finding == "p50 200 ms, p95 290 ms"

    assert Latency().chart(subject([])) is None and "no latency" in Latency().missing(subject([]))
