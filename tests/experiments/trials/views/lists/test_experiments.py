"""The list of experiments: what each came to, in as many queries for many as for one."""

from django.urls import reverse

from experiments.trials.actions import looks
from experiments.trials.actions.experiments import PlannedMetric
from experiments.trials.models.experiment_metric import PRIMARY
from tests.experiments.trials_world import evaluated, make_experiment, make_outputs, run
from tests.lists.walks import Walk


def test_each_shows_its_newest_look(acme, client_of, bob, django_assert_max_num_queries):
    version = make_outputs(acme, v4="10", v5="11")
    scored = evaluated(version, "v4", "v5")
    for index in range(3):
        looks.look(experiment=run(make_experiment(version, "v4", "v5", scored=scored, name=f"E{index}")))
    make_experiment(version, "v4", "v5", name="Only a draft")
    client, path = client_of(bob), reverse("experiments:experiment_list")
    assert "Only a draft" in client.get(path).content.decode()
    with django_assert_max_num_queries(15):
        shown = client.get(f"{path}?verdict=inconclusive").content.decode()

    assert all(f"E{index}" in shown for index in range(3)) and "Only a draft" not in shown
    assert shown.count("+0.5") == 3
    assert b"".join(client.get(f"{path}?format=csv").streaming_content).count(b"+0.5") == 3


def test_they_are_found_by_metric_and_variant(acme, client_of, bob):
    version = make_outputs(acme, v4="10", v5="11", v6="01")
    make_experiment(version, "v4", "v5", name="Five")
    make_experiment(version, "v4", "v6", name="Six", metrics=[PlannedMetric("contains", PRIMARY)])
    client, path = client_of(bob), reverse("experiments:experiment_list")

    for query, names in (("variant=V6", {"Six"}), ("variant=v4", {"Five", "Six"}), ("metric=exact_match", {"Five"})):
        shown = client.get(f"{path}?{query}").content.decode()
        assert {name for name in ("Five", "Six") if f">{name}<" in shown} == names


def walk(organization, member):
    version = make_outputs(organization, v4="10", v5="11")
    scored = evaluated(version, "v4", "v5")
    for number in range(7):
        experiment = make_experiment(version, "v4", "v5", scored=scored, name=f"Experiment number {number}")
        if number < 4:
            looks.look(experiment=run(experiment), by=member)
    return Walk(reverse("experiments:experiment_list"), search="number 3", filter="status", value="DRAFT")
