"""Bringing answers to the new form: what is carried, what stays, nothing lost, and nothing twice."""

import datetime
import uuid

import pytest
from django.utils import timezone

from annotations.form_changes.actions import carry_over, schema_versions
from annotations.form_changes.tasks import carry, carry_due
from annotations.models import Annotation, AnnotationEvent, Annotator, Judgement, SchemaVersion, TaskItem
from annotations.tasks.actions import form
from tests import factories

FORM = factories.VERDICT["fields"][0]
NEXT = {"fields": [FORM | {"options": [{"value": "right"}, {"value": "wrong"}]}]}
MAP = {"values": {"verdict": {"correct": "right", "partly": None}}}


@pytest.fixture
def task(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    SchemaVersion.objects.update(frozen_at=timezone.now())
    form.forget()
    return task


def publish(task, bob, annotation_schema=NEXT, value_map=MAP):
    schema_versions.save_draft(task=task, annotation_schema=annotation_schema, by=bob.user)
    schema_versions.set_map(task=task, value_map=value_map, by=bob.user)
    version = schema_versions.publish(task=task, by=bob.user)
    task.refresh_from_db()
    return version


def test_answer_that_reads_wholly_becomes_a_revision_of_itself(task, alice, bob):
    annotator = factories.make_annotator(alice)
    then = timezone.now() - datetime.timedelta(days=3)
    old = factories.make_annotation(
        task.items.first(),
        annotator,
        {"verdict": "correct"},
        evidence="It is",
        justification="Adds up.",
        exposure="saw_people",
        flagged=True,
        flag_reason="odd",
    )
    Annotation.objects.filter(pk=old.pk).update(submitted_at=then)

    carry_over.carry(version=publish(task, bob))

    new = Annotation.objects.current().get()
    judgement = new.judgements.get()
    old.refresh_from_db()
    assert (new.annotator, new.exposure, new.flag_reason, new.submitted_at, new.revision) == (
        annotator,
        "saw_people",
        "odd",
        then,
        2,
    )
    assert (new.schema_version_id, new.time_spent_seconds, new.assignment_id) == (task.schema_version_id, 12.5, None)
    assert (judgement.value, judgement.number, judgement.justification) == ("right", 0.0, "Adds up.")
    assert judgement.question.schema_version_id == task.schema_version_id
    assert judgement.evidence.get().quote == "It is"
    assert old.superseded_at is not None and old.judgements.get().value == "correct"
    assert AnnotationEvent.objects.get(verb="carried").details == {"annotation": new.pk, "from": old.pk, "form": 2}


def test_answer_that_has_no_counterpart_stays_and_is_counted(task, alice, bob):
    old = factories.make_annotation(task.items.first(), factories.make_annotator(alice), {"verdict": "partly"})

    version = publish(task, bob)
    carry_over.carry(version=version)

    version.refresh_from_db()
    assert Annotation.objects.current().get() == old
    assert {key: version.value_map["carry"][key] for key in ("carried", "left", "done")} == {
        "carried": 0,
        "left": 1,
        "done": True,
    }


def test_withdrawn_and_superseded_answers_stay_as_they_are(task, alice, rita, bob):
    now = timezone.now()
    item = task.items.first()
    factories.make_annotation(item, factories.make_annotator(alice), {"verdict": "wrong"}, withdrawn_at=now)
    factories.make_annotation(item, factories.make_annotator(rita), {"verdict": "wrong"}, superseded_at=now)

    carry_over.carry(version=publish(task, bob))

    assert Annotation.objects.count() == 2


def test_machines_abstentions_are_carried_too(task, acme, bob):
    machine = factories.make_llm_annotator(acme)
    factories.make_annotation(task.items.first(), machine, {"verdict": None}, justification="Not to be told.")

    carry_over.carry(version=publish(task, bob))

    judgement = Annotation.objects.current().get().judgements.get()
    assert (judgement.abstained, judgement.value, judgement.justification) == (True, None, "Not to be told.")


def test_foreseen_numbers_come_true(task, alice, rita, vera, bob):
    labels = {"verdict": "correct"}, {"verdict": "wrong"}, {"verdict": "partly"}
    for who, label in zip((alice, rita, vera), labels, strict=True):
        factories.make_annotation(task.items.first(), factories.make_annotator(who), label)
    schema_versions.save_draft(task=task, annotation_schema=NEXT, by=bob.user)
    draft = schema_versions.set_map(task=task, value_map=MAP, by=bob.user)

    foreseen = carry_over.foresee(task=task, draft=draft)
    version = schema_versions.publish(task=task, by=bob.user)
    carry_over.carry(version=version)

    version.refresh_from_db()
    assert (foreseen.total, foreseen.carried, foreseen.left, foreseen.left_out) == (3, 2, 1, 1)
    assert (version.value_map["carry"]["carried"], version.value_map["carry"]["left"]) == (2, 1)


def test_many_answers_come_over_in_batches_and_none_is_lost(
    task, acme, bob, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(carry_over, "BATCH", 100)
    fill(task, acme, 200)
    version = publish(task, bob)

    with django_assert_max_num_queries(60):
        carry_over.carry(version=version)

    current = Annotation.objects.current()
    values = Judgement.objects.filter(annotation__in=current, question__schema_version=version)
    assert current.count() == 200
    assert current.filter(schema_version=version).count() == 150
    assert (values.filter(value="right").count(), values.filter(value="wrong").count()) == (100, 50)
    assert Annotation.objects.exclude(superseded_at=None).count() == 150
    assert AnnotationEvent.objects.filter(verb="carried").count() == 150


def test_second_run_changes_nothing_and_later_answers_wait_for_one(task, alice, rita, bob):
    item = task.items.first()
    old = task.schema_version
    factories.make_annotation(item, factories.make_annotator(alice), {"verdict": "wrong"})
    version = publish(task, bob)
    carry_over.carry(version=version)
    carry_over.carry(version=version)
    assert (Annotation.objects.count(), carry_over.waiting()) == (2, [])
    late = Annotation.objects.create(
        task=task,
        item=item,
        annotator=factories.make_annotator(rita),
        schema_version=old,
        body_hash="0" * 64,
        origin="ui",
    )
    factories.make_judgement(late, old.questions.get(), "correct")

    assert carry_over.waiting() == [version]
    carry_over.carry(version=version)

    assert carry_over.waiting() == []
    assert Annotation.objects.current().filter(schema_version=version).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_an_annotator_at_once(acme, bob, together, monkeypatch):
    monkeypatch.setattr(carry_over, "BATCH", 50)
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    SchemaVersion.objects.update(frozen_at=timezone.now())
    form.forget()
    fill(task, acme, 120)
    version = publish(task, bob)
    withdrawn = list(Annotation.objects.order_by("-pk").values_list("pk", flat=True)[:20])

    def withdraw():
        Annotation.objects.filter(pk__in=withdrawn, superseded_at=None).update(withdrawn_at=timezone.now())

    together(lambda: carry_over.carry(version=version), lambda: carry_over.carry(version=version), withdraw)

    rows = Annotation.objects.current()
    assert rows.values("item_id", "annotator_id").distinct().count() == rows.count()
    gone = Annotation.objects.exclude(withdrawn_at=None).count()
    assert rows.count() == 120 - gone


def fill(task, acme, count):
    """`count` answers by as many programs: of four, two are correct, one is partly, one is wrong."""
    item = TaskItem.objects.filter(task=task).first()
    people = Annotator.objects.bulk_create(
        Annotator(organization=acme, kind="program", name=f"Program {n}", fingerprint=f"{n:064d}") for n in range(count)
    )
    rows = Annotation.objects.bulk_create(
        Annotation(
            task=task,
            item=item,
            annotator=one,
            schema_version=task.schema_version,
            body_hash="0" * 64,
            submission_id=uuid.uuid4(),
            origin="llm",
            guideline_version=1,
            content_sha256="",
        )
        for one in people
    )
    question = task.schema_version.questions.get()
    values = ["correct", "partly", "wrong", "correct"]
    Judgement.objects.bulk_create(
        Judgement(annotation=row, question=question, value=values[place % 4], number=0)
        for place, row in enumerate(rows)
    )


@pytest.mark.django_db(transaction=True)
def test_worker_finds_what_waits(task, alice, bob, monkeypatch):
    factories.make_annotation(task.items.first(), factories.make_annotator(alice), {"verdict": "wrong"})
    version, sent = publish(task, bob), []
    monkeypatch.setattr(carry, "delay", sent.append)

    carry_due()
    carry(sent[0])
    carry_due()

    assert sent == [version.pk]
    assert Annotation.objects.current().get().schema_version_id == version.pk
