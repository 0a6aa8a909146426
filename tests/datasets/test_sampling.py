"""Samples are exact in size, the same for the same seed, and fair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.sampling import MAX_STRATA, StratumPlan, allocate, draw, draw_stratified
from evalhub.lib.errors import InvalidInput

COUNTS = st.dictionaries(st.text(max_size=3) | st.none(), st.integers(0, 50), min_size=1, max_size=12)


def test_as_many_rows_as_strata_are_one_of_each():
    assert {part.label: part.size for part in allocate({"a": 98, "b": 1, "c": 1}, size=3)} == {"a": 1, "b": 1, "c": 1}


def test_a_seed_draws_the_same_rows_everywhere_and_a_larger_sample_contains_the_smaller_one():
    assert draw(1000, size=5, seed=42).tolist() == [646, 740, 743, 810, 997]

    assert set(draw(500, size=20, seed=3)) < set(draw(500, size=50, seed=3))


@given(st.integers(1, 300), st.integers(1, 300), st.integers(0, 2**63 - 1))
def test_draw_gives_distinct_ascending_positions(available, size, seed):
    drawn = draw(available, size=size, seed=seed).tolist()

    assert len(drawn) == min(size, available)
    assert drawn == sorted(set(drawn))
    assert 0 <= drawn[0] and drawn[-1] < available


def test_other_seeds_and_strata_draw_other_rows_and_every_row_has_the_same_chance_and_plans_say_what_there_is():
    drawn = [draw(10_000, size=50, seed=1), draw(10_000, size=50, seed=2), draw(10_000, size=50, seed=1, stratum="a")]
    assert len({tuple(positions) for positions in drawn}) == 3

    times = np.zeros(20)
    for seed in range(2000):
        times[draw(20, size=5, seed=seed)] += 1
    # 500 expected each, standard deviation 19
    assert times.min() > 420 and times.max() < 580

    assert allocate({"a": 4}, size=2) == [StratumPlan("a", 4, 2)]


@pytest.mark.parametrize(
    "counts, size, shares",
    [
        ({"a": 50, "b": 30, "c": 20}, 10, {"a": 5, "b": 3, "c": 2}),
        ({"a": 98, "b": 1, "c": 1}, 10, {"a": 8, "b": 1, "c": 1}),
        ({"a": 98, "b": 1, "c": 1}, 2, {"a": 2, "b": 0, "c": 0}),
        ({"a": 1, "b": 1, "c": 1}, 2, {"a": 1, "b": 1, "c": 0}),
        ({"a": 3, None: 3, "b": 0}, 3, {None: 2, "a": 1}),
        ({"a": 3, "b": 2}, 99, {"a": 3, "b": 2}),
        ({}, 5, {}),
    ],
)
def test_allocate(counts, size, shares):
    assert {part.label: part.size for part in allocate(counts, size=size)} == shares


@given(COUNTS, st.integers(1, 400))
def test_allocation_is_exact_and_within_reach(counts, size):
    plan = allocate(counts, size=size)
    filled = [part for part in plan if part.available]

    assert sum(part.size for part in plan) == min(size, sum(counts.values()))
    assert all(0 <= part.size <= part.available for part in plan)
    assert all(part.size for part in filled) or size < len(filled)


@given(st.lists(st.sampled_from(["a", "b", None]), min_size=1, max_size=60), st.integers(1, 60), st.integers(0, 9))
def test_stratified_draws_follow_the_plan(labels, size, seed):
    drawn = draw_stratified(iter(labels), size=size, seed=seed).tolist()

    assert drawn == sorted(set(drawn))
    for part in allocate({label: labels.count(label) for label in labels}, size=size):
        assert sum(labels[place] == part.label for place in drawn) == part.size


def test_a_stratum_s_rows_can_be_drawn_by_its_plan_alone_and_too_many_strata():
    labels = ["a", "b", "a", "a", "b", "a"] * 20
    drawn = draw_stratified(labels, size=30, seed=5)
    places = [place for place, label in enumerate(labels) if label == "a"]
    of_a = [places[place] for place in draw(80, size=20, seed=5, stratum="a")]
    assert [place for place in drawn if labels[place] == "a"] == of_a

    with pytest.raises(InvalidInput, match="1,000 different values"):
        draw_stratified((str(place) for place in range(MAX_STRATA + 1)), size=5, seed=1)
    with pytest.raises(InvalidInput, match="1,001 different values"):
        allocate({str(place): 1 for place in range(MAX_STRATA + 1)}, size=5)


@pytest.mark.parametrize("size, seed", [(0, 1), (-1, 1), (True, 1), ("5", 1), (1.0, 1), (5, -1), (5, 2**63), (5, None)])
def test_bad_sizes_and_seeds(size, seed):
    with pytest.raises(InvalidInput):
        draw(10, size=size, seed=seed)
