"""The method wilcoxon: equal to known values, and clear where data do not tell."""

import pytest
from scipy import stats

from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs


def test_equals_scipy():
    found = methods["wilcoxon"].compare(pairs(A, C), Rules())

    assert found.estimate.p == pytest.approx(stats.wilcoxon([c - a for a, c in zip(A, C, strict=True)]).pvalue)
    assert found.estimate.value == pytest.approx(0.05) and found.effect_size.name == "rank-biserial r"
