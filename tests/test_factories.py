"""The makers of rows agree with the constraints of the database and with each other."""

from annotations.models import TaskItem
from tests import factories


def test_task_has_an_item_with_its_output_for_every_case(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=3)

    task = factories.make_task(version, required=2)

    items = list(task.items.all())
    assert [item.position for item in items] == [0, 1, 2]
    assert all(len(item.outputs) == 1 and item.open_slots == 2 for item in items)
    assert task.schema_version.questions.get().key == "verdict"


def test_annotation_of_a_person_takes_a_place_and_of_a_model_none(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    item = task.items.get()

    factories.make_annotation(item, factories.make_annotator(alice), {"verdict": "wrong"})
    factories.make_annotation(item, factories.make_llm_annotator(acme), {"verdict": None}, evidence="It is")

    assert TaskItem.objects.get().open_slots == 1
    human, machine = item.annotations.order_by("id")
    assert human.judgements.get().number == 2.0
    assert machine.judgements.get().abstained
    assert machine.judgements.get().evidence.get().end == 5


def test_lease_takes_a_place(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=1)
    item = task.items.get()

    lease = factories.make_lease(item, factories.make_annotator(alice))

    assert lease.state == "leased"
    assert TaskItem.objects.get().open_slots == 0
