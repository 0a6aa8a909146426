"""Answers from an import brings, and to which items: never another organization's, never another task's."""

import json

import pytest

from annotations.imports.actions import jobs
from annotations.models import Annotation, Assignment, TaskItem
from annotations.queue.actions import claims, leases, submissions
from evalhub.invariants import broken
from evalhub.lib.errors import Conflict, NotFound
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


def test_answers_of_people_fill_the_slots_of_items_that_others_have_in_hand(task, alice, bob):
    """q0: alice skipped it, bob has it in hand; both are in the file, with two more people and a program."""
    task.required_annotations_per_item = 3
    task.save()
    first, second = task.items.order_by("position")
    task.items.update(open_slots=3)
    annotator, other = factories.make_annotator(alice), factories.make_annotator(bob)
    leases.skip(task=task, item_id=first.pk, annotator=annotator)
    held = leases.assign(task=task, item_id=first.pk, annotator=other, by=bob.user)
    lease = claims.claim(task=task, annotator=other)
    people = [str(annotator.pk), str(other.pk), "", ""]
    rows = [row(external_id="q0", annotator=f"P{place}", annotator_id=one) for place, one in enumerate(people)]
    rows += [row(external_id="q1"), row(external_id="q1", annotator="bleu", annotator_kind="program")]

    job = run(task, "a.jsonl", "\n".join(map(json.dumps, rows)), mapping=BY_NAME)
    again = run(task, "b.jsonl", "\n".join(map(json.dumps, rows)), mapping=BY_NAME)

    assert (job.state, job.rows_stored, again.rows_repeated) == ("done", 6, 6), job.errors
    assert dict(task.items.values_list("pk", "open_slots")) == {first.pk: 0, second.pk: 2}
    assert lease.assignment_id == held.pk and broken() == []
    placed = Annotation.objects.filter(assignment__state="submitted").order_by("pk")
    assert [row.annotator.name for row in placed] == [annotator.name, other.name, "P2", "Zed"]
    late = submissions.Submission(answers={"verdict": "wrong"}, lease_token=lease.token)
    with pytest.raises(Conflict, match="You have answered this item"):
        submissions.submit(item_id=first.pk, task=task, annotator=other, submission=late)
    with pytest.raises(NotFound):
        leases.undo(task=task, annotator=other)  # what a file brought was no step of theirs
    leases.give_back(task=task, item_id=first.pk, annotator=other, by=bob.user)
    assert claims.claim(task=task, annotator=other).item_id == first.pk and broken() == []
    assert Assignment.objects.filter(item=first).count() == 3
