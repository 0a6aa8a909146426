"""How many answers each item takes: changed for all items at once, never below what was given."""

import pytest

from annotations.models import AnnotationEvent, AnnotationTask, TaskItem
from annotations.queue.actions import claims, slots, submissions
from evalhub.accounts.models import AuditEvent
from evalhub.invariants import broken
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories


def make_task(organization, *, rows, required):
    version = factories.make_version(factories.make_dataset(organization), rows=rows)
    task = factories.make_task(version, required=required)
    task.schema_version.frozen_at = "2026-01-01T00:00Z"
    task.schema_version.save(update_fields=["frozen_at"])
    return task


def test_more_answers_open_a_place_on_every_item(acme, alice, bob, monkeypatch):
    monkeypatch.setattr(slots, "BATCH", 2)
    task = make_task(acme, rows=5, required=1)
    claims.claim(task=task, annotator=factories.make_annotator(alice))

    slots.change_overlap(task=task, required=3, by=bob)

    assert sorted(task.items.values_list("open_slots", flat=True)) == [2, 3, 3, 3, 3]
    assert AnnotationTask.objects.get(pk=task.pk).required_annotations_per_item == 3
    assert AuditEvent.objects.get(verb="task.overlap_changed").details == {"from": 1, "to": 3}
    assert AnnotationEvent.objects.filter(verb="overlap_changed").count() == 1
    assert broken() == []


def test_fewer_answers_than_an_item_has_are_refused_and_nothing_changes(acme, alice, bob, monkeypatch):
    monkeypatch.setattr(slots, "BATCH", 1)
    task = make_task(acme, rows=2, required=2)
    last = task.items.last()
    for member in (alice, bob):
        factories.make_lease(last, factories.make_annotator(member))

    with pytest.raises(Conflict) as refused:
        slots.change_overlap(task=task, required=1, by=bob)

    assert refused.value.details == {"item_id": str(last.pk), "taken": 2}
    assert list(task.items.values_list("open_slots", flat=True)) == [2, 0]


@pytest.mark.parametrize("required", [0, 101])
def test_numbers_out_of_range_are_refused(acme, bob, required):
    with pytest.raises(InvalidInput):
        slots.change_overlap(task=make_task(acme, rows=1, required=1), required=required, by=bob)


@pytest.mark.django_db(transaction=True)
def test_places_add_up_when_people_work_while_the_number_changes(acme, bob, together):
    task = make_task(acme, rows=8, required=1)
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(6)]

    def work(annotator):
        for _ in range(4):
            lease = claims.claim(task=task, annotator=annotator)
            if isinstance(lease, claims.Lease):
                submission = submissions.Submission(answers={"verdict": "wrong"}, lease_token=lease.token)
                submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)

    change = [lambda n=n: slots.change_overlap(task=task, required=n, by=bob) for n in (2, 3)]
    results = together(*[lambda a=a: work(a) for a in people], *change)

    assert [result for result in results[:6] if result is not None] == []
    assert broken() == []
    assert TaskItem.objects.filter(task=task).count() == 8
