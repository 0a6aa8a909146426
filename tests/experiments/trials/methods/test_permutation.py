"""The method permutation: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs, separate


def test_signs_and_variants_are_swapped_the_same_way_each_time():
    rounded = pairs([round(100 * each) for each in A], [round(100 * each) for each in C])
    found = methods["permutation"].compare(rounded, Rules()).estimate
    assert found.p == pytest.approx(0.0546875) and found.low <= 0 < found.high

    one, again = (methods["permutation"].compare(separate(A, C), Rules(seed=3)).estimate for _ in range(2))
    other = methods["permutation"].compare(separate(A, C), Rules(seed=4)).estimate
    assert one == again != other and one.p == pytest.approx(0.44, abs=0.03)

    assert methods["permutation"].compare(separate([1.0], [2.0]), Rules()).estimate.reason == TOO_FEW
    assert methods["permutation"].compare(separate([], [2.0]), Rules()).estimate.reason == NOTHING
