"""Differences of rubrics and models: paired, tested over evidence groups, corrected, and undefined with a reason."""

import pytest
from scipy import stats

from experiments.studies.analysis.differences import between_models, between_rubrics
from tests.experiments.studies.analysis.rows import lane, study

ROWS = [[1, 2, 3], [2, 2, 3], [1, 3, 3], [2, 3, 1], [1, 1, 2], [3, 3, 3], [1, 3, 2]]


def rubrics(rows, *, n=3, model="x"):
    return study(rows, [lane(str(number), model, sample=number) for number in range(1, len(rows[0]) + 1)], n=n)


def test_rubrics_are_compared_on_the_same_texts_and_corrected():
    found = between_rubrics(rubrics(ROWS))

    first, second, third = zip(*ROWS, strict=True)
    raw = {
        (1, 2): stats.ttest_rel(first, second),
        (1, 3): stats.ttest_rel(first, third),
        (2, 3): stats.ttest_rel(second, third),
    }
    pairs = [(each.first.sample, each.second.sample) for each in found]
    assert pairs == sorted(raw, key=lambda pair: raw[pair].pvalue)
    assert found[0].p == pytest.approx(3 * raw[pairs[0]].pvalue) and found[0].n == found[0].groups == 7
    interval = raw[pairs[0]].confidence_interval()
    assert (found[0].low, found[0].high) == pytest.approx((interval.low, interval.high))


def test_groups_matches_and_what_has_no_test():
    lanes = [lane("a", "x"), lane("b", "y"), lane("c", "x", sample=2), lane("d", "y", sample=2)]
    (found,) = between_rubrics(study([[1, 2, 3, 2]] * 3 + [[1, 1, 2, 3]] * 3, lanes))
    assert (found.value, found.n, found.groups) == (-1.25, 12, 6)

    (alike,) = between_rubrics(rubrics([[1, 2]] * 6))
    (few,) = between_rubrics(rubrics([[1, 2], [2, 2]]))
    apart = [lane("a", "x"), lane("b", "y", sample=2)]
    (nothing,) = between_rubrics(study([[1, 2]] * 6, apart))
    assert (alike.value, alike.p, alike.reason) == (-1.0, None, "all_alike")
    assert (few.value, few.low, few.reason) == (-0.5, None, "few_groups")
    assert (nothing.value, nothing.reason) == (None, "nothing_shared")

    shared = [lane("a", "x"), lane("b", "y"), lane("c", "y", sample=2, ordinal=2)]
    own = [lane("a", "x", ordinal=1), lane("b", "y", sample=2, ordinal=1), lane("c", "y", sample=3, ordinal=2)]
    for lanes in (shared, own):
        (found,) = between_models(study([[1, 3, 1]] * 5 + [[2, 3, 3]], lanes))

        assert (found.first, found.second, found.n) == ("x", "y", 6) and found.value == pytest.approx(-11 / 6)

    lanes = [lane("a", "x"), lane("p", "", sample=2)]
    assert between_rubrics(study([[1, 2]], lanes)) == [] and between_models(study([[1, 2]], lanes)) == []
