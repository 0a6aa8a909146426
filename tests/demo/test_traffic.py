"""The bandit of the demo: its shares have changed, and most units go where problems are solved."""

import pytest

from evalhub.demo import traffic
from experiments.models import Experiment
from experiments.trials.actions import looks
from tests import factories


@pytest.mark.django_db
def test_it_runs_and_has_shares_of_its_own():
    boss = factories.make_member(role="admin")
    traffic.run(organization=boss.organization, by=boss.user)
    made = Experiment.objects.get()
    look = looks.look(experiment=made)

    assert made.status == "RUNNING" and made.shares.count() >= 2 and "simulated" in made.name
    assert look.verdict == "keep_testing" and sum(look.figures["bandit"]["chances_of_best"]) == pytest.approx(1)
    rows = look.figures["variants"]["solved"]
    assert sum(each["units"] for each in rows) == 900 > sum(each["n"] for each in rows)
    assert [each["q"] for each in look.figures["results"][-1]["quantiles"]] == [0.5, 0.9, 0.99]
