"""Pages of experiments on traffic: units, shares over time with their numbers, gains and quantiles."""

import numpy as np
import pytest
from django.urls import reverse

from experiments.trials.actions import looks, traffic
from experiments.trials.actions.experiments import Config
from experiments.trials.models.experiment import BANDIT
from experiments.trials.tasks import traffic_due
from tests.experiments.traffic_world import make_traffic, measure

CHANCES = {"v4": 0.3, "v5": 0.5, "v6": 0.35}
LUCK = np.random.default_rng(3).random(3_000).tolist()


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def bandit(acme):
    policy = {"floor": 0.1, "growth": 0.2, "seed": 7}
    return make_traffic(acme, *CHANCES, type=BANDIT, config=Config(planned_n=2_000, allocation_policy=policy))


def resolved(unit, variant):
    return float(LUCK[int(unit[5:])] < CHANCES[variant])


def days_of(bandit, units, start=0):
    for first in range(start, start + units, 300):
        measure(bandit, [f"user-{n}" for n in range(first, min(first + 300, start + units))], resolved)
        traffic_due()


def page(experiment, name="detail"):
    return reverse(f"experiments:experiment_{name}", args=[experiment.pk])


def read(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_shares_before_and_after_there_are_units(bandit, client):
    shown = read(client, page(bandit))
    assert "Units have the shares of the plan until every variant has 100 outcomes." in shown
    assert "Against even shares" in shown and "not measured in both variants yet" in shown and "No p-value" in shown
    assert "no outcomes yet" in shown and "yet a unit" not in shown
    assert "No changes yet" in read(client, page(bandit, "shares"))
    measure(bandit, [f"user-{n}" for n in range(40)], resolved)
    traffic.allocate(experiment=bandit, units=["later"])
    rows = client.get(page(bandit)).context["traffic"]
    assert (sum(each["units"] for each in rows), sum(each["without_outcome"] for each in rows)) == (41, 1)
    assert [each["chance"] for each in rows] == ["", "", ""]

    days_of(bandit, 1_500)
    shown, look = read(client, page(bandit)), looks.look(experiment=bandit)
    last = bandit.shares.last()
    best = last.shares[str(bandit.variants.get(name="v5").pk)]
    assert f"v5 gets {100 * best:.1f} % of new units." in shown
    assert f"{page(bandit, 'shares')}?number={last.number}" in shown and "Dashed: the least share" in shown
    gain = look.figures["bandit"]["over_even"]
    assert f"+{gain['value']:.3g} (+{gain['low']:.3g} to" in shown
    listed = read(client, f"{page(bandit, 'shares')}?number={last.number}")
    known = last.posteriors[str(bandit.variants.get(name="v5").pk)]
    assert str(last.seed) in listed and f"mean {known['mean']:.3g} ± {known['error']:.3g}" in listed
    plan = read(client, page(bandit, "plan"))
    assert "Thompson sampling" in plan and "after 20 % more outcomes" in plan


def test_many_units_take_no_more_statements_and_a_stored_look_shows_the_shares_of_then(
    bandit, client, django_assert_max_num_queries
):
    days_of(bandit, 600)
    read(client, page(bandit))
    looks.look(experiment=bandit)
    n_shares = bandit.shares.count()
    with django_assert_max_num_queries(30) as few:
        read(client, page(bandit))
        n = len(few)
    days_of(bandit, 1_200, start=600)
    now = client.get(page(bandit)).context["allocation"]
    with django_assert_max_num_queries(n) as many:
        read(client, page(bandit))
        said = [each["sql"] for each in many.captured_queries]

    tables = ("experiments_allocation", "experiments_trafficoutcome")
    assert not [sql for sql in said if any(f'FROM "{table}"' in sql for table in tables)]
    old = client.get(f"{page(bandit)}?look=1").context["allocation"]
    assert len(old.table.rows) == n_shares + 2 < len(now.table.rows)


def test_fixed_shares_show_units_and_quantiles(acme, client):
    made = make_traffic(acme, "v4", "v5", config=Config(planned_n=600))
    spread = np.random.default_rng(5).lognormal(6, 0.5, 600).tolist()
    measure(made, [f"user-{n}" for n in range(600)], lambda unit, variant: spread[int(unit[5:])])
    shown = read(client, page(made))

    assert "Units of each variant" in shown and "50.0 %" in shown and "What the bandit gained" not in shown
    assert "Quantiles" in shown and "median" in shown and "p99" in shown and "never shown" in shown
    assert "Shares" not in [each["label"] for each in client.get(page(made)).context["tabs"]]
    assert "Quantiles" in read(client, page(made, "report"))
