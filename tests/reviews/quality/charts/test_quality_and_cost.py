"""Mean quality against cost."""

from types import SimpleNamespace

from reviews.quality.charts import QualitySubject
from reviews.quality.charts.quality_and_cost import QualityAndCost


def model(name, value, cost):
    return SimpleNamespace(
        model=name, cost_usd=cost, quality=SimpleNamespace(value=value, low=value - 0.1, high=value, n=12)
    )


MODELS = [model("dear", 0.95, 0.004), model("cheap", 0.75, 0.0000125), model("unpriced", 1.0, None)]


def test_finding_names_the_best_and_the_best_cheaper_model_and_choice_of_the_router_and_the_floor_are_marked():
    chart = QualityAndCost().chart(QualitySubject(MODELS))
    assert chart.finding == (
        "Of 2 models, dear is best: mean quality 0.95 at $0.004 per call. "
        "The best cheaper model is cheap: 0.75 at $0.0000125."
    )
    assert [row[0] for row in chart.table.rows] == ["dear", "cheap"]

    chart = QualityAndCost().chart(QualitySubject(MODELS, "cheap", 0.7))
    assert "quality floor" in chart.note and 'class="reference"' in chart.svg
    assert chart.svg != QualityAndCost().chart(QualitySubject(MODELS, "dear", 0.7)).svg


def test_nothing_is_drawn_where_no_cost_is_known():
    assert QualityAndCost().chart(QualitySubject([MODELS[2]])) is None
