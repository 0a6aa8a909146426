"""Krippendorff's alpha against published figures, the package of that name, and its own undefined cases."""

import krippendorff
import numpy as np
import pytest

from annotations.agreement import intervals
from annotations.agreement.metrics import alpha as module
from annotations.agreement.metrics import registry
from annotations.agreement.metrics.alpha import alpha, point
from annotations.agreement.patterns import Patterns
from evalhub.lib.errors import InvalidInput
from tests.annotations.agreement.examples import (
    BINARY_PAIR,
    CANONICAL,
    FIFTEEN,
    SETS,
    make_labels,
    make_patterns,
    make_set_labels,
    pair_table_patterns,
    simulated_table,
    table_patterns,
)

LEVELS = ["nominal", "ordinal", "interval", "ratio"]
PUBLISHED = {"nominal": 0.743421052632, "ordinal": 0.815387503755, "interval": 0.849107142857, "ratio": 0.797402774712}


@pytest.mark.parametrize("level", LEVELS)
def test_canonical_data(level):
    estimate = alpha(make_patterns(CANONICAL, domain=(1, 2, 3, 4, 5)), level=level)

    assert estimate.value == pytest.approx(PUBLISHED[level], abs=1e-9)
    assert (estimate.n_items, estimate.n_labels, estimate.n_annotators) == (11, 40, 4)
    assert (estimate.n_items_total, estimate.n_labels_total) == (12, 41)
    assert estimate.low < estimate.value < estimate.high
    assert estimate.notes == ("FEW_DISAGREE",)


@pytest.mark.parametrize(("rows", "level", "expected"), [
    (BINARY_PAIR, "nominal", 0.095238095238),
    (FIFTEEN, "nominal", 0.691358),
    (FIFTEEN, "interval", 0.810845),
])  # fmt: skip
def test_other_published_figures(rows, level, expected):
    assert point(make_patterns(rows), level=level) == pytest.approx(expected, abs=1e-6)


def test_sets_of_options_and_own_form_is_used_where_arrays_would_be_large(monkeypatch):
    patterns = Patterns.from_labels(make_set_labels(SETS))
    assert point(patterns, level="sets") == pytest.approx(0.588855421687, abs=1e-9)
    assert point(patterns, level="sets_jaccard") == pytest.approx(0.619512195122, abs=1e-9)

    monkeypatch.setattr(module.krippendorff, "alpha", None)
    table = simulated_table(items=20_000, annotators=3, values=5, seed=1)
    estimate = alpha(table_patterns(table), level="ordinal")
    assert 0.4 < estimate.value < 0.6


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(4))
def test_own_form_equals_the_package(monkeypatch, level, seed):
    table = simulated_table(items=60 + seed, annotators=5, values=6, seed=seed)
    domain = tuple(range(6))
    oracle = krippendorff.alpha(reliability_data=table.T, value_domain=domain, level_of_measurement=level)
    patterns = table_patterns(table, domain=domain)

    through_package = alpha(patterns, level=level)
    monkeypatch.setattr(module, "PACKAGE_CELLS", 0)
    own = alpha(patterns, level=level)

    assert through_package.value == pytest.approx(oracle, abs=1e-12)
    assert own.value == pytest.approx(oracle, abs=1e-12)
    assert (own.low, own.high) == (through_package.low, through_package.high)


@pytest.mark.parametrize("level", LEVELS)
def test_measured_numbers_equal_the_package(level):
    rng = np.random.default_rng(5)
    table = np.abs(rng.normal(50, 10, size=(40, 1)) + rng.normal(0, 5, size=(40, 4)))
    oracle = krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)

    assert point(table_patterns(table), level=level) == pytest.approx(oracle, abs=1e-9)


@pytest.mark.parametrize(("rows", "reason"), [
    ([], "NO_PAIRS"),
    ([[1], [2], [3]], "NO_PAIRS"),
    ([[1, None], [None, 2]], "NO_PAIRS"),
    ([[2, 2, 2], [2, 2, None], [2, 2, 2]], "NO_VARIATION"),
    ([[2, 2], [2, 2], [5, None]], "NO_VARIATION"),
    ([[2, 3]], "ONE_ITEM"),
    ([[2, 2]], "NO_VARIATION"),
])  # fmt: skip
@pytest.mark.parametrize("level", LEVELS)
def test_undefined_has_a_reason_and_no_number(rows, reason, level):
    estimate = alpha(make_patterns(rows), level=level)

    assert (estimate.value, estimate.low, estimate.high) == (None, None, None)
    assert estimate.reason == reason


def test_few_items_have_a_value_and_no_interval_and_no_interval_when_too_many_resamples_have_no_variation(monkeypatch):
    nine = alpha(make_patterns([[1, 1], [2, 2], [1, 2]] * 3), level="nominal")
    ten = alpha(make_patterns([[1, 1], [2, 2], [1, 2]] * 3 + [[2, 2]]), level="nominal")
    assert (nine.value is not None, nine.low, nine.notes) == (True, None, ("FEW_ITEMS",))
    assert (ten.low is not None, ten.notes) == (True, ("FEW_DISAGREE",))

    monkeypatch.setattr(intervals, "FEW_DISAGREE", 0)
    rows = [[1, 1]] * 11 + [[1, 2]]
    estimate = alpha(make_patterns(rows), level="nominal")
    assert estimate.value is not None
    assert (estimate.low, estimate.high) == (None, None)
    assert "INTERVAL_NO_VARIATION" in estimate.notes


def test_between_ten_and_twenty_items_a_resampled_interval_is_called_unreliable():
    rows = [[number, number + 1 + number**2 % 11] for number in range(12)]

    estimate = alpha(make_patterns(rows), level="interval")

    assert estimate.notes == ("INTERVAL_UNRELIABLE",)


def test_prevalence_paradox_is_noted_and_ratio_with_many_values_keeps_its_value(monkeypatch):
    estimate = alpha(pair_table_patterns([[80, 10], [5, 5]]), level="nominal")
    assert estimate.value == pytest.approx(0.317714285714, abs=1e-9)
    assert "UNBALANCED" in estimate.notes

    table = np.abs(np.random.default_rng(1).normal(5, 1, size=(30, 3)))
    expected = point(table_patterns(table), level="ratio")
    monkeypatch.setattr("annotations.agreement.distances.values.MATRIX_VALUES", 10)
    estimate = alpha(table_patterns(table), level="ratio")
    assert estimate.value == pytest.approx(expected, abs=1e-12)
    assert (estimate.low, estimate.notes) == (None, ("INTERVAL_TOO_MANY_VALUES",))


def test_too_many_values_for_pairs_of_values(monkeypatch):
    monkeypatch.setattr(module, "MOST_VALUES", 3)

    assert alpha(make_patterns(CANONICAL), level="ratio").reason == "TOO_MANY_VALUES"
    assert alpha(make_patterns(CANONICAL), level="interval").reason is None


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_extreme_numbers_stay_finite(scale):
    rows = [[value * scale if value else None for value in row] for row in CANONICAL]

    assert point(make_patterns(rows), level="interval") == pytest.approx(PUBLISHED["interval"], abs=1e-9)
    assert point(make_patterns(rows), level="ratio") == pytest.approx(PUBLISHED["ratio"], abs=1e-9)


def test_large_numbers_that_differ_little_and_level_and_values_must_fit_and_same_data_and_seed_give_the_same_bytes():
    rows = [[value + 1e9 if value else None for value in row] for row in CANONICAL]
    assert point(make_patterns(rows), level="interval") == pytest.approx(PUBLISHED["interval"], abs=1e-6)

    with pytest.raises(InvalidInput, match="'rank'. Valid: nominal, ordinal"):
        alpha(make_patterns(CANONICAL), level="rank")
    with pytest.raises(InvalidInput, match="A value is -1. Valid at the ratio level: 0 or more"):
        alpha(make_patterns([[-1, 1], [2, 2]]), level="ratio")

    labels = make_labels(CANONICAL)
    backwards = labels.where(np.arange(labels.item.size)[::-1])
    first = alpha(Patterns.from_labels(labels), level="ordinal")
    second = alpha(Patterns.from_labels(backwards), level="ordinal")
    assert repr(first) == repr(second)


def test_registered_under_its_key():
    assert registry["krippendorff_alpha"] is alpha
    assert ("krippendorff_alpha", "Krippendorff's alpha") in registry.choices()
