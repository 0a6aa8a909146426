"""The method mcnemar: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.errors import InvalidInput
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs


@pytest.mark.parametrize("gained, lost, p", [(10, 2, 0.038574219), (15, 5, 0.041389465), (6, 0, 0.03125), (0, 0, 1)])
def test_equals_published_flips(gained, lost, p):
    data = pairs([0] * gained + [1] * lost + [1, 0], [1] * gained + [0] * lost + [1, 0])
    found = methods["mcnemar"].compare(data, Rules())

    assert found.estimate.p == pytest.approx(p) and found.estimate.value == (gained - lost) / (gained + lost + 2)
    assert found.effect_size.value == (gained / lost if lost else None)


def test_scores_are_refused():
    with pytest.raises(InvalidInput, match=r"v4 has 0\.6"):
        methods["mcnemar"].compare(pairs(A, C), Rules())
