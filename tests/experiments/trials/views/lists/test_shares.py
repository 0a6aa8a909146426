"""The list of changes of a bandit's shares: a row a change, a column a variant."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from experiments.trials.actions.experiments import Config
from experiments.trials.models import VariantShares
from experiments.trials.models.experiment import BANDIT
from experiments.trials.tasks import traffic_due
from experiments.trials.views.lists.shares import VariantSharesList
from tests.experiments.traffic_world import make_traffic, measure
from tests.lists.walks import Walk


@pytest.fixture
def bandit(acme):
    made = make_traffic(acme, "v4", "v5", type=BANDIT, config=Config(allocation_policy={"seed": 3, "growth": 0.5}))
    for start in range(0, 1_200, 400):
        units = [f"user-{n}" for n in range(start, start + 400)]
        measure(made, units, lambda unit, variant: float(int(unit[5:]) % (3 if variant == "v4" else 2) == 0))
        traffic_due()
    return made


def test_each_change_says_what_was_known(bandit, client_of, vera):
    path = reverse("experiments:experiment_shares", args=[bandit.pk])
    shown = client_of(vera).get(path).content.decode()
    [first, *_more, last] = bandit.shares.all()

    assert "v4" in shown and "v5" in shown and f"{100 * first.shares[str(bandit.variants.first().pk)]:.1f} %" in shown
    assert shown.index(str(last.seed)) < shown.index(str(first.seed)) and "best with" in shown
    one = client_of(vera).get(f"{path}?number=1").content.decode()
    assert str(first.seed) in one and str(last.seed) not in one
    assert b"Change 2" in b"".join(client_of(vera).get(f"{path}?format=csv").streaming_content)


def walk(organization, member):
    made = make_traffic(organization, "v4", "v5", type=BANDIT, config=Config(allocation_policy={"seed": 3}))
    first, second = [str(each.pk) for each in made.variants.order_by("position")]
    VariantShares.objects.bulk_create(
        VariantShares(
            experiment=made,
            number=number,
            shares={first: 1 - number / 10, second: number / 10},
            posteriors={pk: {"mean": 0.5, "error": 0.01 * number, "chance": 0.5} for pk in (first, second)},
            seed=number,
            n=100 * number,
        )
        for number in range(1, 8)
    )
    path = reverse("experiments:experiment_shares", args=[made.pk])
    reader = SimpleNamespace(organization=organization, membership=member)
    return Walk(path, filter="number", value="3", columns=VariantSharesList(reader, parent=made).columns)
