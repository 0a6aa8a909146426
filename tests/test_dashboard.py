"""The dashboard: what each role sees, what an empty organization says, and what it costs."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotations.agreement.actions import snapshots
from annotations.tasks.actions import annotators
from reviews.engine.requests.actions import next_stages
from reviews.models import EvaluationRun
from tests import factories
from tests.annotations.panel import answer_all, make_panel
from tests.experiments.studies_world import make_study
from tests.reviews.machine import make_run


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=6, name="Are they right?")
    answer_all(task)
    snapshots.compute(task=task)
    return task


def page(client_of, acme, role):
    response = client_of(factories.make_member(acme, role=role)).get("/")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    "role, own, figures, audits",
    [
        ("annotator", True, False, False),
        ("reviewer", True, True, True),
        ("admin", True, True, True),
        ("viewer", False, True, False),
    ],
)
def test_each_role_sees_its_part(task, acme, client_of, role, own, figures, audits):
    html = page(client_of, acme, role)

    assert ("To do" in html, "Active tasks" in html, "Models differ from people" in html) == (
        own,
        figures,
        audits,
    )
    assert ("alpha" in html) is figures


@pytest.mark.parametrize(
    "role, words",
    [
        ("admin", "Upload a dataset"),
        ("reviewer", "Nothing to do"),
        ("annotator", "Nothing to do"),
        ("viewer", "Nothing to do"),
    ],
)
def test_empty_organization_says_what_to_do(acme, client_of, role, words):
    assert words in page(client_of, acme, role)


def test_audits_are_counted_only_where_a_model_judges(acme, client_of):
    factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))

    assert "Models differ from people" not in page(client_of, acme, "admin")


def test_nothing_of_others_is_shown(task, mallory, client_of):
    assert "Are they right?" not in client_of(mallory).get("/").content.decode()


def test_many_tasks_cost_as_many_queries_as_one(task, bob, client_of):
    client = client_of(bob)
    client.get("/")
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    for number in range(5):
        factories.make_task(task.dataset_version, name=f"Another {number}")

    with CaptureQueriesContext(connection) as six:
        client.get("/")

    assert len(six) == len(one)


def test_what_was_worked_on_last_comes_first_and_the_rest_stays_a_link(task, acme, client_of):
    mine = factories.make_member(acme, role="annotator")
    newer = [factories.make_task(task.dataset_version, name=f"Newer {number}") for number in range(5)]
    client = client_of(mine)

    assert [own.task.name for own in client.get("/").context["own_tasks"]] == [f"Newer {n}" for n in (4, 3, 2, 1)]

    person, now = annotators.of_member(mine), timezone.now()
    for answered, at in ((newer[1], now - timedelta(minutes=1)), (task, now)):
        factories.make_annotation(answered.items.first(), person, {}, submitted_at=at)

    first = ["Are they right?", "Newer 1"]
    assert [own.task.name for own in client.get("/").context["own_tasks"]][:2] == first
    assert [found.name for found in client.get("/annotate/").context["open_tasks"]][:2] == first


def test_run_of_a_study_is_named_while_it_asks(bob, client_of):
    study = make_study(bob, name="How hard is it?")
    next_stages.fill(study.run.stages.first())

    html = client_of(bob).get("/").content.decode()

    assert f'href="/runs/{study.run.pk}/"' in html and "How hard is it?" in html


def test_run_that_waits_for_its_provider_does_not_run(bob, client_of):
    run = make_run(bob)
    EvaluationRun.objects.filter(pk=run.pk).update(status="held")

    page = client_of(bob).get("/").content.decode()

    assert "Waiting for the provider" in page and "Running<" not in page.partition('id="now"')[2]
