"""The picture of shares of variance: a bar that adds up, and words where a share is undefined."""

from experiments.studies.analysis.variance import variance
from experiments.studies.charts import StudySubject
from experiments.studies.charts.variance import VarianceShares
from tests.experiments.studies.analysis.rows import lane, study

CROSSED = [lane(f"{s}{m}", m, sample=s, ordinal=s) for s in (1, 2) for m in ("x", "y")]


def drawn(rows, lanes=CROSSED):
    return VarianceShares().chart(StudySubject((), 0, 5, variance(study(rows, lanes, n=5))))


def test_the_largest_share_is_the_finding_or_its_absence_has_a_reason():
    chart = drawn([[1 + row % 3 + (each.rubric.sample == 2) for each in CROSSED] for row in range(12)])
    assert chart.finding == "The rubric moves the verdict by 41 %, the scorer by 0 %"
    assert chart.definition.startswith("Share of the variance of 48 machine scores") and not chart.note
    assert chart.legend[3].value == "not defined: varies only with the rubric or the scorer"
    assert chart.table.rows[0][1] == "59 %" and chart.svg.count("<rect") == 3

    chart = drawn([[1, 1, 2, 2], [3, 3, 4, 3]])
    assert chart.note.startswith("No intervals: at least 8")

    chart = drawn([[1], [3]], CROSSED[:1])
    assert chart is None or chart.finding

    assert drawn([[2, 2, 2, 2]] * 9) is None and VarianceShares().missing(None)
