"""The report of an experiment: the same figures as the page, with what they come from."""

from django.urls import reverse

from experiments.trials.actions import experiments, looks
from tests.experiments.trials_world import make_experiment, make_outputs, run


def path_of(experiment):
    return reverse("experiments:experiment_report", args=[experiment.pk])


def test_it_says_what_the_look_says(acme, client_of, vera, django_assert_max_num_queries):
    experiment = run(make_experiment(make_outputs(acme, v4="1101001011" * 4, v5="1" * 40), "v4", "v5"))
    look = looks.look(experiment=experiment)
    experiments.conclude(experiment=experiment, winner=experiment.variants.get(name="v5"), notes="Ship.", look=look)
    client = client_of(vera)
    client.get(path_of(experiment))
    with django_assert_max_num_queries(20):
        shown = client.get(path_of(experiment)).content.decode()

    assert str(look.sentence) in shown and look.data_fingerprint in shown and "Decision record" in shown
    assert f"/v1/experiments/{experiment.pk}/results" in shown and "valid at every look" in shown


def test_a_draft_shows_its_plan(acme, client_of, vera):
    draft = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5")
    answer = client_of(vera).get(path_of(draft))

    assert (answer.status_code, answer.url) == (302, reverse("experiments:experiment_plan", args=[draft.pk]))
