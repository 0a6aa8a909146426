"""The API of traffic, as a service that serves users calls it."""

import pytest

from experiments.trials.actions.experiments import Config
from experiments.trials.models.experiment import BANDIT
from experiments.trials.tasks import traffic_due
from tests.experiments.traffic_world import make_traffic, measure
from tests.experiments.trials_world import make_experiment, make_outputs


@pytest.fixture
def bob_api(bob, api_of):
    return api_of(bob)


def test_a_unit_its_variant_and_its_outcome(acme, bob_api):
    way = f"/v1/experiments/{make_traffic(acme, 'v4', 'v5').pk}"
    [one] = bob_api.post(f"{way}/allocate", {"unit": "user-1"}).json()["allocations"]
    many = bob_api.post(f"{way}/allocate", {"units": ["user-2", "user-1"]}).json()["allocations"]

    assert many[1] == one and one["variant"] in ("v4", "v5") and one["propensity"] == 0.5
    body = {"unit": "user-1", "metric": "resolved", "value": 1}
    assert bob_api.post(f"{way}/outcomes", body).json() == {"stored": 1, "repeated": 0}
    rows = [body, body | {"unit": "user-2", "occurred_at": "2026-01-31T12:00:00Z"}]
    assert bob_api.post(f"{way}/outcomes", {"outcomes": rows}).json() == {"stored": 1, "repeated": 1}
    refused = bob_api.post(f"{way}/outcomes", {"outcomes": [body, body | {"unit": "user-3"}]})
    assert (refused.status_code, refused.json()["error"]["details"]) == (400, {"row": 1})
    assert bob_api.post(f"{way}/outcomes", body | {"value": 0}).status_code == 409


def test_bodies_that_are_refused(acme, bob_api):
    way, outcome = f"/v1/experiments/{make_traffic(acme, 'v4', 'v5').pk}", {"unit": "a", "metric": "resolved"}
    units = [
        {},
        {"unit": "a", "units": ["a"]},
        {"units": []},
        {"unit": "x" * 201},
        {"unit": 7},
        {"units": ["a"] * 1001},
    ]
    outcomes = [{}, outcome, {"outcomes": [], "unit": "a"}, {"outcomes": [{"unit": "a"}]}]

    for body in (*units, {"units": ["a"] * 1001}):
        assert bob_api.post(f"{way}/allocate", body).status_code == 400, body
    for body in (*outcomes, outcome | {"value": "1"}, outcome | {"value": True}):
        assert bob_api.post(f"{way}/outcomes", body).status_code == 400, body


def test_experiments_that_take_no_units(acme, bob_api):
    on_cases = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5")
    draft = make_experiment(None, "v4", "v5", organization=acme)
    codes = [
        bob_api.post(f"/v1/experiments/{each.pk}/allocate", {"unit": "a"}).json()["error"]["code"]
        for each in (on_cases, draft)
    ]

    assert codes == ["no_traffic", "experiment_not_running"]


def test_changes_of_shares_by_cursor(acme, bob_api):
    bandit = make_traffic(acme, "v4", "v5", type=BANDIT, config=Config(allocation_policy={"seed": 3}))
    for start in range(0, 1_500, 500):
        measure(
            bandit, [f"user-{n}" for n in range(start, start + 500)], lambda unit, variant: float(int(unit[5:]) % 2)
        )
        traffic_due()
    way = f"/v1/experiments/{bandit.pk}/shares"
    first = bob_api.get(f"{way}?limit=2").json()
    [last] = bob_api.get(f"{way}?limit=2&cursor={first['next']}").json()["shares"]

    assert [each["number"] for each in [*first["shares"], last]] == [1, 2, 3] and last["n"] == 1_500
    stored = bandit.shares.get(number=3)
    for each in last["variants"]:
        known = stored.posteriors[each["variant_id"]]
        assert each["share"] == stored.shares[each["variant_id"]]
        assert [each["mean"], each["error"], each["chance_of_best"]] == [known[name] for name in known]
    shown = bob_api.get(f"/v1/experiments/{bandit.pk}/results").json()
    assert sum(each["units"] for each in shown["variants"]) == 1_500
    assert shown["bandit"]["gain_over_even"]["value"] is not None and len(shown["chances_of_best"]) == 2
    assert bob_api.get(f"/v1/experiments/{make_traffic(acme, 'v4', 'v5').pk}/shares").json()["shares"] == []
