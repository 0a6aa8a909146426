"""The method ppi: equal to known values, and clear where data do not tell."""

import numpy as np
import pytest

from evalhub.lib.errors import InvalidInput
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs, separate

RNG = np.random.default_rng(8)


def labelled(n, shift, bias):
    """(people's values, 100 of n known; the machine's, which is off by `bias`)."""
    truth = RNG.normal(shift, 0.3, n)
    said = np.where(np.arange(n) < 100, truth, np.nan)
    return said, truth + bias + RNG.normal(0, 0.1, n)


@pytest.mark.parametrize("make", [pairs, separate])
def test_a_biased_machine_is_corrected(make):
    (said, judged), (said_then, judged_then) = labelled(600, 0.5, 0.0), labelled(600, 0.6, 0.4)
    found = methods["ppi"].compare(make(said, said_then, machine_values=(judged, judged_then)), Rules()).estimate

    assert found.low < 0.1 < found.high < 0.3 and 0 < found.p < 0.05


def test_few_labels_and_no_machine():
    few = separate([1.0] * 5, [1.0] * 5, machine_values=([1.0] * 5, [1.0] * 5))

    assert methods["ppi"].compare(few, Rules()).estimate.low is None
    with pytest.raises(InvalidInput, match="machine_value"):
        methods["ppi"].compare(separate(A, C), Rules())
    with pytest.raises(InvalidInput, match="machine_value"):
        methods["ppi"].compare(pairs(A, C), Rules())
