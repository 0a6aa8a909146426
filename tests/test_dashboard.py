"""The dashboard: what each role sees, what an empty organization says, and what it costs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.actions import agreement
from tests import factories
from tests.annotations.panel import answer_all, make_panel


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=6, name="Are they right?")
    answer_all(task)
    agreement.compute(task=task)
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

    assert ("Waiting for you" in html, "Active tasks" in html, "Models differ from people" in html) == (
        own,
        figures,
        audits,
    )
    assert ("alpha" in html) is figures


@pytest.mark.parametrize(
    "role, words",
    [
        ("admin", "Bring a dataset"),
        ("reviewer", "Nothing waits for you"),
        ("annotator", "Nothing waits for you"),
        ("viewer", "Nothing waits for you"),
    ],
)
def test_empty_organization_says_what_to_do(acme, client_of, role, words):
    assert words in page(client_of, acme, role)


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
