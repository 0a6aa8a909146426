"""Distances of an item's labels: equal to all pairs counted one by one, at every level, and between 0 and 1."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.agreement.distances.items import item_distances
from annotations.agreement.label_arrays import Labels
from evalhub.lib.errors import InvalidInput


def labels_of(rows, domain=None):
    """Labels of {item: numbers}, annotators by their place."""
    flat = [(item, index, number) for item, numbers in rows.items() for index, number in enumerate(numbers)]
    items, annotators, numbers = zip(*flat, strict=True) if flat else ((), (), ())
    return Labels.of_numbers(items=list(items), annotators=list(annotators), numbers=list(numbers), domain=domain)


def scores(labels, **options):
    found = item_distances(labels, **options)
    keys = [labels.item_keys[index] for index in found.item.tolist()]
    return dict(zip(keys, found.score.tolist(), strict=True))


@pytest.mark.parametrize(
    "level, numbers, score",
    [
        ("nominal", [0, 0, 0], 0.0),
        ("nominal", [0, 0, 1], 2 / 3),
        ("nominal", [0, 1, 2], 1.0),
        ("ordinal", [0, 2], 1.0),
        ("ordinal", [0, 1], 0.5),
        ("interval", [0, 1], 0.5),
        ("ratio", [1, 2], 1 / 3),
        ("ratio", [0, 0], 0.0),
    ],
)
def test_worked_examples(level, numbers, score):
    labels = labels_of({7: numbers}, domain=(0, 1, 2))

    assert scores(labels, level=level, extent=2.0 if level == "interval" else None) == {7: pytest.approx(score)}


def test_items_with_one_label_are_left_out_and_sets_are_compared_by_what_they_share_and_unknown_level_is_refused():
    labels = labels_of({1: [0], 2: [0, 1]})
    found = item_distances(labels, level="nominal")
    assert [labels.item_keys[index] for index in found.item] == [2]
    assert found.n_labels.tolist() == [2]

    labels = Labels.of_sets(
        items=[1, 1, 2, 2, 3, 3], annotators=[0, 1] * 3, sets=[{"a"}, {"a"}, {"a"}, {"b"}, {"a"}, {"a", "b"}]
    )
    assert scores(labels, level="sets") == {1: 0.0, 2: 1.0, 3: pytest.approx(1 - 1 / 2 * 2 / 3)}

    with pytest.raises(InvalidInput, match="'cyclic'"):
        item_distances(labels_of({1: [0, 1]}), level="cyclic")


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio", "sets"])
def test_no_labels_have_no_distances(level):
    labels = Labels.of_sets(items=[], annotators=[], sets=[]) if level == "sets" else labels_of({})

    assert item_distances(labels, level=level).item.size == 0


@given(
    st.dictionaries(st.integers(1, 30), st.lists(st.integers(0, 4), min_size=1, max_size=6), min_size=1),
    st.sampled_from(["nominal", "ordinal", "interval", "ratio"]),
)
def test_all_pairs_counted_one_by_one_give_the_same(rows, level):
    labels = labels_of(rows, domain=(0, 1, 2, 3, 4))
    one_by_one = {
        "nominal": lambda a, b: float(a != b),
        "ordinal": lambda a, b: abs(a - b) / 4,
        "interval": lambda a, b: abs(a - b) / 4,
        "ratio": lambda a, b: abs(a - b) / (a + b) if a + b else 0.0,
    }[level]

    found = scores(labels, level=level, extent=4.0)

    expected = {
        item: np.mean([one_by_one(a, b) for a, b in itertools.combinations(numbers, 2)])
        for item, numbers in rows.items()
        if len(numbers) > 1
    }
    assert found == pytest.approx(expected)
    assert all(0 <= score <= 1 for score in found.values())
