"""The cases of an experiment: the scores of both variants, those that differ, and where each leads."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from experiments.trials.views.lists.cases import ExperimentCaseList
from tests.experiments.trials_world import make_experiment, make_outputs, run
from tests.kept_people import acme
from tests.lists.walks import Walk

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def experiment(acme):
    return run(make_experiment(make_outputs(acme, v4="110100", v5="111-01", v6="000000"), "v4", "v5", "v6"))


def path_of(experiment, query=""):
    return reverse("experiments:experiment_cases", args=[experiment.pk]) + query


def test_pairs_with_both_scores(experiment, client_of, vera, django_assert_max_num_queries):
    client = client_of(vera)
    client.get(path_of(experiment))
    with django_assert_max_num_queries(40):
        shown = client.get(path_of(experiment)).content.decode()

    assert all((f"question {index}" in shown) == (index != 3) for index in range(6))
    control = experiment.variants.get(name="v4").evaluation
    item = control.task.items.order_by("position")[2]
    assert reverse("experiments:result_detail", args=[control.pk, item.pk]) in shown


def test_those_that_differ(experiment, client_of, vera):
    client = client_of(vera)
    wanted = {
        "?change=better": {2, 5},
        "?change=worse": set(),
        "?change=equal": {0, 1, 4},
        "?change=worse&treatment=2": {0, 1, 3},
        "?change=differ&metric=exact_match": {2, 5},
        "?slice=topic%3Dsums": {0, 2, 4},
        "?slice=topic%3Dterms&change=better": {5},
        "?slice=topic": set(),
    }

    for query, cases in wanted.items():
        shown = client.get(path_of(experiment, query)).content.decode()
        assert {index for index in range(6) if f"question {index}" in shown} == cases, query


def test_what_cannot_be_chosen_is_named(experiment, client_of, vera):
    assert client_of(vera).get(path_of(experiment, "?change=up")).status_code == 422
    assert client_of(vera).get(path_of(experiment, "?treatment=0")).status_code == 422


def walk(organization, member):
    experiment = run(make_experiment(make_outputs(organization, v4="1101001", v5="1110011"), "v4", "v5"))
    request = RequestFactory().get("/")
    request.membership, request.organization = member, organization
    return Walk(path_of(experiment), columns=ExperimentCaseList(request, parent=experiment).columns)
