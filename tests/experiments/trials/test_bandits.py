"""Bandits: shares follow the outcomes, every chance is kept, and figures are weighted by it."""

import math
import uuid
from unittest import mock

import numpy as np
import pytest

from evalhub.lib.errors import InvalidInput
from experiments.models import Allocation, Experiment, TrafficOutcome
from experiments.trials.actions import bandit_shares, looks, traffic
from experiments.trials.actions.experiments import Config
from experiments.trials.models.experiment import AB_TEST, BANDIT, BAYESIAN
from experiments.trials.tasks import traffic_due
from tests.experiments.traffic_world import make_traffic, measure
from tests.experiments.trials_world import make_experiment
from tests.kept_people import acme
from tests.undoing import undone

KNOWN = uuid.UUID("01a20000-0000-7000-8000-000000000007")
RNG = np.random.default_rng(11)
UNITS = [f"user-{number}" for number in range(1_500)]
LUCK = dict(zip(UNITS, RNG.random(len(UNITS)).tolist(), strict=True))
CHANCES = {"v4": 0.3, "v5": 0.5, "v6": 0.35}


def resolved(unit, variant):
    return float(LUCK[unit] < CHANCES[variant])


__all__ = ["acme"]
pytestmark = pytest.mark.django_db


def make_bandit(acme):
    policy = {"policy": "thompson", "floor": 0.1, "seed": 7}
    config = Config(minimum_sample_size=100, planned_n=500, allocation_policy=policy)
    return make_traffic(acme, *CHANCES, type=BANDIT, config=config)


@pytest.fixture
def bandit(acme, db):
    return make_bandit(acme)


@pytest.fixture(scope="module")
def grown(acme):
    """A bandit after `days_of` it; its id, from which each unit's variant follows, is always the same."""
    with mock.patch.object(Experiment._meta.pk, "_get_default", return_value=KNOWN):
        made = make_bandit(acme)
    days_of(made)
    return made


def days_of(bandit):
    """Five rounds of 300 units, each counted and followed by new shares."""
    for start in range(0, len(UNITS), 300):
        measure(bandit, UNITS[start : start + 300], resolved)
        traffic_due()


def test_shares_go_to_the_best_one_and_stay_above_the_floor(grown):
    rows = list(grown.shares.all())
    best = next(str(each.pk) for each in grown.variants.all() if each.name == "v5")

    assert len(rows) >= 3 and [each.number for each in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        assert math.isclose(sum(row.shares.values()), 1) and min(row.shares.values()) >= 0.1
    assert rows[-1].shares[best] > 0.7
    for each in Allocation.objects.filter(experiment=grown, unit__in=UNITS[-300:]).select_related("variant"):
        assert each.propensity == rows[each.shares_number - 1].shares[str(each.variant_id)]
    assert bandit_shares.share_out(experiment=grown) is None  # nothing came since


def test_shares_can_be_drawn_again_from_what_is_stored(bandit):
    measure(bandit, UNITS[:600], resolved)
    traffic_due()
    stored = bandit.shares.get()
    found = [
        np.array(TrafficOutcome.objects.filter(allocation__variant=each).values_list("value", flat=True))
        for each in bandit.variants.all()
    ]
    rng = np.random.default_rng(stored.seed)
    means, errors = [each.mean() for each in found], [each.std(ddof=1) / len(each) ** 0.5 for each in found]
    wins = np.bincount(rng.normal(means, errors, (10_000, 3)).argmax(axis=1), minlength=3) / 10_000

    assert list(stored.shares.values()) == pytest.approx((0.1 + 0.7 * wins).tolist(), abs=0.001)
    known = [stored.posteriors[str(each.pk)] for each in bandit.variants.all()]
    assert [each["mean"] for each in known] == pytest.approx(means)
    assert [each["error"] for each in known] == pytest.approx(errors)
    assert [each["chance"] for each in known] == pytest.approx(wins.tolist(), abs=0.001)


def test_few_units_keep_the_shares_of_the_plan(bandit):
    measure(bandit, UNITS[:200], resolved)
    traffic_due()

    assert not bandit.shares.exists()


def test_looks_weigh_means_and_gains_by_units(grown):
    found = looks.look(experiment=grown)
    shown = {each["variant"]: each for each in found.figures["variants"]["resolved"]}
    rows = Allocation.objects.filter(experiment=grown, variant__name="v5").values_list("outcomes__value", "propensity")
    values, chances = np.array(rows).T
    assert shown["v5"]["mean"] == pytest.approx((values / chances).sum() / (1 / chances).sum())
    assert shown["v5"]["method"] == "inverse propensity"
    results = [each for each in found.figures["results"] if each["metric"]["key"] == "resolved"]
    assert [each["difference"]["p"] for each in results] == [each["running"]["p"] for each in results] == [None, None]
    assert [each["p_corrected"] for each in results] == [None, None]
    chances = found.figures["bandit"]["chances_of_best"]
    assert sum(chances) == pytest.approx(1) and chances[1] > 0.99
    assert found.figures["checks"][0] | {"reason": None} == {"key": "sample_ratio", "state": "passed", "reason": None}
    assert found.verdict == "ship" and found.sentence.english.startswith("Ship v5")

    found = looks.look(experiment=grown).figures
    rows = {each["variant"]: each for each in found["variants"]["resolved"]}
    n = {name: rows[name]["n"] for name in CHANCES}
    whole = sum(n.values())
    over_control = sum(n[name] / whole * rows[name]["mean"] for name in CHANCES) - rows["v4"]["mean"]
    over_even = sum((n[name] / whole - 1 / 3) * rows[name]["mean"] for name in CHANCES)
    assert found["bandit"]["over_even"]["value"] == pytest.approx(over_even)
    assert found["bandit"]["over_control"]["value"] == pytest.approx(over_control)
    assert 0 < found["bandit"]["over_even"]["low"] < over_even < found["bandit"]["over_even"]["high"]
    assert found["bandit"]["over_control"]["low"] < over_control < found["bandit"]["over_control"]["high"]
    assert found["bandit"]["observed"] == pytest.approx(
        np.mean(TrafficOutcome.objects.filter(experiment=grown).values_list("value", flat=True))
    )
    traffic.allocate(experiment=grown, units=["without", "outcome"])
    rows = looks.look(experiment=grown).figures["variants"]["resolved"]
    assert sum(each["units"] - each["n"] for each in rows) == 2


def test_nothing_is_gained_before_there_are_outcomes(bandit):
    found = looks.look(experiment=bandit).figures["bandit"]
    assert (found["observed"], found["over_even"]["reason"]) == (None, "NOTHING")

    measure(bandit, UNITS[:40], resolved)
    found = looks.look(experiment=bandit).figures["bandit"]
    assert (found["chances_of_best"], found["over_control"]["reason"]) == (None, "TOO_FEW")


def test_shares_wait_for_as_many_outcomes_as_the_plan_says(acme):
    policy = {"floor": 0.1, "growth": 0.5, "seed": 7}
    made = make_traffic(acme, *CHANCES, type=BANDIT, config=Config(planned_n=500, allocation_policy=policy))
    days_of(made)

    assert list(made.shares.values_list("n", flat=True)) == [600, 900, 1500]


def test_variants_that_only_fail_are_not_ruled_out_for_good(bandit):
    measure(bandit, UNITS[:600], lambda unit, variant: float(variant == "v5" and LUCK[unit] < 0.5))
    traffic_due()

    assert min(bandit.shares.get().shares.values()) >= 0.1


def test_policies_that_are_refused(acme, subtests):
    cases = [
        (BANDIT, {"policy": "guess"}, "guess"),
        (BANDIT, {"floor": 0.6}, "0.5"),
        (BANDIT, {"growth": 2}, "growth"),
        (AB_TEST, {"floor": 0.1}, "only a bandit"),
    ]

    for type, policy, words in cases:
        with subtests.test(type=type, policy=policy), undone():
            with pytest.raises(InvalidInput, match=words):
                make_experiment(
                    None, "v4", "v5", organization=acme, type=type, config=Config(allocation_policy=policy, planned_n=9)
                )


def test_what_is_usual(acme):
    made = make_experiment(None, "v4", "v5", organization=acme, type=BANDIT)

    assert made.method == BAYESIAN and made.allocation_policy.keys() == {"policy", "floor", "growth", "seed"}
