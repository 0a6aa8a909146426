"""Pages of an experiment take as many statements for many cases, metrics and looks as for few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from experiments.models import ExperimentLook
from experiments.trials.actions import looks
from experiments.trials.actions.experiments import PlannedMetric
from experiments.trials.models.experiment_metric import SECONDARY
from tests.experiments.trials_world import EXACT, make_experiment, make_outputs, run
from tests.undrawn import undrawn

V4, V5 = "1101001011" * 2, "1111011011" * 2
MORE = [PlannedMetric(key, SECONDARY) for key in ("contains", "rouge_l", "rouge_1", "bleu")]


def looked_at_often(experiment, times):
    """So many looks more; what the earlier ones saw is not the data of now."""
    first = looks.look(experiment=experiment)
    ExperimentLook.objects.bulk_create(
        ExperimentLook(
            experiment=experiment,
            number=number,
            n=first.n,
            verdict=first.verdict,
            sentence=first.sentence,
            figures=first.figures,
            data_fingerprint=f"{number:064}",
            code_version=first.code_version,
        )
        for number in range(2, times)
    )
    looks.look(experiment=experiment)


@pytest.mark.django_db
def test_as_many_for_many_as_for_few(acme, bob, client_of):
    client = client_of(bob)
    few = run(make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5"))
    version = make_outputs(acme, v4=V4 * 3, v5=V5 * 3)
    many = run(make_experiment(version, "v4", "v5", name="Many", metrics=[EXACT, *MORE]))
    looked_at_often(few, 2)
    looked_at_often(many, 12)

    limits = {"detail": 30, "looks": 15, "cases": 45, "what_if": 30, "plan": 15, "labels": 15, "report": 30}
    for name, most in limits.items():
        counts = [statements(client, reverse(f"experiments:experiment_{name}", args=[each.pk])) for each in (few, many)]
        assert counts[0] == counts[1] <= most, name


def statements(client, path):
    """Of a page that was asked for before."""
    with undrawn():
        client.get(path)
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)
