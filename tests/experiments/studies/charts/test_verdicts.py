"""The picture of pooled verdicts: both sides on one scale, or machines alone."""

from experiments.studies.analysis.pooled_verdicts import verdicts
from experiments.studies.charts import StudySubject
from experiments.studies.charts.verdicts import PooledVerdicts
from tests.experiments.studies.analysis.rows import lane, study

LANES = [lane("a", "x"), lane("b", "x", sample=2), lane("p", "", name="Ann"), lane("q", "", name="Bea")]


def drawn(rows, lanes=LANES):
    return PooledVerdicts().chart(StudySubject(tuple(verdicts(study(rows, lanes, n=5))), 9, 5, None))


def test_people_stand_below_machines_and_missing_sides_are_said():
    chart = drawn([[1, 2, 2, 2], [3, 3, 5, 4]])
    assert chart.finding == "People and machines differ most on “E2”, by 1.50 levels"
    assert [key.hue for key in chart.legend] == ["llm", "human"] and chart.definition.endswith("2 of 9 groups.")
    assert chart.table.columns == ("", "Machines", "interval", "n (scores)", "People", "interval", "n (scores)")
    assert [row[0::3] for row in chart.table.rows] == [("E1", "2", "2"), ("E2", "2", "2")]
    assert chart.svg.count("<circle") == 2 and chart.svg.count('class="mark llm"') == 2

    chart = drawn([[1, 2], [3, 3]], LANES[:2])
    assert chart.finding == "Machines go from 1.50 (E1) to 3.00 (E2)" and len(chart.legend) == 1
    assert "No person has scored this evidence yet." in chart.note and chart.svg.count("<circle") == 0

    chart = drawn([[1, 2, "unanswered", "unanswered"], [3, 3, 4, 4]])
    assert "no answers yet" in chart.svg and chart.table.rows[0][4] == "no answers yet"

    assert PooledVerdicts().chart(StudySubject((), 0, 5, None)) is None
    assert PooledVerdicts().missing(None)
