"""The method confidence_sequence: equal to known values, and clear where data do not tell."""

import numpy as np
import pytest

from evalhub.lib.statistics.estimate import TOO_FEW
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs, shares


def test_equals_the_published_shares_and_is_narrowest_at_the_planned_n():
    found = methods["confidence_sequence"].compare(shares((480, 1000), (530, 1000)), Rules(planned_n=5000)).estimate
    assert (found.low, found.high, found.p) == pytest.approx((-0.019758960, 0.119758960, 0.303739916), abs=1e-8)

    gaps = np.random.default_rng(2).normal(0.1, 0.5, 200)
    data = pairs(np.zeros(200), gaps)
    widths = {}
    for planned in (20, 200, None, 5000):
        found = methods["confidence_sequence"].compare(data, Rules(planned_n=planned)).estimate
        widths[planned] = found.high - found.low
    assert widths[200] == widths[None] == min(widths.values())

    found = methods["confidence_sequence"].compare(pairs(A, C), Rules()).estimate
    assert (found.reason, found.low) == (TOO_FEW, None)
