"""Patterns in canonical order: the names and the declared order of values change no digit."""

import itertools

import numpy as np
import pytest

from annotations.agreement.canonical import canonical
from annotations.agreement.comparisons.between import between
from annotations.agreement.metrics import registry
from tests.annotations.agreement.examples import CANONICAL, make_labels, make_patterns, simulated_table, table_patterns


def renamed(rows, names):
    return [[None if value is None else names[value - 1] for value in row] for row in rows]


def bounds(estimate):
    return estimate.value, estimate.low, estimate.high


@pytest.mark.parametrize("name", ["krippendorff_alpha", "percent_agreement", "fleiss_kappa"])
def test_names_of_nominal_values_change_no_digit(name):
    table = simulated_table(items=60, annotators=3, values=4, seed=2, missing=0)
    metric = registry[name]

    found = {
        bounds(metric(table_patterns(np.array(order)[table.astype(int)].astype(float)), level="nominal"))
        for order in itertools.permutations(range(4))
    }

    ((value, low, high),) = found
    assert low < value < high


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_values_that_nobody_chose_change_no_digit(level):
    table = simulated_table(items=60, annotators=3, values=3, seed=2) + 2

    declared = registry["krippendorff_alpha"](table_patterns(table, domain=(1, 2, 3, 4, 5)), level=level)

    assert bounds(declared) == bounds(registry["krippendorff_alpha"](table_patterns(table), level=level))


def test_machines_beside_people_have_the_same_digits_under_other_names_and_canonical_twice_is_canonical():
    table = simulated_table(items=80, annotators=4, values=3, seed=3, missing=0, right=0.6).astype(int)
    kinds = {0: "human", 1: "human", 2: "llm", 3: "llm"}
    one, other = (
        between(make_labels(np.array(names)[table].tolist(), kinds=kinds), level="nominal").combined
        for names in ([1, 2, 3], [3, 1, 2])
    )
    assert bounds(one) == bounds(other) and one.low < one.value < one.high

    for level in ("nominal", "ordinal", "interval"):
        once = canonical(make_patterns(CANONICAL, domain=(1, 2, 3, 4, 5, 6)), level)
        assert canonical(once, level).fingerprint() == once.fingerprint()
        assert (once.n_items, once.n_labels, len(once.domain)) == (12, 41, 5)
