"""Forty prompts, a baseline and two candidates, over HTTP to the simulated provider and back to the pages."""

import pytest
from django.urls import reverse

from datasets.models import ModelOutput
from evalhub import invariants
from reviews.engine import tasks
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import supervisor
from reviews.models import GradingRun, QualityObservation
from reviews.quality.tasks import compare_pairs
from tests import factories
from tests.reviews.batch_world import serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(400),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_broker"),
]
PROMPTS = 40
SECONDS = 60
EMBEDDED = "embedding_similarity:lexical"


@pytest.fixture(scope="module")
def provider():
    with pytest.MonkeyPatch.context() as patch, serving(patch) as started:
        yield started


@pytest.fixture
def version(bob):
    asked = (
        "May town {0} be entered at night?",
        "What is {0} plus {0}?",
        "Tell me how bicycle {0} is oiled.",
        "When was mill {0} built?",
    )
    rows = [{"input": {"prompt": asked[number % 4].format(number)}, "outputs": {}} for number in range(PROMPTS)]
    return factories.make_version(factories.make_dataset(bob.organization), rows=rows)


def work(run):
    while Dispatcher(concurrency=8).run(SECONDS):
        supervisor.advance(run)
    supervisor.advance(run)


def policy(floor):
    return {
        "task_type": "support",
        "preferred": "simulated-careful",
        "quality_floor": floor,
        "window_size": "100",
        "min_observations": "20",
        "shadow_rate": "0",
        "max_age_days": "",
        "fallback": "",
        "most_cost_per_1k": "",
    }


@pytest.fixture
def no_queue(monkeypatch):
    monkeypatch.setattr(tasks.batch_due, "delay", lambda: None)


@pytest.mark.usefixtures("provider", "no_queue")
def test_candidates_are_graded_twice_and_routed_by_what_was_found(bob, client_of, version):
    client = client_of(bob)
    client.post(
        reverse("reviews:grading_new"),
        {
            "name": "Cheaper?",
            "version": version.pk,
            "most_cases": PROMPTS,
            "task_type": "support",
            "baseline_model": "simulated-careful",
            "candidate_models": "simulated-hasty\nsimulated-terse",
            "judge": "exact_match",
        },
    )
    grading = GradingRun.objects.get()

    work(grading.run)
    tasks.request_due()
    compare_pairs(str(grading.pk), "exact_match", "")  # again: nothing is left to compare
    client.post(reverse("reviews:grading_compare", args=[grading.pk]), {"reference": "embedding_similarity|lexical"})

    assert grading.outputs().count() == 3 * PROMPTS
    assert {name: count_of(grader_id=name) for name in ("exact_match", EMBEDDED)} == {
        "exact_match": 2 * PROMPTS,
        EMBEDDED: 2 * PROMPTS,
    }
    assert 0 < count_of(grader_id="exact_match", quality_score=1.0) < 2 * PROMPTS
    assert count_of(grader_id=EMBEDDED, quality_score__gt=0.05, quality_score__lt=0.95)
    results = client.get(grading.get_absolute_url() + f"?grader={EMBEDDED}").context["results"]
    assert [model.quality.n for model in results.models[1:]] == [PROMPTS, PROMPTS]

    client.post(reverse("reviews:quality_policy"), policy("0.3"))
    assert routed(client).choice.adapter_id == "simulated-careful"  # the simulation has no prices, and none is 0
    ModelOutput.objects.filter(system__name="simulated-hasty").update(cost_usd="0.0002")
    ModelOutput.objects.filter(system__name="simulated-terse").update(cost_usd="0.0004")
    route = routed(client)
    assert (route.choice.adapter_id, route.choice.how) == ("simulated-hasty", "cheapest")
    client.post(reverse("reviews:quality_policy"), policy("1"))
    assert routed(client).choice.how == "preferred"
    assert invariants.broken() == []


def routed(client):
    """The Route that the page shows, every reason of which it says."""
    page = client.get(reverse("reviews:quality"), {"task": "support"})
    route, text = page.context["route"], page.content.decode()
    assert len(route.choice.considered) == 2
    assert all(why in text for why in [route.choice.why, *(found.why for found in route.choice.considered)])
    return route


def count_of(**fields):
    return QualityObservation.objects.filter(**fields).count()
