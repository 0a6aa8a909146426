"""What holds for agreement whatever the labels are."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.agreement.metrics import registry
from annotations.agreement.metrics.alpha import alpha, point
from tests.annotations.agreement.examples import make_patterns, simulated_table, table_patterns

VALUES = range(5)
tables = st.lists(
    st.lists(st.one_of(st.none(), st.sampled_from(VALUES)), min_size=4, max_size=4), min_size=2, max_size=12
)
quick = settings(max_examples=40, deadline=None)


def same(first, second):
    return (first is None and second is None) or first == pytest.approx(second, abs=1e-9)


def recoded(rows, change):
    return [[None if value is None else change(value) for value in row] for row in rows]


@quick
@given(rows=tables, level=st.sampled_from(["nominal", "ordinal", "interval", "ratio"]), order=st.randoms())
def test_order_of_items_and_annotators_does_not_matter(rows, level, order):
    columns = list(range(4))
    order.shuffle(columns)
    shuffled = [[row[column] for column in columns] for row in rows]
    order.shuffle(shuffled)

    assert same(point(make_patterns(rows), level=level), point(make_patterns(shuffled), level=level))


@quick
@given(rows=tables, names=st.permutations(list(VALUES)))
def test_nominal_ignores_names(rows, names):
    renamed = recoded(rows, lambda value: names[value])

    assert same(point(make_patterns(rows), level="nominal"), point(make_patterns(renamed), level="nominal"))


@quick
@given(rows=tables)
def test_ordinal_ignores_distances(rows):
    stretched = recoded(rows, lambda value: value**3 - 7)

    assert same(point(make_patterns(rows), level="ordinal"), point(make_patterns(stretched), level="ordinal"))


@quick
@given(rows=tables, shift=st.integers(-50, 50), scale=st.sampled_from([0.5, 3, 100]))
def test_interval_ignores_zero_and_unit(rows, shift, scale):
    moved = recoded(rows, lambda value: value * scale + shift)

    assert same(point(make_patterns(rows), level="interval"), point(make_patterns(moved), level="interval"))


@quick
@given(rows=tables, scale=st.sampled_from([0.5, 3, 100]))
def test_ratio_ignores_the_unit(rows, scale):
    scaled = recoded(rows, lambda value: value * scale)

    assert same(point(make_patterns(rows), level="ratio"), point(make_patterns(scaled), level="ratio"))


@quick
@given(rows=tables, level=st.sampled_from(["nominal", "ordinal", "interval", "ratio"]))
def test_every_metric_has_a_finite_value_or_a_reason(rows, level):
    patterns = make_patterns(rows)

    for metric in registry.values():
        estimate = metric(patterns, level=level, resamples=50)
        numbers = [number for number in (estimate.value, estimate.low, estimate.high) if number is not None]

        assert (estimate.value is None) == (estimate.reason is not None)
        assert (estimate.low is None) == (estimate.high is None)
        assert np.isfinite(numbers).all()
        assert all(number <= 1 for number in numbers)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_doubling_the_items_keeps_alpha_and_narrows_the_interval(level):
    table = simulated_table(items=200, annotators=4, values=5, seed=3)

    once = alpha(table_patterns(table), level=level)
    twice = alpha(table_patterns(np.concatenate([table, table])), level=level)

    assert twice.value == pytest.approx(once.value, abs=0.005)
    assert (twice.high - twice.low) / (once.high - once.low) == pytest.approx(2**-0.5, rel=0.1)
