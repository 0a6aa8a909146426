"""Confusions: each pair of labels counted once, people among themselves and people against machines."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.agreement.comparisons.confusions import confusions
from annotations.agreement.label_arrays import Labels


def labels_of(rows):
    """Labels of [(item, annotator, value)] with values 0, 1, 2; annotators whose name begins with m are machines."""
    items, annotators, numbers = zip(*rows, strict=True) if rows else ((), (), ())
    kinds = {name: "llm" if name.startswith("m") else "human" for name in annotators}
    return Labels.of_numbers(
        items=list(items), annotators=list(annotators), numbers=list(numbers), domain=(0, 1, 2), kinds=kinds
    )


def test_worked_example_and_nobody_met_anybody():
    found = confusions(
        labels_of(
            [(1, "ann", 0), (1, "abe", 0), (1, "aida", 2), (1, "m1", 1), (2, "ann", 1), (2, "abe", 1), (2, "m1", 1)]
        )
    )
    assert found.people.tolist() == [[1, 0, 2], [0, 1, 0], [2, 0, 0]]
    assert found.machines.tolist() == [[0, 2, 0], [0, 2, 0], [0, 1, 0]]

    assert confusions(labels_of([])).people.tolist() == [[0] * 3] * 3


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from(["a", "b", "c", "m1", "m2"]), st.integers(0, 2)),
        unique_by=lambda row: row[:2],
    )
)
def test_pairs_counted_one_by_one_give_the_same(rows):
    people, machines = np.zeros((3, 3), dtype=int), np.zeros((3, 3), dtype=int)
    for (item, one, x), (other_item, other, y) in itertools.combinations(rows, 2):
        if item != other_item:
            continue
        if not (one.startswith("m") or other.startswith("m")):
            people[x, y] += 1
            people[y, x] += x != y
        elif one.startswith("m") != other.startswith("m"):
            person, machine = (x, y) if other.startswith("m") else (y, x)
            machines[person, machine] += 1

    found = confusions(labels_of(rows))

    assert found.people.tolist() == people.tolist()
    assert found.machines.tolist() == machines.tolist()
