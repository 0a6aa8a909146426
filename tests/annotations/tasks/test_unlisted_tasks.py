"""Tasks that only machines answer so far are in no list, and some show answers to everybody in one order."""

import pytest
from django.urls import reverse

from annotations.agreement.actions import staleness
from annotations.queue.actions import claims
from annotations.tasks.actions import history
from reviews.audits.actions import sampling
from tests import factories

pytestmark = pytest.mark.django_db
LISTS = (
    "annotations:task_list",
    "annotations:my_work",
    "annotations:export_list",
    "annotations:import_list",
    "dashboard",
)


@pytest.fixture
def tasks(bob):
    """A usual task and an unlisted one, each with an answer of a machine."""
    made = [
        factories.make_task(name=name, is_listed=is_listed, version=version)
        for version in [factories.make_version(factories.make_dataset(bob.organization), rows=2)]
        for name, is_listed in (("People label this", True), ("Machines alone", False))
    ]
    annotator = factories.make_llm_annotator(bob.organization)
    for task in made:
        factories.make_annotation(task.items.first(), annotator, {"verdict": "correct"})
        history.note(task=task, verb="status_active")
    return made


def test_no_list_of_tasks_has_it_and_nothing_is_computed_or_drawn_for_it(bob, client_of, api_of, tasks):
    client = client_of(bob)
    for name in LISTS:
        page = client.get(reverse(name)).content.decode()
        assert "People label this" in page and "Machines alone" not in page, name
    listed = api_of(bob).get("/v1/annotations/tasks").json()
    assert [task["name"] for task in listed["tasks"]] == ["People label this"]

    listed, _unlisted = tasks
    assert staleness.stale_tasks() == [listed]
    assert sampling.due() == [listed]


def test_answers_stand_as_stored_where_the_order_is_kept(alice, tasks):
    person = factories.make_annotator(alice)
    for task in tasks:
        task.keeps_order = task is tasks[1]
        lease = claims.claim(task=task, annotator=person)
        assert (lease.display_seed == 0) is task.keeps_order


def test_forms_offer_tasks_of_people_before_those_of_studies(bob, client_of, tasks):
    made = factories.make_task(name="Made by a study", origin="study", version=tasks[0].dataset_version)
    history.note(task=made, verb="status_active")
    for name in ("annotations:export_list", "annotations:import_list"):
        page = client_of(bob).get(reverse(name)).content.decode()
        assert 0 < page.index("People label this") < page.index("Made by a study"), name
