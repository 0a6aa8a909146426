"""What the page of an experiment says comes next, from the start to the decision."""

import pytest
from django.urls import reverse

from annotations.models import AnnotationTask
from experiments.models import Experiment
from experiments.trials.actions import experiments, label_requests
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment_metric import CORRECTED, PRIMARY
from tests.experiments.evaluations_world import take_steps
from tests.experiments.trials_world import label, make_experiment, make_outputs

PEOPLE_TOO = PlannedMetric("exact_match", PRIMARY, scores=CORRECTED)
V4, V5 = "1101001011" * 6, "1" * 60
HTMX = {"hx-request": "true"}


@pytest.fixture
def experiment(acme):
    config = Config(minimum_sample_size=50, planned_n=50)
    made = make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5", metrics=[PEOPLE_TOO], config=config)
    return experiments.start(experiment=made)


def score(experiment):
    for variant in experiment.variants.select_related("evaluation"):
        take_steps(variant.evaluation)


def ask(experiment, n):
    return label_requests.ask(experiment=Experiment.objects.get(pk=experiment.pk), n_cases=n, seed=1).task


def test_scores_then_people_then_more_people_then_the_decision(experiment, client_of, bob, vera, alice):
    client, path = client_of(bob), reverse("experiments:experiment_detail", args=[experiment.pk])
    asking = reverse("experiments:experiment_labels", args=[experiment.pk])

    def shown(who=client):
        page = who.get(path).content.decode()
        return page[page.index('id="next-step"') :].split("</section>")[0] if 'id="next-step"' in page else ""

    assert "Scores come in" in shown() and "every 3s" in shown()
    part = client.get(path, headers=HTMX).content.decode()
    assert "Scores come in" in part and "<h1>" not in part and not experiment.looks.filter(number__gt=1)
    score(experiment)
    assert client.get(path, headers=HTMX).headers["HX-Refresh"] == "true"

    assert "Ask people next" in shown() and asking in shown() and "every 3s" not in shown()
    assert "Ask people next" in shown(client_of(vera)) and asking not in shown(client_of(vera))
    first = ask(experiment, 45)
    task_page = reverse("annotations:task_detail", args=[first.pk])
    assert "0 of 90" in shown() and "Of 45 cases" in shown() and task_page in shown()
    back = client.get(task_page).content.decode()
    assert "Results of the experiment" in back and path in back and "those of all variants" in back

    label(first, alice)
    assert "Ask people about more" in shown() and asking in shown()
    label(ask(experiment, 15), alice)
    assert "The decision is due" in shown() and "#decision" in shown() and "#decision" not in shown(client_of(vera))
    assert AnnotationTask.objects.filter(sampling_config__drawn_for=str(experiment.pk)).count() == 2


def test_next_steps_of_drafts_traffic_and_what_is_decided(acme, client_of, bob):
    made = [make_experiment(None, "v4", "v5", organization=acme) for _ in range(2)]
    for each in made:
        experiments.start(experiment=each)
    experiments.conclude(experiment=made[1], winner=None)
    for each in made:
        page = client_of(bob).get(reverse("experiments:experiment_detail", args=[each.pk])).content.decode()
        assert "next-step" not in page

    judges = ["simulated-careful", {"jury": {"members": ["simulated-careful", {"model": "simulated-hasty"}]}}]
    version, metrics = make_outputs(acme, v4="1", v5="1"), [PlannedMetric("correctness", PRIMARY)]
    draft = make_experiment(version, "v4", "v5", metrics=metrics, hypothesis="Shorter.", scoring={"judges": judges})
    page = client_of(bob).get(reverse("experiments:experiment_detail", args=[draft.pk])).content.decode()
    assert "This is a draft" in page and "Shorter." in page and ">correctness<" in page
    assert "simulated-careful, simulated-careful, simulated-hasty" in page
