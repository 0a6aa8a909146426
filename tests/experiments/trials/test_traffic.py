"""Units of traffic: one variant each for good, whoever asks at the same moment, and outcomes that never change."""

import threading
from collections import Counter

import pytest
from django.db import DatabaseError, connection, transaction

from evalhub.lib.errors import Conflict, InvalidInput
from experiments.models import Allocation, TrafficOutcome
from experiments.trials.actions import experiments, traffic
from experiments.trials.actions.traffic import Outcome
from tests import factories
from tests.experiments.traffic_world import make_traffic

UNITS = [f"user-{number}" for number in range(400)]


@pytest.fixture
def running(acme):
    return make_traffic(acme, "v4", "v5")


def variants_of(found):
    return [each.variant_id for each in found]


def test_the_same_unit_gets_the_same_variant(running):
    first = traffic.allocate(experiment=running, units=UNITS)
    again = traffic.allocate(experiment=running, units=[*reversed(UNITS), "user-0"])

    assert variants_of(again) == [*reversed(variants_of(first)), first[0].variant_id]
    assert [each.unit for each in first] == UNITS and Allocation.objects.count() == len(UNITS)
    assert all(160 < n < 240 for n in Counter(variants_of(first)).values())
    assert {each.propensity for each in first} == {0.5}


def test_another_experiment_shares_out_anew(acme, running):
    other = make_traffic(acme, "v4", "v5", name="Other")
    names = [{each.pk: each.name for each in made.variants.all()} for made in (running, other)]
    both = [
        [named[pk] for pk in variants_of(traffic.allocate(experiment=made, units=UNITS))]
        for named, made in zip(names, (running, other), strict=True)
    ]

    assert 160 < sum(one == two for one, two in zip(*both, strict=True)) < 240


def test_shares_hold_and_a_share_of_0_gets_nobody(acme):
    variants = [
        {"name": "a", "is_control": True, "traffic_allocation": 0.9},
        {"name": "b", "traffic_allocation": 0.0},
        {"name": "c", "traffic_allocation": 0.1},
    ]
    made = make_traffic(acme, variants_given=variants)
    counts = Counter(variants_of(traffic.allocate(experiment=made, units=UNITS)))
    a, b, c = made.variants.all()

    assert counts[b.pk] == 0 and 20 < counts[c.pk] < 65 and counts[a.pk] + counts[c.pk] == len(UNITS)


def test_only_while_it_runs(acme, running):
    traffic.allocate(experiment=running, units=["user-0"])
    experiments.pause(experiment=running)
    with pytest.raises(Conflict, match="PAUSED"):
        traffic.allocate(experiment=running, units=["user-0"])
    assert traffic.add_outcomes(experiment=running, outcomes=[Outcome("user-0", "resolved", 1.0)]) == 1

    experiments.conclude(experiment=running, winner=None)
    with pytest.raises(Conflict, match="CONCLUDED"):
        traffic.add_outcomes(experiment=running, outcomes=[Outcome("user-0", "seconds", 1.0)])


def test_outcomes_are_stored_once(running):
    traffic.allocate(experiment=running, units=UNITS[:3])
    rows = [Outcome(unit, "resolved", 1.0) for unit in UNITS[:3]]

    assert traffic.add_outcomes(experiment=running, outcomes=[*rows, rows[0]]) == 3
    assert traffic.add_outcomes(experiment=running, outcomes=[*rows, Outcome("user-0", "seconds", 2.5)]) == 1
    assert TrafficOutcome.objects.count() == 4
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        TrafficOutcome.objects.update(value=7)


def test_what_is_wrong_is_named_by_row_and_nothing_stored(running, subtests):
    traffic.allocate(experiment=running, units=["user-0", "user-1"])
    traffic.add_outcomes(experiment=running, outcomes=[Outcome("user-0", "resolved", 1.0)])
    mistakes = [
        (Outcome("user-0", "resolved", 0.0), Conflict, "outcome_differs"),
        (Outcome("user-9", "resolved", 1.0), InvalidInput, "unknown_unit"),
        (Outcome("user-0", "pleased", 1.0), InvalidInput, "unknown_metric"),
        (Outcome("user-1", "resolved", 0.0), Conflict, "outcome_differs"),
    ]

    for row, error, code in mistakes:
        with subtests.test(row=row), pytest.raises(error, match="Row 1") as raised:
            traffic.add_outcomes(experiment=running, outcomes=[Outcome("user-1", "resolved", 1.0), row])
        assert (raised.value.code, raised.value.details["row"]) == (code, 1), row
    assert TrafficOutcome.objects.count() == 1


def test_a_hundred_units_take_as_many_queries_as_one(running, django_assert_max_num_queries):
    traffic.allocate(experiment=running, units=UNITS[:1])
    with django_assert_max_num_queries(9):
        traffic.allocate(experiment=running, units=UNITS[:100])
    rows = [Outcome(unit, "resolved", 1.0) for unit in UNITS[:100]]
    with django_assert_max_num_queries(9):
        traffic.add_outcomes(experiment=running, outcomes=rows)


@pytest.mark.django_db(transaction=True)
def test_four_at_once_agree():
    running = make_traffic(factories.make_organization(), "v4", "v5")
    found, barrier = [], threading.Barrier(4)

    def ask(place):
        try:
            barrier.wait(timeout=30)
            units = [*UNITS[place * 50 :], *UNITS[: place * 50]]
            found.append({each.unit: each.variant_id for each in traffic.allocate(experiment=running, units=units)})
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=[place]) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 4 and all(each == found[0] for each in found)
    assert Allocation.objects.count() == len(UNITS)
