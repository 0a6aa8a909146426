"""The models of a task on its overview: state, agreement with people, errors in audits, money."""

import pytest
from django.urls import reverse

from annotations.agreement.actions import snapshots
from tests import factories
from tests.reviews.costs_world import make_call, make_runs
from tests.statements import at_most


def shown(client_of, member, task):
    response = client_of(member).get(reverse("annotations:task_detail", args=[task.pk]))
    assert response.status_code == 200
    return response


@pytest.fixture
def run(acme):
    (run,) = make_runs(acme, {})
    return run


def test_a_task_without_models_has_no_section(acme, vera, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))

    page = shown(client_of, vera, task)

    assert page.context["sections"] == [] and "Spent" not in page.content.decode()


def test_money_and_why_figures_are_missing(run, vera, client_of):
    make_call(run, 0, "11-20", usd="0.25")

    page = shown(client_of, vera, run.task)

    (section,) = page.context["sections"]
    (model,) = section.context["models"]
    assert (model.run, model.agreement, model.errors_note) == (run, None, "Not audited yet")
    assert [stat.value for stat in page.context["stats"] if stat.label == "Spent"] == ["$0.25"]


def test_more_runs_cost_no_more_statements(run, vera, client_of):
    snapshots.compute(task=run.task)
    shown(client_of, vera, run.task)
    for number in range(4):
        annotator = factories.make_llm_annotator(run.organization, name=f"Model {number}")
        factories.make_run(run.task, annotator)

    with at_most(32):
        page = shown(client_of, vera, run.task)

    assert len(page.context["sections"][0].context["models"]) == 5
