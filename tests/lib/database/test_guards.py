"""What the database itself refuses, whoever writes: edited history, and rows across organizations."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, InternalError, ProgrammingError, connection, transaction

from annotations.models import AnnotationEvent, AnnotationTask, Assignment, Disagreement, Metric, Question, TaskItem
from annotations.tasks.actions import metrics
from datasets.models import ModelOutput, System
from evalhub.accounts.actions import audit
from evalhub.accounts.models import AuditEvent
from evalhub.lib.database.guards import same_parent_in_use
from reviews.models import Spending
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


def test_metric_that_a_question_copies_never_changes(bob):
    metric = factories.make_metric(bob.organization, created_by=bob.user)
    Metric.objects.update(pass_at=3)  # nothing copies it yet
    version = factories.make_version(factories.make_dataset(bob.organization), rows=0)
    factories.make_task(version, schema=metrics.field_of(metric))

    with pytest.raises(REFUSED, match="in use never changes"), transaction.atomic():
        Metric.objects.update(pass_at=2)
    with pytest.raises(REFUSED), transaction.atomic():
        metric.delete()
    Metric.objects.update(created_by=None)  # a person who goes takes no metric along
    assert Metric.objects.get().pass_at == 3


def test_selection_probability_is_null_or_a_probability(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    lease = factories.make_lease(task.items.first(), factories.make_annotator(alice))

    for value in (0, 1.5, -0.1):
        with pytest.raises(IntegrityError, match="assignment_probability_range"), transaction.atomic():
            Assignment.objects.update(selection_probability=value)
    Assignment.objects.update(selection_probability=0.25)
    lease.refresh_from_db()
    assert lease.selection_probability == 0.25


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


def test_disagreement_is_of_an_item_of_its_task(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=1)
    here, there = factories.make_task(version), factories.make_task(version)
    item = here.items.get()
    unknown = TaskItem(pk=item.pk + 1_000), AnnotationTask(pk=uuid4())
    cases = [(item, there), (unknown[0], here), (item, unknown[1]), unknown]

    for of_item, task in cases:
        with pytest.raises(IntegrityError), transaction.atomic():
            make_disagreement(here, of_item, task)
            check_deferred()


def test_item_and_task_stay_while_their_disagreement_does(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    make_disagreement(task, task.items.get(), task)

    for table, pk in (("taskitem", task.items.get().pk), ("annotationtask", task.pk)):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM annotations_{table} WHERE id = %s", [pk])
            check_deferred()


def test_spending_is_of_a_run_of_its_organization(acme, rival):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=0))
    run = factories.make_run(task, factories.make_llm_annotator(acme))

    with pytest.raises(IntegrityError), transaction.atomic():
        Spending.objects.create(organization=rival, run=run, month="2026-01-01")
        check_deferred()


@pytest.mark.django_db(transaction=True)
def test_a_key_is_added_to_tables_in_use_and_again_after_a_crash():
    """A crash leaves an invalid index, or a key that was never checked against the rows that were there."""
    names = ("annotations_comment_answers_id_same_organization", "annotations_comment_organization_id_id")
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE annotations_comment DROP CONSTRAINT {names[0]}")
        cursor.execute(
            "ALTER TABLE annotations_notification DROP CONSTRAINT annotations_notification_comment_id_same_organization"
        )
        cursor.execute(f"ALTER TABLE annotations_comment DROP CONSTRAINT {names[1]}")
        cursor.execute(f"CREATE INDEX {names[1]} ON annotations_comment (organization_id)")

    for table in ("annotations_comment", "annotations_notification", "annotations_comment"):
        column = "answers_id" if table == "annotations_comment" else "comment_id"
        add = same_parent_in_use(table, column=column, parent="annotations_comment").code
        add(None, connection.schema_editor())

    with connection.cursor() as cursor:
        cursor.execute("SELECT conname FROM pg_constraint WHERE convalidated AND conname = ANY (%s)", [list(names)])
        assert {row[0] for row in cursor.fetchall()} == set(names)


def make_disagreement(task, item, of_task):
    question = Question.objects.filter(schema_version=task.schema_version_id).first()
    return Disagreement.objects.create(task=of_task, item=item, question=question, score=0.5, n_labels=2)


def check_deferred():
    """Check now what the database would check at commit."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_output_cannot_be_of_an_unknown_system(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=2)

    for change in (
        lambda: ModelOutput.objects.update(system_id=uuid4()),
        lambda: ModelOutput.objects.create(test_case=version.cases.first(), system_id=uuid4(), text="", text_sha256=""),
        lambda: System.objects.filter(organization=acme)._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError, match="system_id"), transaction.atomic():
            change()
    assert ModelOutput.objects.count() == 2 and System.objects.count() == 1
