"""The forms of experiments on traffic, from what is wrong in them to a draft with its whole plan."""

import pytest
from django.urls import reverse

from experiments.models import Experiment
from experiments.trials.models.experiment import BANDIT, BAYESIAN, SEQUENTIAL

TRAFFIC, BANDITS = (reverse(f"experiments:experiment_create_{kind}") for kind in ("traffic", "bandit"))


@pytest.fixture
def bobs(client, bob):
    client.force_login(bob.user)
    return client


def entered(**changes):
    values = {
        "name": "Checkout",
        "type": "AB_TEST",
        "method": "sequential",
        "variant_1_name": "old",
        "variant_2_name": "new",
        "primary": "resolved",
        "primary_direction": "higher",
        "alpha": "0.05",
        "planned_n": "2000",
        "minimum": "100",
        "minimum_days": "0",
        "least_effect": "0",
        "policy": "thompson",
        "floor": "5",
        "growth": "5",
        "action": "create",
    }
    return values | changes


def test_each_kind_shows_its_own_fields(bobs):
    fixed, bandit = (bobs.get(path).content.decode() for path in (TRAFFIC, BANDITS))

    assert 'name="method"' in fixed and 'name="type"' in fixed and 'name="policy"' not in fixed
    assert 'name="method"' not in bandit and 'name="type"' not in bandit
    assert "Thompson sampling: Units go" in bandit and "Top two: Half" in bandit
    for page in (fixed, bandit, bobs.get(reverse("experiments:experiment_create")).content.decode()):
        assert TRAFFIC in page and BANDITS in page and page.count('aria-current="page"') >= 1


def test_a_draft_with_fixed_shares(bobs):
    changes = {
        "variant_1_share": "99.5",
        "variant_2_share": "0.5",
        "guardrail_1_metric": "seconds",
        "guardrail_1_direction": "lower",
        "guardrail_1_margin": "5",
        "secondary_1_metric": "cost",
        "secondary_1_direction": "lower",
        "minimum_days": "7",
        "maximum_duration_days": "28",
    }
    answer = bobs.post(TRAFFIC, entered(**changes))

    made = Experiment.objects.get()
    assert answer.status_code == 302 and (made.type, made.units, made.method) == ("AB_TEST", "traffic", SEQUENTIAL)
    assert (made.planned_n, made.minimum_days, made.maximum_duration_days) == (2_000, 7, 28)
    assert [each.traffic_allocation for each in made.variants.all()] == [0.995, 0.005] and not made.allocation_policy
    assert [(each.key, each.role, each.direction, each.margin) for each in made.metrics.all()] == [
        ("resolved", "primary", "higher", 0.0),
        ("seconds", "guardrail", "lower", 5.0),
        ("cost", "secondary", "lower", 0.0),
    ]


def test_a_draft_of_a_bandit(bobs):
    answer = bobs.post(BANDITS, entered(policy="top_two", floor="10", growth="20", variant_3_name="newest"))

    made = Experiment.objects.get()
    policy = made.allocation_policy
    assert answer.status_code == 302 and (made.type, made.method) == (BANDIT, BAYESIAN)
    assert [policy[name] for name in ("policy", "floor", "growth")] == ["top_two", 0.1, 0.2] and policy["seed"] >= 0
    assert [each.traffic_allocation for each in made.variants.all()] == pytest.approx([1 / 3] * 3)


def test_what_is_wrong_is_said_beside_the_field(bobs):
    choices, cost = "not one of the available choices", {"guardrail_1_metric": "cost", "secondary_2_metric": "cost"}
    below = {"variant_1_share": "60", "variant_2_share": "50", "variant_3_name": "last", "variant_3_share": "-10"}
    mistakes = [
        (TRAFFIC, {"variant_2_name": ""}, "variant_2_name", "required"),
        (TRAFFIC, {"variant_2_name": "old"}, "variant_2_name", "used already"),
        (TRAFFIC, {"variant_1_share": "50"}, "variant_2_share", "every variant a share"),
        (TRAFFIC, {"variant_1_share": "50", "variant_2_share": "40"}, "variant_1_share", "sum to 90 %"),
        (TRAFFIC, {"variant_3_share": "10"}, "variant_3_name", "Name the variant"),
        (TRAFFIC, below, "variant_3_share", "greater than or equal to 0"),
        (TRAFFIC, {"guardrail_1_metric": "resolved"}, "guardrail_1_metric", "used already"),
        (TRAFFIC, cost, "secondary_2_metric", "used already"),
        (TRAFFIC, {"type": BANDIT}, "type", choices),
        (BANDITS, {"policy": "guess"}, "policy", choices),
        (BANDITS, {"floor": "40", "variant_3_name": "newest"}, "floor", "At most 33.33 % for 3 variants"),
        (BANDITS, {"growth": "0.5"}, "growth", "greater than or equal to 1"),
    ]

    for path, change, field, words in mistakes:
        page = bobs.post(path, entered(**change))
        errors = page.context["form"].errors
        assert page.status_code == 422 and set(errors) == {field} and words in str(errors[field]), change
    assert not Experiment.objects.exists()
    for path in (TRAFFIC, BANDITS):
        assert bobs.get(path).context["form"]["name"].value() == "Checkout"
        bobs.post(path, {"action": "discard"})
        assert not bobs.get(path).context["form"]["name"].value()
