"""The pages of experiments: list, results, looks, plan, and what may be done."""

import pytest
from django.urls import reverse
from django.utils import timezone

from annotations.models import Annotation
from datasets.models import DatasetVersion
from experiments.models import Evaluation, ExperimentLook
from experiments.trials.actions import experiments, looks
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment_metric import GUARDRAIL, SECONDARY
from experiments.trials.views.labels import between, signed
from tests.experiments.evaluations_world import take_steps
from tests.experiments.traffic_world import make_traffic
from tests.experiments.trials_world import EXACT, evaluated, make_experiment, make_outputs, run
from tests.kept_people import acme

V4, V5 = "1101001011" * 4, "1" * 40
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture(scope="module")
def version(acme):
    return make_outputs(acme, v4=V4, v5=V5, v6="0" * 40)


@pytest.fixture(scope="module")
def scored(version):
    return evaluated(version, "v4", "v5", metrics=["exact_match", "contains"])


@pytest.fixture
def running(version, scored, db):
    return run(make_experiment(version, "v4", "v5", scored=scored))


def page(experiment, name="detail"):
    return reverse(f"experiments:experiment_{name}", args=[experiment.pk])


def read(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_page_takes_a_look_also_for_a_viewer_and_leads_to_the_cases_of_a_metric(running, client_of, vera):
    shown = read(client_of(vera), page(running))

    look = ExperimentLook.objects.get(experiment=running)
    assert look.looked_by == vera.user and str(look.sentence) in shown
    assert "Ship v5: Exact match holds in 40 more of 100 cases" in shown and "from 40 pairs" in shown
    assert "Conclude experiment" not in shown and "Healthy" in shown
    read(client_of(vera), page(running))
    assert ExperimentLook.objects.filter(experiment=running).count() == 1
    href = f"{page(running, 'cases')}?change=differ&amp;treatment=1&amp;metric=exact_match"
    assert href in shown and "16" in read(client_of(vera), href.replace("&amp;", "&"))


def test_a_draft_shows_its_plan_and_starts(acme, client, django_capture_on_commit_callbacks):
    metrics = [EXACT, PlannedMetric("latency_ms", GUARDRAIL, margin=400)]
    draft = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5", metrics=metrics, hypothesis="Better")
    assert "This is a draft" in read(client, page(draft))
    plan = read(client, page(draft, "plan"))

    assert "latency_ms" in plan and "400" in plan and "Better" in plan and "valid at every look" in plan
    answer = client.post(page(draft, "start"))
    assert answer.url == page(draft)
    draft.refresh_from_db()
    assert draft.status == "RUNNING"
    assert "Keep testing" in read(client, page(draft))


def test_few_pairs_are_not_yet(acme, client):
    config = Config(minimum_sample_size=30)
    shown = read(client, page(run(make_experiment(make_outputs(acme, v4="10", v5="11"), "v4", "v5", config=config))))

    assert "Inconclusive: all data are in, but 2 of at least 30" in shown
    assert "too few yet" in shown and "Not yet" in shown


def test_pause_go_on_and_conclude(running, client):
    client.post(page(running, "pause"))
    assert "Paused" in read(client, page(running))
    client.post(page(running, "start"))
    winner = running.variants.get(name="v5")
    refused = client.post(page(running, "conclude"), {"winner": "v5"})
    assert refused.status_code == 422 and "Conclude experiment" in refused.content.decode()
    answer = client.post(page(running, "conclude"), {"winner": str(winner.pk), "notes": "Fine\nfor mail."})
    assert answer.url == page(running)

    running.refresh_from_db()
    assert (running.winner, running.status, running.conclusion.number) == (winner, "CONCLUDED", 1)
    shown = read(client, page(running))
    assert "Decision record" in shown and "Fine<br>for mail." in shown and "Ship v5" in shown
    client.post(page(running, "archive"))
    listed = reverse("experiments:experiment_list")
    assert page(running) not in read(client, listed) and page(running) in read(client, f"{listed}?status=ARCHIVED")


def test_unhealthy_data_have_no_winner(acme, client):
    version = make_outputs(acme, v4="1" * 40, v5="1" * 20 + "-" * 20)
    experiment = run(make_experiment(version, "v4", "v5"))
    shown = read(client, page(experiment))
    assert "Unhealthy" in shown and 'value="no_winner"' in shown
    winner = experiment.variants.get(name="v5")

    assert str(winner.pk) not in shown
    assert client.post(page(experiment, "conclude"), {"winner": str(winner.pk)}).status_code == 422


def test_a_look_is_shown_again_as_it_was(running, client):
    looks.look(experiment=running)

    shown = read(client, f"{page(running)}?look=1")
    assert "as it was shown then" in shown
    read(client, f"{page(running)}?look=2", 404)
    read(client, f"{page(running)}?look=x", 404)
    assert "?look=1" in read(client, page(running, "looks"))


def test_one_of_several_treatments_is_chosen(version, scored, client):
    scored = scored | evaluated(version, "v6", metrics=["exact_match", "contains"])
    experiment = run(make_experiment(version, "v4", "v5", "v6", scored=scored))

    assert "Exact match: difference +0.4" in read(client, page(experiment))
    assert f"difference {chr(8722)}0.6" in read(client, f"{page(experiment)}?treatment=2")


def test_what_is_drawn_is_what_the_look_stores(version, scored, client):
    metrics = [EXACT, PlannedMetric("contains", GUARDRAIL, margin=0.05), PlannedMetric("latency_ms", GUARDRAIL)]
    config = Config(minimum_sample_size=10, prior_deviation=0.2, least_effect=0.1)
    experiment = run(make_experiment(version, "v4", "v5", scored=scored, metrics=metrics, config=config))
    shown = read(client, page(experiment))

    assert "Safe to look" in shown and "every look" in shown
    assert "Better on Exact match, Contains. Not measured: Latency." in shown
    assert "1 of 2 guardrails are shown to hold." in shown
    assert "Exact match: better in 16, equal in 24, worse in 0 of 40 cases" in shown
    assert "Probability of a gain above 0.1" in shown and "normal, mean 0, SD 0.2" in shown
    low = looks.look(experiment=experiment).figures["results"][0]["running"]["low"]
    assert f"+{low:.3g} to" in shown


def test_what_does_not_vary_says_so(acme, client):
    shown = read(client, page(run(make_experiment(make_outputs(acme, v4="1" * 40, v5="1" * 40), "v4", "v5"))))

    assert "No variation, no interval" in shown and "the difference has no error yet" in shown


def test_the_p_of_a_margin_stands_beside_its_bound_alone(version, scored, client):
    metrics = [EXACT, PlannedMetric("contains", GUARDRAIL, margin=0.5)]
    result, shown = looked_at(client, version, scored=scored, metrics=metrics)

    found = result["contains"]["running"]
    assert result["contains"]["guardrail"]["p"] < 0.001
    assert f"Contains · Guardrail: {signed(found['value'])} {between(found)}, n 40" in shown
    assert "at least +" in shown and "1 of 1 guardrails are shown to hold." in shown


def test_what_holm_leaves_open_is_not_called_better(acme, client):
    """Two secondary metrics with an interval above zero, but corrected p over alpha."""
    metrics = [EXACT, *(PlannedMetric(key, SECONDARY) for key in ("contains", "rouge_l"))]
    version = make_outputs(acme, v4="1" * 20 + "0" * 20, v5="1" * 28 + "0" * 12)
    result, shown = looked_at(client, version, metrics=metrics)

    assert result["contains"]["running"]["low"] > 0 and 0.05 < result["contains"]["p_corrected"] < 0.1
    assert "Better on Exact match. Inconclusive on Contains, ROUGE-L." in shown


def test_where_the_posterior_decides_its_figures_are_shown(version, scored, client):
    config = Config(minimum_sample_size=10, method="bayesian", prior_deviation=0.2)
    result, shown = looked_at(client, version, scored=scored, config=config)
    found = result["exact_match"]["posterior"]

    assert f"mean gain {signed(found['mean'])}, 95 % credible interval {between(found)}" in shown


def test_nothing_measured_and_an_evaluation_that_failed(version, client):
    started = experiments.start(experiment=make_experiment(version, "v4", "v5"))
    assert "Nothing has been measured in both variants yet." in read(client, page(started))
    for variant in started.variants.select_related("evaluation"):
        take_steps(variant.evaluation)
    evaluation = started.variants.get(name="v5").evaluation
    Evaluation.objects.filter(pk=evaluation.pk).update(state="failed")
    assert "The evaluation has failed." in read(client, page(started))


def looked_at(client, version, **plan):
    """({metric: its result at the look}, the page)."""
    experiment = run(make_experiment(version, "v4", "v5", **plan))
    shown = read(client, page(experiment))
    return {each["metric"]["key"]: each for each in looks.look(experiment=experiment).figures["results"]}, shown


def test_pages_of_a_draft_that_is_archived_and_of_what_has_no_cases(acme, client):
    """A draft has no outputs yet, traffic never has."""
    draft = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5")
    assert "No pairs yet" in read(client, page(draft, "cases"))
    read(client, page(make_traffic(acme, "v4", "v5"), "cases"), 404)

    experiments.archive(experiment=draft)
    assert "archived before it started" in read(client, page(draft))


def test_scores_and_data_that_change_under_a_running_experiment(running, client, client_of, vera):
    """A deprecated version still shows its results; a score that goes is another look."""
    experiment = running
    assert "from 40 pairs" in read(client, page(experiment))
    evaluation = experiment.variants.get(name="v5").evaluation
    lost = Annotation.objects.filter(task=evaluation.task_id).first()
    Annotation.objects.filter(pk=lost.pk).update(withdrawn_at=timezone.now())
    assert "from 39 pairs" in read(client, page(experiment))
    assert [each.n for each in experiment.looks.order_by("number")] == [40, 39]
    assert "from 40 pairs" in read(client, f"{page(experiment)}?look=1")

    DatasetVersion.objects.filter(pk=experiment.dataset_version_id).update(status="DEPRECATED")
    for name in ("detail", "cases", "looks", "plan", "what_if", "report"):
        shown = read(client_of(vera), page(experiment, name))
        assert 'method="post"' not in shown.partition("<main")[2].partition("</main>")[0]
