"""The looks at an experiment: each with its verdict and its difference, and a link to what was shown."""

from django.urls import reverse

from experiments.models import ExperimentLook
from experiments.trials.actions import looks
from tests.experiments.trials_world import make_experiment, make_outputs, run
from tests.lists.walks import Walk


def test_each_leads_to_what_was_shown(acme, client_of, vera, django_assert_max_num_queries):
    experiment = run(make_experiment(make_outputs(acme, v4="10", v5="11"), "v4", "v5"))
    looks.look(experiment=experiment, by=vera)
    client, path = client_of(vera), reverse("experiments:experiment_looks", args=[experiment.pk])
    client.get(path)
    with django_assert_max_num_queries(15):
        shown = client.get(path).content.decode()

    assert "Look 1" in shown and "+0.5" in shown and "?look=1" in shown and vera.user.display_name in shown


def walk(organization, member):
    experiment = run(make_experiment(make_outputs(organization, v4="10", v5="11"), "v4", "v5"))
    seen = looks.look(experiment=experiment, by=member)
    for number in range(2, 8):
        ExperimentLook.objects.create(
            experiment=experiment,
            number=number,
            n=number,
            verdict=("ship", "keep_testing")[number % 2],
            sentence=seen.sentence,
            figures=seen.figures,
            data_fingerprint=f"{number:064x}",
            code_version=seen.code_version,
            looked_by=member.user,
        )
    path = reverse("experiments:experiment_looks", args=[experiment.pk])
    return Walk(path, filter="verdict", value="ship")
