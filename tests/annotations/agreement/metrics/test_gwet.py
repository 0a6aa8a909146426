"""Gwet's AC1."""

import pytest

from annotations.agreement.metrics.fleiss import fleiss_kappa
from annotations.agreement.metrics.gwet import gwet_ac1
from annotations.agreement.metrics.percent import percent_agreement
from tests.annotations.agreement.examples import CANONICAL, make_patterns, pair_table_patterns


def measured(metric, patterns):
    return metric(patterns, level="nominal")


def test_gwet_with_missing_labels_and_values_of_the_scale_that_nobody_chose_count_for_chance():
    rows = [*CANONICAL[:-1], [None, None, 3, None]]
    assert measured(gwet_ac1, make_patterns(rows)).value == pytest.approx(0.775444068127, abs=1e-9)

    rows = [[1, 1], [2, 2], [1, 2]]  # P = 2/3, and the shares of the values are 1/2 and 1/2
    assert measured(gwet_ac1, make_patterns(rows)).value == pytest.approx(1 / 3)  # Pe = 1/2
    assert measured(gwet_ac1, make_patterns(rows, domain=[1, 2, 3])).value == pytest.approx(5 / 9)  # Pe = 1/4


def test_gwet_and_percent_beside_the_prevalence_paradox_and_gwet_is_undefined_with_a_reason():
    patterns = pair_table_patterns([[80, 10], [5, 5]])
    assert measured(gwet_ac1, patterns).value == pytest.approx(0.808, abs=1e-3)
    assert measured(percent_agreement, patterns).value == pytest.approx(0.85)
    assert measured(fleiss_kappa, patterns).value == pytest.approx(0.314285714286, abs=1e-9)  # Scott's pi

    assert measured(gwet_ac1, make_patterns([[1], [2]])).reason == "NO_PAIRS"
    assert measured(gwet_ac1, make_patterns([[1, 1], [1, 1]])).reason == "NO_VARIATION"
    assert measured(gwet_ac1, make_patterns([[1, 2]])).reason == "ONE_ITEM"
