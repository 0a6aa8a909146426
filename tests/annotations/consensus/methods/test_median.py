"""Median."""

import pytest

from annotations.consensus.decision import decide
from evalhub.lib.errors import InvalidInput
from tests.annotations.agreement.examples import make_labels, make_set_labels


def consensus(rows, *, method, level, kinds=None, models=None, threshold=0.0):
    make = make_set_labels if level == "sets" else make_labels
    return decide(make(rows, kinds=kinds, models=models), method=method, level=level, threshold=threshold)


@pytest.mark.parametrize(("row", "level", "value", "share", "reason"), [
    ([4, 4, 5, 1, 4], "ordinal", 4, 0.6, None),
    ([3, 4, 5], "ordinal", 4, 1 / 3, None),
    ([3, 3, 4, 4], "ordinal", None, 0.0, "TIE"),
    ([3, 4, 4, 5], "ordinal", 4, 0.5, None),
    ([10, 11], "interval", 10.5, 0.0, None),
    ([10, 10, 12], "ratio", 10, 2 / 3, None),
    ([1e308, 1.5e308], "interval", 1.25e308, 0.0, None),
])  # fmt: skip
def test_median(row, level, value, share, reason):
    found = consensus([row], method="median", level=level)[0]

    assert (found.value, found.reason) == (value, reason)
    assert found.share == pytest.approx(share)


def test_median_needs_an_order():
    with pytest.raises(InvalidInput, match="'nominal'. Valid for the median: ordinal, interval, ratio"):
        consensus([[1, 2]], method="median", level="nominal")
