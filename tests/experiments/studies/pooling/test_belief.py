"""Belief functions: Zadeh's example, both worlds, and the conflict that is never hidden."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalhub.lib.errors import InvalidInput
from experiments.studies.pooling.belief import Source, closed_world, combine, open_world

A, B, C, ALL = frozenset({1}), frozenset({2}), frozenset({3}), frozenset({1, 2, 3})
share = st.floats(0, 1)
sources = st.lists(
    st.builds(Source, st.frozensets(st.integers(1, 3), max_size=3), share, share, share), min_size=1, max_size=6
)


def test_published_examples_show_conflict_and_agreement():
    found = combine([{A: 0.99, B: 0.01}, {C: 0.99, B: 0.01}], 3)
    assert found.conflict == pytest.approx(0.9999, abs=1e-9)
    assert found.masses == pytest.approx({B: 0.0001})
    assert found.pignistic is None

    found = closed_world([Source(frozenset({1, 2}), 0.8), Source(frozenset({2}), 0.5)], 3)
    assert found.conflict == 0.0
    assert found.masses == pytest.approx({B: 0.5, frozenset({1, 2}): 0.4, ALL: 0.1})
    assert found.pignistic == pytest.approx((0.2 + 0.1 / 3, 0.5 + 0.2 + 0.1 / 3, 0.1 / 3))

    found = open_world([Source(frozenset({2}), 0.8, 0.5, 0.5), Source(frozenset(), 0.25)], 3)
    assert found.conflict == pytest.approx(0.25)
    assert found.masses == pytest.approx({B: 0.2 * 0.75, ALL: 0.8 * 0.75})
    assert math.fsum(found.pignistic) == pytest.approx(1)


def test_doubts_abstentions_and_nothing_are_no_belief():
    assert open_world([Source(ALL, 0.7)], 3).conflict == pytest.approx(0.3)
    assert closed_world([Source(ALL, 0.7)], 3).pignistic == pytest.approx((1 / 3,) * 3)

    assert closed_world([Source(frozenset()), Source(frozenset({3}), 1.0)], 3).pignistic == (0.0, 0.0, 1.0)

    for found in (closed_world([], 3), open_world([], 3), closed_world([Source(frozenset())], 3)):
        assert (found.masses, found.conflict, found.pignistic, found.reason) == ({}, None, None, "NO_SOURCES")


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan])
def test_critics_numbers_stay_in_range(value):
    with pytest.raises(InvalidInput):
        Source(A, agreement=value)


@pytest.mark.parametrize("mass", [{A: 0.5}, {frozenset({4}): 1.0}, {A: 0.7, B: 0.7}])
def test_masses_that_are_none_are_refused(mass):
    with pytest.raises(InvalidInput):
        combine([mass], 3)


@given(sources)
def test_mass_is_kept_and_the_order_does_not_matter(found):
    for world in (open_world, closed_world):
        combined, reverse = world(found, 3), world(found[::-1], 3)
        if combined.reason:
            continue
        assert math.fsum(combined.masses.values()) + combined.conflict == pytest.approx(1)
        assert combined.conflict == pytest.approx(reverse.conflict)
        if combined.pignistic is not None:
            assert math.fsum(combined.pignistic) == pytest.approx(1)
