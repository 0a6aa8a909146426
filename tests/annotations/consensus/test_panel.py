"""All machines together are one voter."""

from annotations.consensus.decision import decide
from tests.annotations.agreement.examples import make_labels, make_set_labels


def consensus(rows, *, method, level, kinds=None, models=None, threshold=0.0):
    make = make_set_labels if level == "sets" else make_labels
    return decide(make(rows, kinds=kinds, models=models), method=method, level=level, threshold=threshold)


def machines(count):
    return dict.fromkeys(range(count), "llm")


def test_machines_vote_their_mode_on_a_scale_and_their_median_of_numbers():
    row = [[5, 5, 1, 2, 3]]

    scale = consensus(row, method="median", level="ordinal", kinds=machines(5))[0]
    numbers = consensus(row, method="median", level="interval", kinds=machines(5))[0]

    assert scale.panel_value == 5
    assert numbers.panel_value == 3


def test_a_model_that_contradicts_itself_abstains_and_three_runs_of_one_model_are_one_voice():
    models = {0: "model a", 1: "model a", 2: "model b"}
    found = consensus([[1, 2, 2]], method="majority", level="nominal", kinds=machines(3), models=models)[0]
    assert found.panel_value == 2

    models = {0: "model a", 1: "model a", 2: "model a", 3: "model b", 4: "model c"}
    found = consensus([[1, 1, 1, 2, 2]], method="majority", level="nominal", kinds=machines(5), models=models)[0]
    assert found.value == 2


def test_machines_fold_per_option():
    kinds = {0: "human", 1: "human", 2: "llm", 3: "llm", 4: "llm"}

    found = consensus(
        [[["a"], ["a", "b"], ["b"], ["b", "c"], ["b", "c"]]], method="per_option", level="sets", kinds=kinds
    )[0]

    assert found.panel_value == frozenset("bc")
    assert (found.value, found.human_value, found.contested) == (frozenset("ab"), None, True)
