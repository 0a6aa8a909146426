"""Bandits: shares follow the outcomes, every chance is kept, and figures are weighted by it."""

import math

import numpy as np
import pytest

from evalhub.lib.errors import InvalidInput
from experiments.models import Allocation, TrafficOutcome, VariantShares
from experiments.trials.actions import bandit_shares, looks
from experiments.trials.actions.experiments import Config
from experiments.trials.models.experiment import AB_TEST, BANDIT, BAYESIAN
from experiments.trials.tasks import traffic_due
from tests.experiments.traffic_world import make_traffic, measure
from tests.experiments.trials_world import make_experiment

RNG = np.random.default_rng(11)
UNITS = [f"user-{number}" for number in range(1_500)]
LUCK = dict(zip(UNITS, RNG.random(len(UNITS)).tolist(), strict=True))
CHANCES = {"v4": 0.3, "v5": 0.5, "v6": 0.35}


def resolved(unit, variant):
    return float(LUCK[unit] < CHANCES[variant])


@pytest.fixture
def bandit(acme):
    policy = {"policy": "thompson", "floor": 0.1, "seed": 7}
    config = Config(minimum_sample_size=100, planned_n=500, allocation_policy=policy)
    return make_traffic(acme, *CHANCES, type=BANDIT, config=config)


def days_of(bandit):
    """Five rounds of 300 units, each counted and followed by new shares."""
    for start in range(0, len(UNITS), 300):
        measure(bandit, UNITS[start : start + 300], resolved)
        traffic_due()


def test_shares_go_to_the_best_one_and_stay_above_the_floor(bandit):
    days_of(bandit)
    rows = list(VariantShares.objects.all())
    best = next(str(each.pk) for each in bandit.variants.all() if each.name == "v5")

    assert len(rows) >= 3 and [each.number for each in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        assert math.isclose(sum(row.shares.values()), 1) and min(row.shares.values()) >= 0.1
    assert rows[-1].shares[best] > 0.7
    for each in Allocation.objects.filter(unit__in=UNITS[-300:]).select_related("variant"):
        assert each.propensity == rows[each.shares_number - 1].shares[str(each.variant_id)]
    assert bandit_shares.share_out(experiment=bandit) is None  # nothing came since


def test_shares_can_be_drawn_again_from_what_is_stored(bandit):
    measure(bandit, UNITS[:600], resolved)
    traffic_due()
    stored = VariantShares.objects.get()
    found = [
        np.array(TrafficOutcome.objects.filter(allocation__variant=each).values_list("value", flat=True))
        for each in bandit.variants.all()
    ]
    rng = np.random.default_rng(stored.seed)
    means, errors = [each.mean() for each in found], [each.std(ddof=1) / len(each) ** 0.5 for each in found]
    wins = np.bincount(rng.normal(means, errors, (10_000, 3)).argmax(axis=1), minlength=3) / 10_000

    assert list(stored.shares.values()) == pytest.approx((0.1 + 0.7 * wins).tolist(), abs=0.001)


def test_few_units_keep_the_shares_of_the_plan(bandit):
    measure(bandit, UNITS[:200], resolved)
    traffic_due()

    assert not VariantShares.objects.exists()


def test_a_look_has_weighted_means_chances_and_no_p(bandit):
    days_of(bandit)
    found = looks.look(experiment=bandit)
    shown = {each["variant"]: each for each in found.figures["variants"]["resolved"]}
    rows = Allocation.objects.filter(variant__name="v5").values_list("outcomes__value", "propensity")
    values, chances = np.array(rows).T

    assert shown["v5"]["mean"] == pytest.approx((values / chances).sum() / (1 / chances).sum())
    assert shown["v5"]["method"] == "inverse propensity"
    results = [each for each in found.figures["results"] if each["metric"]["key"] == "resolved"]
    assert [each["difference"]["p"] for each in results] == [each["running"]["p"] for each in results] == [None, None]
    assert [each["p_corrected"] for each in results] == [None, None]
    assert sum(found.figures["chances_of_best"]) == pytest.approx(1) and found.figures["chances_of_best"][1] > 0.99
    assert found.figures["checks"][0] | {"reason": None} == {"key": "sample_ratio", "state": "passed", "reason": None}
    assert found.verdict == "ship" and found.sentence.english.startswith("Ship v5")


def test_variants_that_only_fail_are_not_ruled_out_for_good(bandit):
    measure(bandit, UNITS[:600], lambda unit, variant: float(variant == "v5" and LUCK[unit] < 0.5))
    traffic_due()

    assert min(VariantShares.objects.get().shares.values()) >= 0.1


@pytest.mark.parametrize("type, policy, words", [
    (BANDIT, {"policy": "guess"}, "guess"),
    (BANDIT, {"floor": 0.6}, "0.5"),
    (AB_TEST, {"floor": 0.1}, "only a bandit"),
])  # fmt: skip
def test_policies_that_are_refused(acme, type, policy, words):
    with pytest.raises(InvalidInput, match=words):
        make_experiment(
            None, "v4", "v5", organization=acme, type=type, config=Config(allocation_policy=policy, planned_n=9)
        )


def test_what_is_usual(acme):
    made = make_experiment(None, "v4", "v5", organization=acme, type=BANDIT)

    assert made.method == BAYESIAN and made.allocation_policy.keys() == {"policy", "floor", "seed"}
