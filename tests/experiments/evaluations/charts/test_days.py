"""The chart of days: whether the newest differs from the one before, and that few cases are grey."""

from experiments.evaluations.charts import EvaluationSubject
from experiments.evaluations.charts.days import ScoreDays
from tests.experiments.evaluations.charts.subjects import make_question, make_summary


def chart_of(*days):
    question = make_question()
    summaries = tuple(make_summary(question, mean, n, slice=f"day=2026-11-{day:02}") for day, mean, n in days)
    return ScoreDays().chart(EvaluationSubject(question, make_summary(question, 0.8, 100), (), (), days=summaries))


def test_days_stand_in_order_and_few_or_none_say_so():
    falls = chart_of((2, 0.2, 100), (1, 0.9, 100))
    assert [row[0] for row in falls.table.rows] == ["2026-11-01", "2026-11-02"]
    assert falls.finding == "2026-11-02: 0.20 after 0.90; the intervals do not overlap"
    assert "inconclusive" in chart_of((1, 0.8, 100), (2, 0.82, 100)).finding

    chart = chart_of((1, 0.9, 100), (2, 0.2, 5), (3, 0.9, 100))
    assert "faint" in str(chart.svg) and "2026-11-03: 0.90 after 0.90" in chart.finding
    assert chart_of((1, 0.9, 3), (2, 0.5, 4)).finding == "2 days so far: too few cases for a trend"

    assert chart_of((1, None, 0)) is None
    assert "Nothing that arrived" in ScoreDays().missing(None)
