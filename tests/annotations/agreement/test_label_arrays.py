"""Labels: keys become positions, values places in a domain, and what is not a label is refused."""

import numpy as np
import pytest

from annotations.agreement.label_arrays import Labels
from evalhub.lib.errors import InvalidInput
from tests.annotations.agreement.examples import make_labels


def test_keys_and_values_become_positions_and_declared_domain_keeps_values_nobody_used_and_empty_set_is_an_answer():
    labels = Labels.of_numbers(items=[70, 10, 70], annotators=["bob", "bob", "alice"], numbers=[3, 1, 3])
    assert labels.item_keys == (10, 70)
    assert labels.annotator_keys == ("alice", "bob")
    assert labels.item.tolist() == [1, 0, 1]
    assert labels.annotator.tolist() == [1, 1, 0]
    assert labels.domain == (1.0, 3.0)
    assert labels.values.tolist() == [3.0, 1.0, 3.0]

    assert make_labels([[1, 4]], domain=(1, 2, 3, 4)).code.tolist() == [0, 3]

    labels = Labels.of_sets(items=[1, 2, 3], annotators=[1, 1, 1], sets=[["b", "a"], [], ["a", "b"]])
    assert labels.domain == (frozenset(), frozenset({"a", "b"}))
    assert labels.code.tolist() == [1, 0, 1]


@pytest.mark.parametrize("items", [np.array([5, 3, 5]), np.array([10**15, 3, 10**15]), ["b", "a", "b"]])
def test_any_kind_of_key(items):
    labels = Labels.of_numbers(items=items, annotators=[1, 1, 2], numbers=[0, 0, 0])

    assert labels.item.tolist() == [1, 0, 1]
    assert labels.item_keys == tuple(sorted(set(items)))


def test_people_and_machines():
    labels = make_labels([[1, 2, 3]], kinds={1: "llm", 2: "program"})

    assert labels.people().annotator.tolist() == [0]
    assert labels.machines().annotator.tolist() == [1, 2]
    assert labels.machines().n_annotators == 2


@pytest.mark.parametrize(("change", "message"), [
    ({"numbers": [1, float("nan")]}, "not a finite number"),
    ({"numbers": [1, float("inf")]}, "not a finite number"),
    ({"numbers": [1, 4]}, "A label is 4. Valid: 1, 2, 3"),
    ({"numbers": [1, 2.5]}, "A label is 2.5. Valid: 1, 2, 3"),
    ({"domain": [1, 3, 2]}, "not in ascending order"),
    ({"annotators": ["alice", "alice"]}, "'alice' labelled 7 more than once"),
    ({"numbers": [1]}, "2 items, 2 annotators and 1 values"),
    ({"kinds": {"alice": "robot"}}, "'robot'. Valid: human, llm, program"),
])  # fmt: skip
def test_what_is_not_a_label_is_refused(change, message):
    given = {"items": [7, 7], "annotators": ["alice", "bob"], "numbers": [1, 2], "domain": [1, 2, 3]}

    with pytest.raises(InvalidInput, match=message):
        Labels.of_numbers(**given | change)
