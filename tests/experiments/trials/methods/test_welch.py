"""The method welch: equal to known values, and clear where data do not tell."""

import pytest
from scipy import stats

from evalhub.lib.statistics.estimate import NOTHING
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, separate


def test_equals_scipy_with_clusters_of_one_unit():
    found = methods["welch"].compare(separate(A, C), Rules())
    assert found.estimate.p == pytest.approx(stats.ttest_ind(C, A, equal_var=False).pvalue)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((-0.073831702, 0.166331702))
    assert (found.effect_size.name, found.effect_size.value) == ("Hedges' g", pytest.approx(0.390509366))

    plain = methods["welch"].compare(separate(A, C), Rules()).estimate
    clustered = methods["welch"].compare(separate(A, C, clusters=(range(8), range(8))), Rules()).estimate
    empty = methods["welch"].compare(separate([], C, clusters=([], range(8))), Rules()).estimate
    assert (clustered.low, clustered.p) == pytest.approx((plain.low, plain.p)) and empty.reason == NOTHING
