"""The method paired_t: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.estimate import NO_VARIATION, TOO_FEW
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs, separate


def test_equals_the_published_pair_at_each_alpha_and_with_clusters():
    found = methods["paired_t"].compare(pairs(A, C), Rules())
    assert (found.estimate.p, found.estimate.low, found.estimate.high) == pytest.approx(
        (0.028317984, 0.006546864, 0.085953136)
    )
    assert found.effect_size.name == "Cohen's dz"

    narrow, wide = (methods["paired_t"].compare(pairs(A, C), Rules(alpha=each)).estimate for each in (0.1, 0.01))
    assert wide.low < 0 < narrow.low

    clustered = methods["paired_t"].compare(pairs(A, C, clusters=([1] * 8, [1] * 8)), Rules()).estimate
    equal = methods["paired_t"].compare(pairs([1.0, 1.0], [1.0, 1.0]), Rules()).estimate
    assert (clustered.reason, equal.reason, equal.value) == (TOO_FEW, NO_VARIATION, 0)

    with pytest.raises(InvalidInput, match="none in common"):
        methods["paired_t"].checked(separate(A, C))
