"""Shares of variance: those of the analysis of variance where all is there, and words where they cannot be told."""

import numpy as np
import pytest

from evalhub.lib.statistics.variance_shares import LEAST_ROWS, REST, ROWS, shares


def scored(rows=12, seed=3):
    """Rows by two rubrics and three scorers, column after column of a rubric."""
    rng = np.random.default_rng(seed)
    columns = np.repeat([0, 1.0], 3) + np.tile([0, 0.5, 1], 2)
    return 2 * rng.normal(size=(rows, 1)) + columns + rng.normal(size=(rows, 6))


FACTORS = {"rubric": "aaabbb", "scorer": "xyzxyz"}


def test_are_those_of_the_analysis_of_variance():
    scores = np.random.default_rng(1).normal(size=(10, 4)) + np.arange(4) + np.arange(10)[:, None]
    found = shares(scores, {"rubric": "abcd"})
    rows, columns, mean = scores.mean(1), scores.mean(0), scores.mean()
    rest = ((scores - rows[:, None] - columns + mean) ** 2).sum() / 27
    variances = [rows.var(ddof=1) - rest / 4, columns.var(ddof=1) - rest / 10, rest]
    wanted = [each / sum(variances) for each in variances]
    assert [found[name].value for name in (ROWS, "rubric", REST)] == pytest.approx(wanted)

    found = shares(scored(), FACTORS)
    assert sum(share.value for share in found.values()) == pytest.approx(1)
    assert all(0 <= share.low <= share.value <= share.high <= 1 for share in found.values())

    rng = np.random.default_rng(4)
    for _ in range(20):
        found = shares(rng.normal(size=(9, 6)), {"rubric": "aaabbb", "scorer": "xyzxyz", "order": "mmnnnm"})

        assert sum(share.value for share in found.values()) == pytest.approx(1)
        assert all(share.low <= share.value <= share.high for share in found.values())


def test_missing_scores_few_rows_and_inseparable_factors():
    scores, order = scored(200), [4, 0, 3, 1, 5, 2]
    holes = np.where(np.random.default_rng(2).random(scores.shape) < 0.2, np.nan, scores)
    turned = {name: [of[i] for i in order] for name, of in FACTORS.items()}
    whole, partly, moved = shares(scores, FACTORS), shares(holes, FACTORS), shares(scores[:, order], turned)
    for name, share in whole.items():
        assert partly[name].value == pytest.approx(share.value, abs=0.03)
        assert moved[name].value == pytest.approx(share.value)

    few, enough = (shares(scored(rows), FACTORS) for rows in (LEAST_ROWS - 1, LEAST_ROWS))
    assert all(share.value is not None and share.low is None for share in few.values())
    assert all(share.low is not None for share in enough.values())

    found = shares(scored(), {"rubric": "aaabbb", "scorer": "xxxyyy", "order": "111111"})
    assert found["rubric"].value is not None and found["scorer"].value is None and found["order"].value is None


@pytest.mark.parametrize("scores", [np.full((5, 6), 2.0), np.full((5, 6), np.nan), np.ones((1, 6))])
def test_equal_scores_and_no_scores_have_none(scores):
    assert all(share.value is None for share in shares(scores, FACTORS).values())
