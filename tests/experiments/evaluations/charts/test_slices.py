"""The chart of slices: which is lowest, and whether that can be chance."""

from experiments.evaluations.charts import EvaluationSubject
from experiments.evaluations.charts.slices import ScoreSlices
from experiments.evaluations.models import ScoreSummary
from tests.experiments.evaluations.charts.subjects import make_question, make_summary


def chart_of(*slices):
    question = make_question()
    summaries = [make_summary(question, mean, n, slice=name) for name, mean, n in slices]
    overall = make_summary(question, 0.8, 100)
    return ScoreSlices().chart(EvaluationSubject(question, overall, tuple(summaries), ()))


def test_low_empty_and_missing_slices_say_so():
    assert (
        "topic: b is lowest at 0.40; its interval lies below"
        in chart_of(("topic=a", 0.9, 50), ("topic=b", 0.4, 50)).finding
    )
    assert "inconclusive" in chart_of(("topic=a", 0.9, 50), ("topic=b", 0.78, 50)).finding
    assert "of few cases (n 4)" in chart_of(("topic=a", 0.9, 50), ("topic=b", 0.5, 4)).finding

    chart = chart_of(("topic=a", 0.9, 50), ("topic=b", None, 0))
    assert ("topic: b", "nothing scored", "none", "0") in chart.table.rows

    empty = EvaluationSubject(None, None, (), ())
    assert ScoreSlices().chart(empty) is None and "nothing is scored" in ScoreSlices().missing(empty)
    scored = EvaluationSubject(make_question(), ScoreSummary(mean=0.5), (), ())
    assert ScoreSlices().chart(scored) is None and "metadata" in ScoreSlices().missing(scored)
