"""The jackknife: for a mean it is the t-test, and it says nothing of few clusters."""

import numpy as np
import pytest
from scipy import stats

from evalhub.lib.statistics import jackknife


def without_each(values):
    return (values.sum() - values) / (len(values) - 1)


def test_of_a_mean_is_students_test_where_there_are_clusters():
    values = np.array([0.5, 1.0, -0.5, 1.5, 0.0, 2.0, 0.5])
    found = jackknife.interval(values.mean(), without_each(values))
    wanted = stats.ttest_1samp(values, 0)
    assert (found.low, found.high) == pytest.approx(tuple(wanted.confidence_interval()))
    assert found.p == pytest.approx(wanted.pvalue)

    assert jackknife.interval(1.0, [1.0] * (jackknife.LEAST_CLUSTERS - 1)) is None
    found = jackknife.interval(1.0, [1.0] * jackknife.LEAST_CLUSTERS)
    assert (found.low, found.high, found.p) == (1.0, 1.0, None)
