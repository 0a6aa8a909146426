"""Events are written with what happened, and numbered once they are committed."""

import pytest
from django.db import transaction

from annotations.tasks.actions import annotation_tasks
from evalhub.events.actions import outbox
from evalhub.events.models import OutboxEvent
from evalhub.lib.errors import UnknownKey
from tests import factories

TYPE = "annotation_task.completed"


def emit(organization, name="Answers"):
    return outbox.emit(
        organization=organization, type=TYPE, object=organization, payload={"task_id": organization.pk, "name": name}
    )


def sequences(organization):
    rows = OutboxEvent.objects.for_organization(organization).order_by("id")
    return list(rows.values_list("sequence", flat=True))


def test_an_event_takes_one_statement_and_keeps_plain_values(acme, django_assert_num_queries):
    with django_assert_num_queries(1):
        event = emit(acme)

    event.refresh_from_db()
    assert event.payload == {"task_id": str(acme.pk), "name": "Answers"}
    assert (event.object_type, event.object_id, event.sequence) == ("accounts.Organization", str(acme.pk), None)


def test_refused_and_rolled_back_events_are_not_there(acme):
    with pytest.raises(UnknownKey, match=TYPE):
        outbox.emit(organization=acme, type="task.burned", object=acme, payload={})
    with pytest.raises(ValueError, match="task_id, name, not task_id, secret"):
        outbox.emit(organization=acme, type=TYPE, object=acme, payload={"task_id": "1", "secret": "2"})
    assert not OutboxEvent.objects.exists()

    with pytest.raises(RuntimeError), transaction.atomic():
        emit(acme)
        raise RuntimeError
    assert not OutboxEvent.objects.exists()


def test_each_organization_counts_from_one(acme, rival, django_assert_num_queries):
    for organization in (acme, rival, acme, acme):
        emit(organization)

    with django_assert_num_queries(5):  # with the savepoint of the test
        outbox.queue()
    emit(rival)
    outbox.queue()

    assert sequences(acme) == [1, 2, 3]
    assert sequences(rival) == [1, 2]
    assert outbox.queue() == 0


@pytest.mark.django_db(transaction=True)
def test_two_that_number_at_once_leave_no_gap_and_give_no_number_twice(together):
    organization = factories.make_organization()

    def write_and_number():
        for _ in range(10):
            emit(organization)
            outbox.queue()

    together(*[write_and_number] * 4)

    assert sorted(sequences(organization)) == list(range(1, 41))


def test_completing_a_task_is_an_event_of_its_organization(bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))

    annotation_tasks.set_status(task=task, status="COMPLETED", by=bob.user)

    (event,) = OutboxEvent.objects.for_organization(bob.organization)
    assert (event.type, event.object_id) == (TYPE, str(task.pk))
    assert event.payload == {"task_id": str(task.pk), "name": task.name}


def test_a_task_that_is_in_no_list_is_nobodys_news(bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)), is_listed=False)

    annotation_tasks.set_status(task=task, status="COMPLETED", by=bob.user)

    assert not OutboxEvent.objects.exists()
