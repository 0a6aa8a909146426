"""The looks at an experiment: each with its verdict and its difference, and a link to what was shown."""

from django.urls import reverse

from experiments.trials.actions import looks
from tests.experiments.trials_world import make_experiment, make_outputs, run


def test_each_leads_to_what_was_shown(acme, client_of, vera, django_assert_max_num_queries):
    experiment = run(make_experiment(make_outputs(acme, v4="10", v5="11"), "v4", "v5"))
    looks.look(experiment=experiment, by=vera)
    client, path = client_of(vera), reverse("experiments:experiment_looks", args=[experiment.pk])
    client.get(path)
    with django_assert_max_num_queries(15):
        shown = client.get(path).content.decode()

    assert "Look 1" in shown and "+0.5" in shown and "?look=1" in shown and vera.user.display_name in shown
