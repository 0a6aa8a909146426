"""Intervals of every metric, where many items disagree and where few do, and the reliability of a consensus."""

import itertools

import numpy as np
import pytest
from scipy.stats import binomtest

from annotations.agreement import intervals
from annotations.agreement.comparisons.between import between
from annotations.agreement.distances.values import LEVELS
from annotations.agreement.metrics import registry
from annotations.agreement.metrics.alpha import alpha
from annotations.agreement.metrics.fleiss import fleiss_kappa
from annotations.agreement.metrics.gwet import gwet_ac1
from annotations.agreement.metrics.percent import percent_agreement
from annotations.agreement.patterns import Patterns
from evalhub.lib.statistics import bootstrap
from tests.annotations.agreement.examples import (
    make_labels,
    make_patterns,
    make_set_labels,
    simulated_table,
    table_patterns,
)

METRICS = [alpha, fleiss_kappa, gwet_ac1, percent_agreement]


def measured(metric, patterns):
    return metric(patterns, level="nominal")


@pytest.mark.parametrize("metric", METRICS)
def test_intervals_hold_their_value(metric):
    table = simulated_table(items=150, annotators=3, values=3, seed=4, missing=0)

    estimate = measured(metric, table_patterns(table))

    assert estimate.low < estimate.value < estimate.high
    assert estimate.high - estimate.low < 0.3


@pytest.mark.parametrize("metric", METRICS)
def test_thirty_equal_items_are_no_proof_of_perfect_agreement(metric):
    """No resample holds a disagreement: resampling says 1 to 1, which covers an alpha of .92 in 6 of 10 panels."""
    estimate = measured(metric, make_patterns([[1, 1]] * 15 + [[2, 2]] * 15))

    assert (estimate.value, estimate.high, estimate.notes) == (1.0, 1.0, ("FEW_DISAGREE",))
    assert estimate.low < 0.9


def test_percent_agreement_on_a_single_value_has_an_interval():
    share = binomtest(0, 30).proportion_ci(method="exact")

    estimate = measured(percent_agreement, make_patterns([[1, 1]] * 30))

    assert (estimate.value, estimate.low, estimate.high) == (1.0, pytest.approx(1 - share.high), 1.0)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("disagreeing", [0, 1, 2, 9, 10, 11])
def test_no_bound_leaves_the_range_of_the_metric(metric, disagreeing):
    """Of 11 items, of which at the end all disagree: two values, three that have an order, and one alone."""
    agreeing = 11 - disagreeing
    tables = [
        [[1, 2]] * disagreeing + [[1 + number % 2] * 2 for number in range(agreeing)],
        [[1 + number % 3, 1 + (number + 1) % 3] for number in range(disagreeing)] + [[1, 1]] * agreeing,
    ]
    levels = ["nominal", "ordinal", "interval"] if metric is alpha else ["nominal"]

    for table, level in itertools.product(tables, levels):
        found = metric(make_patterns(table), level=level)
        assert found.reason == "NO_VARIATION" or -1 <= found.low <= found.value <= found.high <= 1, (level, found)


def test_two_annotators_and_two_values_have_the_interval_of_clopper_and_pearson_and_few_disagreements_between_sets():
    rows = [[1, 1]] * 14 + [[2, 2]] * 13 + [[1, 2]] * 3
    share = binomtest(3, 30).proportion_ci(method="exact")
    expected = 2 * 31 * 29 / (60 * 59)
    estimate = measured(alpha, make_patterns(rows))
    assert estimate.value == pytest.approx(1 - 0.1 / expected)
    assert (estimate.low, estimate.high) == pytest.approx((1 - share.high / expected, 1 - share.low / expected))

    rows = [[["a"], ["a"]], [["a", "b"], ["a", "b"]]] * 10 + [[["a"], ["a", "b"]]]
    estimate = registry["krippendorff_alpha"](_patterns(make_set_labels(rows)), level="sets")
    assert estimate.low < estimate.value < estimate.high < 1


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_few_disagreements_at_every_level(level):
    rows = [[value, value, value] for value in (1, 2, 3, 4, 5)] * 8 + [[1, 2, 1], [4, 5, None], [3, 3, 5]]

    estimate = alpha(make_patterns(rows), level=level)

    assert estimate.low < estimate.value < estimate.high < 1
    assert estimate.notes == ("FEW_DISAGREE",)


def test_ten_items_that_disagree_are_resampled_and_items_that_all_disagree_are_no_proof_either_and_value_alone():
    rows = [[1, 1]] * 30 + [[2, 2]] * 30
    nine, ten = (measured(alpha, make_patterns(rows + [[1, 2]] * n)) for n in (9, 10))
    assert (nine.notes, ten.notes) == (("FEW_DISAGREE",), ())

    estimate = measured(alpha, make_patterns([[1, 2]] * 20))
    assert estimate.notes == ("FEW_DISAGREE",)
    assert estimate.low == pytest.approx(estimate.value) and estimate.high > estimate.value + 0.1

    patterns = make_patterns([[1, 1], [1, 2]] * 20)
    assert alpha(patterns, level="nominal", resamples=0).low is None


def test_machines_are_few_by_items_and_not_by_pairs():
    """Three machines that differ from people on the same 4 items differ on 4 items, not on 12."""
    rows = [[v, v, v, v, v] for v in (1, 2)] * 20 + [[1, 1, 2, 2, 2]] * 4
    kinds = {0: "human", 1: "human", 2: "llm", 3: "llm", 4: "llm"}

    found = between(make_labels(rows, kinds=kinds), level="nominal")

    single, combined = found.machines[0].estimate, found.combined
    assert "FEW_DISAGREE" in single.notes and "FEW_DISAGREE" in combined.notes
    assert (combined.low, combined.high) == pytest.approx((single.low, single.high), abs=0.01)


@pytest.mark.parametrize("level", list(LEVELS))
def test_value_is_one_less_mean_distance_over_expected_distance(level):
    """What the exact interval is made of, at every level and with labels missing."""
    table = simulated_table(items=50, annotators=4, values=4, seed=6) + 1
    patterns = _set_patterns(table) if level.startswith("sets") else table_patterns(table)
    found = []

    def outcome(statistic, resampled, disagreement, **options):
        found.append(disagreement)
        return intervals.Outcome(value=float(statistic(resampled.times[None, :].astype(float))[0]))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(intervals, "outcome", outcome)
        value = alpha(patterns, level=level).value

    (parts,) = found
    mean = parts.distance @ parts.times / parts.times.sum()
    assert value == pytest.approx(1 - mean / parts.expected)
    assert parts.distance.max() <= parts.largest * (1 + 1e-9)


def test_fewer_resamples_of_many_patterns_are_noted(monkeypatch):
    monkeypatch.setattr(bootstrap, "_MOST_STEPS", 2)

    found = alpha(table_patterns(simulated_table(items=200, annotators=3, values=3, seed=1)), level="nominal")

    assert found.low < found.value < found.high
    assert found.notes == ("FEWER_RESAMPLES",)


def _patterns(labels):
    return Patterns.from_labels(labels)


def _set_patterns(table):
    names = [["a"], ["b"], ["a", "b"], []]
    return _patterns(
        make_set_labels([[None if np.isnan(value) else names[int(value) - 1] for value in row] for row in table])
    )
