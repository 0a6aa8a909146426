"""Shares of variance in a study: what varies, and why a share is undefined."""

from experiments.studies.analysis.variance import variance
from tests.experiments.studies.analysis.rows import lane, study


def crossed(*, samples=2, models=("x", "y"), rows=12, **fields):
    """A study of rubrics and scorers: the second rubric is a level higher."""
    lanes = [lane(f"{s}{m}", m, sample=s, ordinal=s, **fields) for s in range(1, samples + 1) for m in models]
    levels = [[1 + row % 3 + (each.rubric.sample == 2) for each in lanes] for row in range(rows)]
    return study(levels, lanes, n=5)


def shown(found):
    return {each.source: each.reason or round(each.share.value, 2) for each in found.shares}


def test_evidence_and_rubric_share_what_varies():
    found = variance(crossed())
    assert found.n == 48
    assert shown(found) == {"evidence": 0.59, "rubric": 0.41, "scorer": 0.0, "order": "mixed", "rest": 0.0}

    lanes = [lane("1", "x"), lane("2", "x", sample=2), lane("p", "")]
    assert variance(study([[1, 2, 3], [3, 3, 1]], lanes)).n == 4

    found = variance(crossed(samples=1, models=("x",)))
    assert shown(found)["rubric"] == "one_rubric" and shown(found)["scorer"] == "one_scorer"
    assert shown(found)["order"] == "one_order"

    lanes = [lane("1", "x"), lane("2", "y", sample=2)]
    for rows in ([[2, 2], [2, 2]], [["waiting", "failed"]], []):
        found = variance(study(rows, lanes))

        assert {each.share.value for each in found.shares} == {None} and all(each.reason for each in found.shares)
