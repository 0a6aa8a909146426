"""Answers from an import brings, and to which items: never another organization's, never another task's."""

import pytest

from annotations.imports.actions import jobs
from annotations.models import Annotation, TaskItem
from evalhub.lib.errors import Conflict
from tests import factories
from tests.annotations.imports.formats.files import run, upload

BY_NAME = {"item": "external_id", "item_by": "external_id"}


@pytest.fixture
def task(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=[{"external_id": "q0"}, {"external_id": "q1"}])
    return factories.make_task(version)


def row(**fields):
    return {"annotator": "Zed", "labels": {"verdict": "wrong"}} | fields


def test_annotator_of_another_organization_is_not_taken_by_id(task, mallory):
    stranger = factories.make_annotator(mallory)

    job = run(task, "a.json", [row(external_id="q1", annotator_id=str(stranger.pk))], mapping=BY_NAME)

    assert job.state == "done", job.errors
    assert Annotation.objects.get().annotator.organization_id == task.organization_id


def test_item_of_another_task_does_not_exist(task, rival):
    other = factories.make_task(factories.make_version(factories.make_dataset(rival)))

    rows = [row(item_id=str(other.items.first().pk))]

    job = run(task, "a.json", rows, mapping={"item": "item_id", "item_by": "item_id"})

    assert (job.state, job.error_count) == ("failed", 1)
    assert not Annotation.objects.exists()


def test_of_several_items_of_one_case_the_first_is_meant(task):
    first = task.items.first()
    TaskItem.objects.create(task=task, test_case=first.test_case, position=2, open_slots=2)

    run(task, "a.json", [row(external_id="q0")], mapping=BY_NAME)

    assert Annotation.objects.get().item == first


def test_import_that_waits_for_a_worker_is_not_started_again(task, bob):
    job = jobs.receive(task=task, kind="annotations", upload=upload("a.json", [row(external_id="q1")]), by=bob.user)
    jobs.start(job=job, mapping=BY_NAME, by=bob.user)

    with pytest.raises(Conflict) as refused:
        jobs.start(job=job, mapping={"item": "id", "item_by": "item_id"}, by=bob.user)

    job.refresh_from_db()
    assert (refused.value.code, job.mapping) == ("not_waiting", BY_NAME)
