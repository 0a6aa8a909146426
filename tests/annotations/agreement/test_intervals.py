"""Intervals of every metric, and the reliability of a consensus."""

import pytest

from annotations.agreement.fleiss import fleiss_kappa
from annotations.agreement.gwet import gwet_ac1
from annotations.agreement.percent import percent_agreement
from annotations.agreement.reliability import consensus_reliability
from tests.annotations.agreement.examples import (
    simulated_table,
    table_patterns,
)


def measured(metric, patterns):
    return metric(patterns, level="nominal", seed=1)


@pytest.mark.parametrize("metric", [fleiss_kappa, gwet_ac1, percent_agreement])
def test_intervals_hold_their_value(metric):
    table = simulated_table(items=150, annotators=3, values=3, seed=4, missing=0)

    estimate = measured(metric, table_patterns(table))

    assert estimate.low < estimate.value < estimate.high
    assert estimate.high - estimate.low < 0.3


def test_reliability_of_a_consensus():
    assert consensus_reliability(0.5, 1) == 0.5
    assert consensus_reliability(0.5, 3) == pytest.approx(0.75)
    assert consensus_reliability(0.0, 10) is None
    assert consensus_reliability(-0.2, 10) is None
    assert consensus_reliability(None, 10) is None
