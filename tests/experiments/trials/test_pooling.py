"""Which repeats of an experiment are pooled, and why others are left out."""

import pytest

from evalhub.lib.statistics.experiments import pooled
from experiments.trials.analysis.pooling import NO_INTERVAL, NOT_DECIDED, NOT_HEALTHY, SHARED_UNITS, Repeat, pool


def repeat(key, value=0.1, error=0.05, verdict="ship", is_concluded=True, **shared):
    return Repeat(key, value, error, verdict, is_concluded, shared)


def test_separate_repeats_are_pooled():
    found = pool([repeat("a"), repeat("b", 0.3, 0.1)], alpha=0.1)

    assert found.found == pooled.fixed_effect([0.1, 0.3], [0.05, 0.1], alpha=0.1) and found.left_out == ()


@pytest.mark.parametrize(
    "other, reason",
    [
        (repeat("b", is_concluded=False), NOT_DECIDED),
        (repeat("b", verdict="unhealthy"), NOT_HEALTHY),
        (repeat("b", error=0.0), NO_INTERVAL),
        (repeat("b", value=None, error=None), NO_INTERVAL),
    ],
)
def test_what_says_nothing_is_left_out_and_one_alone_is_not_pooled(other, reason):
    found = pool([repeat("a"), other], alpha=0.05)

    assert [(each.repeat.key, each.reason) for each in found.left_out] == [("b", reason)]
    assert found.found.estimate.value is None and len(found.used) == 1


@pytest.mark.parametrize("a, b", [({}, {"a": 4}), ({"b": 4}, {}), ({"b": 2}, {"a": 4})])
def test_whichever_look_knows_of_shared_units_the_later_one_is_left_out(a, b):
    found = pool([repeat("a", **a), repeat("b", **b), repeat("c", b=7)], alpha=0.05)

    assert [each.key for each in found.used] == ["a", "c"]
    assert [(each.repeat.key, each.reason, each.other, each.n) for each in found.left_out] == [
        ("b", SHARED_UNITS, "a", 4)
    ]
