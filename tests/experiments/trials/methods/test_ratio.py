"""The method ratio: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.estimate import UNINFORMATIVE
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, separate


def test_ratio_of_sums_needs_denominators():
    found = methods["ratio"].compare(separate(A, C, denominators=([2] * 8, [1, 3] * 4)), Rules()).estimate
    assert found.value == pytest.approx(sum(C) / 16 - sum(A) / 16) and found.low < found.value < found.high
    empty = separate(A, C, denominators=([0] * 8, [1] * 8))
    assert methods["ratio"].compare(empty, Rules()).estimate.reason == UNINFORMATIVE

    with pytest.raises(InvalidInput, match="denominator"):
        methods["ratio"].compare(separate(A, C), Rules())
