"""Mean quality of the candidates of a grading."""

from types import SimpleNamespace

from reviews.quality.charts import GradingSubject
from reviews.quality.charts.mean_quality import MeanQuality


def model(name, value=None, n=12):
    quality = None if value is None else SimpleNamespace(value=value, low=value - 0.1, high=value + 0.1, n=n)
    return SimpleNamespace(model=name, quality=quality)


def test_finding_names_the_candidate_closest_to_the_baseline_and_nothing_is_drawn_before_the_first_score():
    chart = MeanQuality().chart(GradingSubject([model("baseline"), model("cheap", 0.7), model("fair", 0.8)]))
    assert chart.finding == "fair is closest to the baseline: 0.80, n = 12 pairs."
    assert [row[0] for row in chart.table.rows] == ["cheap", "fair"]

    assert MeanQuality().chart(GradingSubject([model("baseline"), model("cheap")])) is None
