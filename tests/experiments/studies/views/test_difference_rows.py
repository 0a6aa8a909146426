"""Differences in words: significant, inconclusive, or why there is no test."""

from experiments.studies.views.difference_rows import tables
from tests.experiments.studies.analysis.rows import lane, study

LANES = [lane("a", "x", rubric_model="m"), lane("b", "x", sample=2, ordinal=2, rubric_model="m")]


def rows(levels):
    (table,) = tables(study(levels, LANES, n=5))
    return table.kind, table.total, table.rows[0]


def test_differences_have_a_side_or_a_reason():
    kind, total, row = rows([[1, 3], [1, 4], [2, 4], [1, 4], [2, 5], [1, 3]])
    assert (kind, total, row.first, row.second) == ("rubrics", 1, "Rubric 1, m", "Rubric 2, m")
    assert (row.value, row.finding, row.tone, row.p) == ("−2.50", "Scores lower", "info", "< 0.001") and row.n == "6"

    *_, row = rows([[1, 3], [4, 1], [2, 2], [1, 2], [5, 5], [3, 1]])
    assert row.finding == "Inconclusive" and row.interval.startswith("−")

    *_, few = rows([[1, 3]])
    *_, alike = rows([[1, 3]] * 6)
    assert few.reason == "Not tested: at least 6 evidence groups are needed" and not few.p
    assert alike.reason == "Not tested: all evidence groups differ alike" and alike.value == "−2.00"

    lanes = [lane(str(n), "x", sample=n) for n in range(4)]
    (table,) = tables(study([[1, 2, 3, 1]], lanes), most=2)
    assert (len(table.rows), table.total) == (2, 6)
