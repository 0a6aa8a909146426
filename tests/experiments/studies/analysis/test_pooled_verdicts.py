"""Pooled verdicts: rubrics and people are what an interval is over, and what is missing is no level."""

import pytest

from evalhub.lib.statistics import bounded_mean
from experiments.studies.analysis.pooled_verdicts import verdicts
from tests.experiments.studies.analysis.rows import lane, study

LANES = [lane("a", "x", sample=1), lane("b", "y", sample=1), lane("c", "x", sample=2), lane("p", ""), lane("q", "")]


def test_sources_people_sets_and_groups():
    (found,) = verdicts(study([[1, 3, 3, "unanswered", "unanswered"]], LANES, n=5))
    wanted = bounded_mean.interval(2.5, 0.25, 2, least=1, most=5)
    machines = found.machines
    assert (machines.value, machines.n, machines.sources) == (2.5, 3, 2)
    assert (machines.low, machines.high) == pytest.approx((wanted.low, wanted.high))
    assert found.people.value is None and found.difference is None

    lanes = [*LANES[:1], lane("p", "", name="Ann"), lane("q", "", sample=2, name="Ann"), lane("r", "", name="Bea")]
    (found,) = verdicts(study([[3, 1, 2, 3]], lanes, n=5))
    assert (found.people.value, found.people.n, found.people.sources) == (2.25, 3, 2)
    assert found.difference == 0.75

    (found,) = verdicts(study([[{1, 3}, None, "failed", "unanswered", "unanswered"]], LANES, n=5))
    machines = found.machines
    assert (machines.value, machines.low, machines.n, machines.sources) == (2.0, None, 1, 1)

    found = verdicts(study([["waiting"], [2]], LANES[:1]))
    assert [(each.bundle.name, each.machines.value) for each in found] == [("E1", None), ("E2", 2.0)]
