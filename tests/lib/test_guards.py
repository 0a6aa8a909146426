"""What the database itself refuses, whoever writes: edited history, and rows across organizations."""

import pytest
from django.db import IntegrityError, InternalError, ProgrammingError, connection, transaction

from annotations.models import AnnotationEvent
from evalhub.accounts.actions import audit
from evalhub.accounts.models import AuditEvent
from tests import factories

REFUSED = (InternalError, IntegrityError, ProgrammingError)


def test_audit_events_are_append_only(acme):
    audit.record(organization=acme, verb="key.revoked")

    for change in (lambda: AuditEvent.objects.update(verb="nothing"), lambda: AuditEvent.objects.all().delete()):
        with pytest.raises(REFUSED, match="append-only|refuse"), transaction.atomic():
            change()
    assert AuditEvent.objects.get().verb == "key.revoked"


def test_history_of_annotation_is_append_only(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=0))
    factories.make_event(task)

    for change in (lambda: AnnotationEvent.objects.update(verb="x"), lambda: AnnotationEvent.objects.all().delete()):
        with pytest.raises(REFUSED, match="append-only|refuse"), transaction.atomic():
            change()


def test_key_cannot_belong_to_another_organization_than_its_person(bob, rival):
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_api_key(bob, organization=rival)
        check_deferred()


def test_task_cannot_use_a_version_of_another_organization(acme, rival):
    version = factories.make_version(factories.make_dataset(rival), rows=0)

    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_task(version, organization=acme)
        check_deferred()


def test_annotation_cannot_name_the_item_of_another_task(acme, alice):
    version = factories.make_version(factories.make_dataset(acme), rows=1)
    here, there = factories.make_task(version), factories.make_task(version)

    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_annotation(here.items.get(), factories.make_annotator(alice), task=there)
        check_deferred()


def check_deferred():
    """Check now what the database would check at commit."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
