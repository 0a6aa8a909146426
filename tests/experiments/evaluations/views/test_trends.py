"""Means of a metric over evaluations: a line for each scorer, filters, few cases, and as many statements for many."""

import uuid

import pytest
from django.urls import reverse

from experiments.evaluations.actions import trends
from experiments.models import Evaluation
from tests.experiments.evaluations_world import (
    RIGHT,
    WRONG,
    make_evaluation,
    make_repetitions,
    make_version,
    take_steps,
)
from tests.kept_people import acme
from tests.statements import at_most

__all__ = ["acme"]
pytestmark = pytest.mark.django_db
PATH = reverse("experiments:evaluation_trends")


@pytest.fixture(scope="module")
def version(acme):
    return make_version(acme, [RIGHT] * 30 + [WRONG] * 10)


@pytest.fixture(scope="module")
def ended(version):
    return [evaluated(version, name) for name in ("first", "second")]


def evaluated(version, name, **settings):
    return take_steps(make_evaluation(version, name=name, **settings))


def test_evaluations_stand_in_the_order_of_time(client_of, bob, version, ended):
    client = client_of(bob)
    client.get(PATH)

    with at_most(14):
        found = client.get(PATH)

    (series,) = found.context["series"]
    page = found.content.decode()
    assert [point.evaluation.name for point in series.points] == ["second", "first"]
    assert [(point.value, point.n, point.is_few) for point in series.points] == [("0.75", 40, False)] * 2
    assert "0.75 after 0.75; the intervals overlap: inconclusive" in page
    assert (
        series.points[0].interval.startswith("95 % CI 0.59 to 0.8")
        and series.dataset == version.dataset
        and "Mean of" in page
    )


def test_scorers_and_reducers_are_lines_of_their_own(rival):
    version = make_version(rival)
    for metrics in (["exact_match"], [{"metric": "exact_match", "parameters": {"ignore_case": True}}]):
        evaluated(version, "one", metrics=metrics)
    repeated = make_repetitions(rival, [[RIGHT, WRONG], [RIGHT, RIGHT]])
    for reducer in ("mean", "pass@2", "pass@2"):
        evaluated(repeated, "two", repetitions=2, reducer=reducer)
    evaluated(make_version(rival), "of another dataset")

    found = trends.trends_of(organization=rival, metric="exact_match")

    assert sorted((each.reducer, len(each.summaries)) for each in found) == [
        ("", 1),
        ("", 1),
        ("", 1),
        ("mean", 1),
        ("pass@2", 2),
    ]
    assert len({each.annotator.pk for each in found}) == 2


def test_dataset_narrows_and_few_cases_say_so(client_of, bob, acme, ended):
    small = evaluated(make_version(acme), "small")
    dataset = small.task.dataset_version.dataset_id

    found = client_of(bob).get(PATH, {"metric": "exact_match", "dataset": dataset})

    (series,) = found.context["series"]
    page = found.content.decode()
    assert [point.evaluation.name for point in series.points] == ["small"]
    assert series.points[0].is_few and "few cases" in page
    assert "0 evaluations of enough cases: too few for a trend" in page
    assert f"{PATH}?metric=exact_match&amp;dataset={dataset}" in (
        client_of(bob).get(reverse("experiments:evaluation_detail", args=[small.pk])).content.decode()
    )


def test_what_is_not_there(client_of, bob, mallory, version, ended):
    client, other = client_of(bob), client_of(mallory)

    assert client.get(PATH, {"metric": "nothing"}).status_code == 404
    for given in ("nonsense", uuid.uuid4()):
        assert client.get(PATH, {"dataset": given}).status_code == 404
        assert client.get(PATH, {"system": given}).status_code == 404
    assert other.get(PATH, {"dataset": version.dataset_id}).status_code == 404
    assert "No evaluation has ended" in other.get(PATH).content.decode()
    Evaluation.objects.filter(task__organization=bob.organization).update(state="running", finished_at=None)
    assert "No evaluation has ended" in client.get(PATH).content.decode()
