"""What else might have been decided: recomputed by the analysis, and never stored."""

import numpy as np
import pytest
from django.urls import reverse

from experiments.models import ExperimentLook
from experiments.trials.actions import looks, what_if
from experiments.trials.actions.experiments import Config
from experiments.trials.analysis.plan import CORRECTED
from experiments.trials.methods import Sample
from tests.experiments.trials_world import make_experiment, make_outputs, run
from tests.kept_people import acme

V4, V5 = "1101001011" * 4, "1" * 40
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def experiment(acme):
    config = Config(minimum_sample_size=10, prior_deviation=0.2)
    return run(make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5", config=config))


def test_a_page_and_a_part_of_the_results(experiment, client_of, vera):
    path = reverse("experiments:experiment_what_if", args=[experiment.pk])
    page, part = client_of(vera).get(path), client_of(vera).get(path, headers={"hx-request": "true"})

    assert "<h1>" in page.content.decode() and "<h1>" not in part.content.decode()
    shown = part.content.decode()
    assert "Flat prior" in shown and "SD 0.05" in shown and "Gain must exceed 0.1" in shown and "exceed 0.3" in shown
    assert "Machines alone" not in shown and not ExperimentLook.objects.exists()


def test_each_is_computed_with_a_changed_plan(experiment):
    found = {(each.kind, each.amount): each.figures for each in what_if.changes(experiment)}
    stored = looks.look(experiment=experiment)

    assert found["", None].verdict.verdict == stored.verdict == "ship"
    flat, narrow = (found[key].results[0].posterior for key in ((what_if.FLAT, None), (what_if.SCEPTICAL, 0.05)))
    assert flat.mean == pytest.approx(0.4) and narrow.mean < 0.4
    assert found[what_if.MUST_EXCEED, 0.3].verdict.verdict == "inconclusive"


def test_people_and_machines_alone(experiment, monkeypatch):
    plan, data, checks = looks.read(experiment)
    said = [np.where(np.arange(40) < 30, each.values, np.nan) for each in data["exact_match"]]
    corrected = [
        Sample(each.name, each.units, values, machine_values=each.values)
        for each, values in zip(data["exact_match"], said, strict=True)
    ]
    plan = what_if._with_scores(plan, CORRECTED)
    monkeypatch.setattr(looks, "read", lambda _experiment: (plan, {"exact_match": corrected}, checks))
    monkeypatch.setattr("evalhub.lib.statistics.ppi.LEAST_LABELLED", 20)
    found = {each.kind: each.figures.results[0] for each in what_if.changes(experiment)}

    assert (found[what_if.MACHINES_ALONE].gap.n, found[what_if.PEOPLE_ALONE].gap.n) == (40, 30)
    assert found[what_if.MACHINES_ALONE].gap.value == pytest.approx(0.4)


def test_nothing_is_compared_without_a_difference(acme, client_of, vera):
    draft = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5")
    shown = client_of(vera).get(reverse("experiments:experiment_what_if", args=[draft.pk])).content.decode()

    assert "Nothing to compare yet." in shown
