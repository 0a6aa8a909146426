"""Thompson sampling: shares are chances of being the best."""

import pytest
from scipy import stats

from experiments.trials.policies import policies


def test_shares_are_the_chances_of_normal_posteriors():
    found = policies["thompson"].shares([0.5, 0.53], [0.02, 0.02], seed=1)

    assert found[1] == pytest.approx(stats.norm.cdf(0.03 / (0.02 * 2**0.5)), abs=0.015)
    assert found == policies["thompson"].shares([0.5, 0.53], [0.02, 0.02], seed=1)
    assert policies["thompson"].shares([0.5, 0.53], [0.02, 0.02], seed=1, lower_is_better=True)[0] > 0.8
