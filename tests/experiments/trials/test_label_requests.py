"""People are asked about cases drawn by chance, and their labels count in the figures of the experiment."""

import numpy as np
import pytest
from django.urls import reverse
from scipy import stats

from annotations.models import AnnotationTask, TaskItem
from datasets.models import ModelOutput
from evalhub.lib.errors import Conflict, InvalidInput
from experiments.evaluations.actions import people
from experiments.models import Experiment
from experiments.trials.actions import experiments, label_requests, looks
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.analysis import next_labels
from experiments.trials.methods import Sample, Samples
from experiments.trials.models.experiment_metric import CORRECTED, PRIMARY
from tests import factories
from tests.experiments.evaluations_world import take_steps
from tests.experiments.trials_world import EXACT, label, make_experiment, make_outputs, run
from tests.kept_people import acme
from tests.undoing import undone

RNG = np.random.default_rng(3)
V4, V5 = ("".join("1" if each < share else "0" for each in RNG.random(100)) for share in (0.5, 0.7))
CONFIG = Config(method="frequentist", minimum_sample_size=10)
PEOPLE_TOO = PlannedMetric("exact_match", PRIMARY, scores=CORRECTED)
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept(acme):
    return judged(acme)


@pytest.fixture
def experiment(kept, db):
    """Both variants are scored over 100 cases, and labels of people count in its figures."""
    return Experiment.objects.get(pk=kept.pk)


def judged(acme, *, metrics=(PEOPLE_TOO,), v4=V4, v5=V5):
    return run(make_experiment(make_outputs(acme, v4=v4, v5=v5), "v4", "v5", metrics=metrics, config=CONFIG))


def test_the_outputs_of_all_variants_of_drawn_cases_are_asked_about(experiment, bob):
    found = label_requests.ask(experiment=experiment, n_cases=40, people=2, seed=7, by=bob.user)
    items = TaskItem.objects.filter(task=found.task).order_by("position")

    assert (found.n_cases, found.n_items, found.task.status, found.task.blind_mode) == (40, 80, "ACTIVE", True)
    assert found.task.sampling_config["drawn_for"] == str(experiment.pk) and found.task.sampling_config["seed"] == 7
    cases = [each.test_case_id for each in items]
    assert len(set(cases)) == 40 and {each.open_slots for each in items} == {2}
    shown = [ModelOutput.objects.get(pk=each.outputs[0]).system.name for each in items]
    assert 10 < shown[:40].count("v4") < 30
    assert not people.open_tasks(experiment.variants.first().evaluation).exists()


def test_the_draw_follows_the_seed_and_never_repeats_a_case(experiment):
    drawn = []
    for seeds in ((7, 8), (7, 9)):
        with undone():
            tasks = [label_requests.ask(experiment=experiment, n_cases=60, seed=seed).task for seed in seeds]
            drawn.append([set(task.items.values_list("test_case__row_index", flat=True)) for task in tasks])
            with pytest.raises(Conflict, match="drawn already"):
                label_requests.ask(experiment=experiment, n_cases=1)

    assert drawn[0][0] == drawn[1][0] and [len(each) for each in drawn[0]] == [60, 40]
    assert not drawn[0][0] & drawn[0][1]


def test_labels_correct_the_figures_and_the_forecast_holds(experiment, alice):
    task = label_requests.ask(experiment=experiment, n_cases=60, seed=1).task
    label(task, alice, wrong_about=range(0, 100, 9))
    found = looks.look(experiment=Experiment.objects.get(pk=experiment.pk))

    result = found.figures["results"][0]
    assert [each["state"] for each in found.figures["checks"] if each["key"] == "labels"] == ["passed"]
    assert result["n"] == 60 and result["error"]
    forecast = label_requests.expected(experiment, 20)
    width = result["difference"]["high"] - result["difference"]["low"]
    assert forecast.labelled == 60 and forecast.width == pytest.approx(width, rel=0.03)
    assert 0 < forecast.narrower_by < 1 - np.sqrt(60 / 80) + 0.01


def test_the_forecast_of_people_alone_is_that_of_the_root():
    said = np.tile([0.0, 1.0, 1.0, 0.0, 1.0], 10)
    samples = Samples(
        Sample("v4", np.arange(50), said[::-1].copy()), Sample("v5", np.arange(50), np.roll(said, 2) * 1.0)
    )
    found = next_labels.narrowing(samples, "people", 150)

    error = stats.sem(samples.differences())
    assert found.width == pytest.approx(2 * stats.norm.ppf(0.975) * error)
    assert found.narrower_by == pytest.approx(0.5)
    both = (samples.control, samples.treatment)
    few = Samples(*(Sample(each.name, each.units[:20], each.values[:20]) for each in both))
    assert next_labels.narrowing(few, "people", 150).narrower_by is None


def test_where_labels_do_not_count_nobody_is_asked(acme, experiment, client_of, bob):
    machines_alone = judged(acme, metrics=(EXACT,), v4="1", v5="1")
    draft = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5", metrics=(PEOPLE_TOO,))
    started = experiments.start(
        experiment=make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5", metrics=(PEOPLE_TOO,))
    )
    for each, words in ((machines_alone, "count"), (draft, "count"), (started, "has not answered")):
        with pytest.raises(Conflict, match=words):
            label_requests.ask(experiment=each, n_cases=1)
    with pytest.raises(InvalidInput, match="n_cases"):
        label_requests.ask(experiment=experiment, n_cases=0)
    asking, client = f"/experiments/{machines_alone.pk}/labels/", client_of(bob)
    assert "labels count in a running" in client.get(asking).content.decode()
    assert client.post(asking, {"n_cases": "5", "people": "1"}).status_code == 422
    assert not AnnotationTask.objects.filter(sampling_config__has_key="drawn_for").exists()


def test_over_the_api(experiment, bob, api_of):
    api = api_of(bob)
    answer = api.post(f"/v1/experiments/{experiment.pk}/label-requests", {"n_cases": 40, "seed": 3})

    found = answer.json()
    assert answer.status_code == 201 and (found["n_cases"], found["n_items"], found["seed"]) == (40, 80, 3)
    assert (found["labelled"], found["narrower_by"]) == (0, None)
    assert AnnotationTask.objects.get(pk=found["task_id"]).total_items == 80
    assert api.post(f"/v1/experiments/{experiment.pk}/label-requests", {"people": 21}).status_code == 400


def test_on_the_page_of_the_experiment(client_of, experiment, bob, alice):
    client = client_of(bob)
    page, asking = (f"/experiments/{experiment.pk}/{part}" for part in ("", "labels/"))
    assert asking in client.get(page).content.decode()
    shown = client.get(asking).content.decode()
    assert "0 pairs are labelled so far" in shown and "100 cases can be drawn" in shown and "give 80 labels" in shown
    assert "No one here is an annotator" not in shown and "Asked so far" not in shown

    answer = client.post(asking, {"n_cases": "50", "people": "1"})
    task = AnnotationTask.objects.get(sampling_config__drawn_for=str(experiment.pk))
    assert answer.status_code == 302 and str(task.pk) in answer.url
    label(task, alice, wrong_about=range(0, 100, 9))
    live = client.get(asking, {"n_cases": "30", "people": "1"}, headers={"HX-Request": "true"}).content.decode()
    forecast = label_requests.expected(experiment, 30)
    assert "Label these 30 cases next" in live and f"narrows by {forecast.narrower_by:.1%}".replace("%", " %") in live
    refused = client.post(asking, {"n_cases": "0", "people": "1"})
    assert refused.status_code == 422 and task.items.count() == 100
    assert "0 of 100" in refused.content.decode() and reverse("annotations:task_detail", args=[task.pk]) in (
        refused.content.decode()
    )
    more = client.get(asking, {"n_cases": "5000", "people": "2"}, headers={"HX-Request": "true"}).content.decode()
    assert "50 cases can be drawn" in more and "For 50 of them people give 200 labels" in more
    client.post(asking, {"n_cases": "50", "people": "1"})
    assert "were drawn already" in client.get(asking).content.decode()


def test_a_single_look_waits_for_the_labels_that_were_asked_for(experiment, alice, rita):
    task = label_requests.ask(experiment=experiment, n_cases=60, seed=1).task
    label(task, alice)
    task.items.filter(position=0).update(open_slots=1)
    held = factories.make_lease(task.items.get(position=0), factories.make_annotator(rita))
    assert looks.look(experiment=experiment).verdict == "keep_testing"
    held.delete()
    assert looks.look(experiment=experiment).verdict in ("ship", "inconclusive")
    label_requests.ask(experiment=experiment, n_cases=20, seed=1)
    waiting = looks.look(experiment=experiment)
    assert waiting.verdict == "keep_testing" and "once, at 100 planned, and 60 have" in waiting.sentence.english

    again = make_experiment(experiment.dataset_version, "v4", "v5", metrics=(PEOPLE_TOO,), config=CONFIG)
    states = {each["key"]: each["state"] for each in looks.look(experiment=run(again)).figures["checks"]}
    assert states["labels"] == "passed"


def test_the_page_offers_what_the_plan_lacks_and_says_what_it_waits_for(client_of, kept, bob):
    client, config = client_of(bob), Config(minimum_sample_size=10, planned_n=60)
    draft = make_experiment(kept.dataset_version, "v4", "v5", metrics=[PEOPLE_TOO], config=config)
    experiment = experiments.start(experiment=draft)
    asking = f"/experiments/{experiment.pk}/labels/"
    waiting = client.get(asking).content.decode()
    assert "has not answered all cases yet" in waiting and "Labels per output" not in waiting

    for variant in experiment.variants.select_related("evaluation"):
        take_steps(variant.evaluation)
    shown = client.get(asking).content.decode()
    assert 'value="60"' in shown and "No one here is an annotator" in shown
    label_requests.ask(experiment=Experiment.objects.get(pk=experiment.pk), n_cases=50)
    assert 'value="10"' in client.get(asking).content.decode()
