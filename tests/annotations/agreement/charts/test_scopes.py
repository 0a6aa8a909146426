"""Alpha in each scope: which scopes stand there, and what the reader sees first."""

from annotations.agreement.charts.scopes import Scopes
from tests.annotations.agreement.charts.subjects import Row, subject


def labels(chart):
    return [row[0] for row in chart.table.rows]


def test_models_are_shown_only_where_they_answered_and_question_without_figures_says_why():
    alone = Scopes().chart(subject(people=Row(), between=Row(details={"machines": []})))
    beside = Scopes().chart(subject(people=Row(), between=Row(value=0.5, details={"machines": [{}]})))
    assert labels(alone) == ["People"] and labels(beside) == ["People", "Models vs. people"]
    assert "People reach alpha 0.70; models vs. people are lower at 0.50." in beside.finding

    chart = Scopes().chart(subject())
    assert chart.finding.startswith("People: ") and chart.table.rows == ()
