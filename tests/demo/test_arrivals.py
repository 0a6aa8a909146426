"""What the demo's chart of days says of a running bot is true of its answers."""

import pytest

from datasets.models import ModelOutput
from evalhub.demo import arrivals
from experiments.models import Evaluation, ScoreSummary
from tests import factories
from tests.experiments.evaluations.actions.test_online import step

pytestmark = pytest.mark.django_db


def test_the_last_day_falls_beyond_chance_and_each_day_keeps_to_its_limit():
    boss = factories.make_member(role="admin")
    arrivals.arrive(organization=boss.organization, by=boss.user)

    evaluation = step(Evaluation.objects.get())

    days = ScoreSummary.objects.filter(evaluation=evaluation, slice__startswith="day=").order_by("slice")
    assert (evaluation.status, [day.n_scored for day in days], evaluation.n_left_out) == ("COLLECTING", [38] * 5, 10)
    before, last = (day.estimate for day in list(days)[-2:])
    assert last.high < before.low
    assert set(ModelOutput.objects.values_list("simulated", flat=True)) == {True}
