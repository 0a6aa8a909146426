"""The history of experiments: one metric side by side, repeats together and pooled, of stored looks alone."""

import pytest
from django.urls import reverse

from evalhub.lib.statistics.experiments import pooled
from experiments.models import Experiment
from experiments.trials.actions import experiments, looks, repeats
from experiments.trials.actions.experiments import PlannedMetric
from experiments.trials.models import ExperimentLook
from experiments.trials.models.experiment_metric import PRIMARY
from experiments.trials.views import history
from tests.experiments.trials.test_repeats import concluded, make_version, prompts
from tests.experiments.trials_world import evaluated, make_experiment, make_outputs, run
from tests.kept_people import acme
from tests.lists.walks import Walk

PATH = "experiments:experiment_history"
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def family(acme):
    """[the first one, a repeat on new cases, a repeat that shares 10 of them]."""
    first = concluded(make_experiment(make_version(acme, prompts(0, 40), "0110" * 10, "1110" * 10), "v4", "v5"))
    dataset = first.dataset_version.dataset
    later = make_version(acme, prompts(30, 70), "0100" * 10, "0111" * 10, dataset)
    new = concluded(repeats.repeat(experiment=first, version=later, only_new=True))
    return [first, new, concluded(repeats.repeat(experiment=first, version=later))]


def test_repeats_are_pooled_where_their_cases_are_separate(family):
    found = history.history(family[:1], "exact_match")

    [said] = found.pools
    results = [each.conclusion.figures["results"][0] for each in family[:2]]
    values, errors = zip(*((each["difference"]["value"], each["error"]) for each in results), strict=True)
    expected = pooled.fixed_effect(values, errors)
    assert f"{expected.estimate.value:+.3g}" in said["lines"][0] and "2 experiments" in said["lines"][0]
    assert f"I² = {100 * expected.i_squared:.0f}" in said["lines"][0]
    assert said["lines"][-1] == ("Left out: v5 against v4, repeat 2, shares 30 units with v5 against v4, repeat 1.")
    rows = [row[0] for row in found.chart.table.rows]
    assert rows == ["v5 against v4", "v5 against v4, repeat 1", "v5 against v4, repeat 2", "Pooled, 2 experiments"]


def test_the_page_shows_decisions_and_takes_no_look(acme, family, bob, client_of):
    experiments.archive(experiment=Experiment.objects.get(pk=family[2].pk))
    draft = make_experiment(make_outputs(acme, v4="10", v5="11"), "v4", "v5", name="Only a draft")
    n = ExperimentLook.objects.count()
    text = client_of(bob).get(reverse(PATH)).content.decode()

    assert "Pooled over 2 experiments with separate units" in text and "No winner" in text
    assert "Left out: v5 against v4, repeat 2, shares 30 units" in text
    assert "Only a draft" not in text and ExperimentLook.objects.count() == n
    own = client_of(bob).get(reverse("experiments:experiment_alike", args=[draft.pk])).content.decode()
    assert "Pooled over 2 experiments" in own


def test_one_metric_at_a_time(rival, mallory, client_of):
    client, path = client_of(mallory), reverse(PATH)
    assert "Nothing to compare yet" in client.get(path).content.decode()
    version = make_outputs(rival, v4="10" * 4, v5="11" * 4)
    scored = evaluated(version, "v4", "v5", metrics=["exact_match", "contains"])
    for key in ("exact_match", "exact_match", "contains"):
        metrics = [PlannedMetric(key, PRIMARY)]
        made = make_experiment(version, "v4", "v5", scored=scored, name=f"By {key}", metrics=metrics)
        looks.look(experiment=run(made))

    usual, other = client.get(path).content.decode(), client.get(f"{path}?metric=contains").content.decode()
    assert "By exact_match" in usual and "By contains" not in usual
    assert "By contains" in other and "By exact_match" not in other
    assert client.get(f"{path}?metric=nothing").status_code == 422


def walk(organization, member):
    version = make_outputs(organization, v4="10", v5="11")
    scored = evaluated(version, "v4", "v5")
    for number in range(7):
        made = make_experiment(version, "v4", "v5", scored=scored, name=f"Experiment number {number}")
        looks.look(experiment=run(made), by=member)
    return Walk(reverse(PATH), search="number 3", filter="variant", value="v4")
