"""People, machines, between, everyone: who is compared with whom."""

import pytest

from annotations.agreement.comparisons.between import between
from annotations.agreement.comparisons.scopes import SCOPES, scopes
from annotations.agreement.metrics.alpha import point
from tests.annotations.agreement.examples import make_labels, make_patterns

KINDS = {0: "human", 1: "human", 2: "human", 3: "llm", 4: "program"}
# Columns: three people, a model, a program.
ROWS = [
    [1, 1, 1, 1, 1],
    [2, 2, 1, 2, 1],
    [1, 2, None, 1, 1],  # no clear majority
    [3, None, None, 3, 3],  # one person
    [2, 2, 2, 3, None],
    [None, 3, 3, 3, 2],
] * 3


def make_mixed(rows=ROWS):
    return make_labels(rows, kinds=KINDS, domain=(1, 2, 3))


def test_scopes_split_by_kind_and_each_machine_beside_the_human_consensus():
    found = scopes(make_mixed(), level="nominal")
    assert found.people.value == pytest.approx(point(make_patterns([row[:3] for row in ROWS]), level="nominal"))
    assert found.machines.value == pytest.approx(point(make_patterns([row[3:] for row in ROWS]), level="nominal"))
    assert found.everyone.value == pytest.approx(point(make_patterns(ROWS), level="nominal"))
    assert (found.people.n_annotators, found.machines.n_annotators, found.everyone.n_annotators) == (3, 2, 5)
    assert tuple(found.estimates()) == SCOPES

    found = between(make_mixed(), level="nominal")
    model, program = found.machines
    model_pairs = [[1, 1], [2, 2], [2, 3], [3, 3]] * 3
    program_pairs = [[1, 1], [2, 1], [3, 2]] * 3
    assert (model.annotator, program.annotator) == (3, 4)
    assert model.estimate.value == pytest.approx(point(make_patterns(model_pairs), level="nominal"))
    assert program.estimate.value == pytest.approx(point(make_patterns(program_pairs), level="nominal"))
    assert (model.estimate.n_items, program.estimate.n_items) == (12, 9)
    assert found.combined.value == pytest.approx(point(make_patterns(model_pairs + program_pairs), level="nominal"))
    assert (found.combined.n_items, found.combined.n_annotators) == (12, 2)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_combined_interval_resamples_items(level):
    """With every machine a copy of the first, more machines are no more evidence."""
    rows = [[row[0], row[0], row[0], row[3], row[3]] for row in ROWS if row[0]]
    one = make_mixed([row[:4] for row in rows])

    single = between(one, level=level).combined
    double = between(make_mixed(rows), level=level).combined

    assert double.value == pytest.approx(single.value, abs=0.01)
    assert (double.low, double.high) == pytest.approx((single.low, single.high), abs=0.03)


def test_measured_numbers_are_compared_with_the_median_and_nothing_to_compare_has_a_reason():
    rows = [[1, 2, None, 1.5, None], [4, 5, 9, 5, None], [7, None, None, 9, None]]
    found = between(make_labels(rows, kinds=KINDS), level="interval")
    assert found.combined.value == 1.0
    assert found.combined.n_items == 2

    only_people = scopes(make_labels([[1, 2], [1, 1]]), level="nominal")
    only_machines = scopes(make_labels([[1, 2], [1, 1]], kinds={0: "llm", 1: "llm"}), level="nominal")
    assert (only_people.machines.reason, only_people.between.combined.reason) == ("NO_PAIRS", "NO_SHARED_ITEMS")
    assert (only_machines.people.reason, only_machines.between.combined.reason) == ("NO_PAIRS", "NO_SHARED_ITEMS")
    assert [machine.estimate.reason for machine in only_machines.between.machines] == ["NO_SHARED_ITEMS"] * 2
