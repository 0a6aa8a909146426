"""Answers of machines stored as a group: the same rows as one by one, in one number of statements, all or none."""

import uuid
from dataclasses import replace

import pytest
from django.db import IntegrityError
from django.forms.models import model_to_dict
from django.utils import timezone

from annotations.models import Annotation, AnnotationEvent, AnnotationTask, Evidence, Judgement, SchemaVersion
from annotations.queue.actions import machine_answers, submissions
from annotations.queue.actions.justifications import AnswerNote
from annotations.queue.actions.machine_answers import Answer
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from evalhub.lib.reasons import WORKER_CRASH
from tests import factories
from tests.statements import at_most

QUOTED = {"verdict": AnswerNote(justification="It agrees.", confidence=0.7, quotes=("It is 0.", "Nobody wrote this."))}


@pytest.fixture
def machine(acme):
    return factories.make_llm_annotator(acme)


def make_task(acme, rows=3, *, frozen=True):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))
    if frozen:
        SchemaVersion.objects.filter(task=task).update(frozen_at=timezone.now())
    return task


def answers(task, machine, value="correct", **fields):
    return [
        Answer(
            item_id=pk,
            task=task,
            annotator=machine,
            submission=submissions.Submission(
                answers={"verdict": value}, origin="llm", submission_id=uuid.uuid4(), **fields
            ),
        )
        for pk in task.items.order_by("pk").values_list("pk", flat=True)
    ]


def rows_of(annotation):
    """What is stored of an annotation, without ids and times."""
    row = model_to_dict(annotation, exclude=["id", "annotator", "submission_id"])
    judgement = annotation.judgements.get()
    event = AnnotationEvent.objects.get(details={"annotation": annotation.pk})
    return {
        **row,
        **model_to_dict(judgement, exclude=["id", "annotation"]),
        "told_by": event.actor_id == annotation.annotator_id,
        "verb": event.verb,
        "event_item": event.item_id,
        "evidence": [model_to_dict(each, exclude=["id", "judgement"]) for each in judgement.evidence.order_by("pk")],
    }


def test_rows_are_those_of_a_single_submission_and_two_machines_may_answer_the_same_item_and_no_place_is_taken(
    acme, machine
):
    task, other = make_task(acme, 1), factories.make_llm_annotator(acme)
    (given,) = answers(task, machine, notes=QUOTED, time_spent_seconds=1.5, flagged=True, flag_reason="Odd.")
    (grouped,) = machine_answers.submit_many([given])
    single = submissions.submit(
        item_id=given.item_id, task=task, annotator=other, submission=replace(given.submission, submission_id=None)
    )
    grouped, single = (Annotation.objects.get(pk=each.annotation.pk) for each in (grouped, single))
    assert rows_of(grouped) == rows_of(single)
    assert grouped.content_sha256 and grouped.annotator == machine
    assert [each.match for each in Evidence.objects.order_by("pk")][:2] == ["exact", "missing"]

    task = make_task(acme, 1)
    given = [*answers(task, machine), *answers(task, factories.make_llm_annotator(acme), "wrong")]
    stored = machine_answers.submit_many(given)
    assert [each.annotation.judgements.get().value for each in stored] == ["correct", "wrong"]

    task = make_task(acme, 2)
    before = list(task.items.values_list("pk", "open_slots"))
    machine_answers.submit_many(answers(task, machine))
    assert list(task.items.values_list("pk", "open_slots")) == before


@pytest.mark.parametrize("rows", [2, 25])
def test_group_takes_five_statements_however_large(acme, machine, rows):
    task = make_task(acme, rows)
    given = answers(task, machine, notes=QUOTED)
    assert machine_answers.are_alike(given)

    with at_most(5):  # items of the task, items, outputs, answers, evidence
        stored = machine_answers.submit_many(given)

    assert [each.annotation.item_id for each in stored] == [each.item_id for each in given]
    assert Judgement.objects.count() == rows and Evidence.objects.count() == 2 * rows


def test_answers_without_quotes_take_one_statement(acme, machine):
    given = answers(make_task(acme, 25), machine)
    assert machine_answers.are_alike(given)

    with at_most(1):
        machine_answers.submit_many(given)

    assert Annotation.objects.count() == AnnotationEvent.objects.filter(verb="submitted").count() == 25


@pytest.mark.parametrize("status", ["COMPLETED", "DRAFT"])
def test_closed_task_takes_nothing(acme, machine, status):
    task = make_task(acme)
    AnnotationTask.objects.update(status=status)

    with pytest.raises(Conflict) as refused:
        machine_answers.submit_many(answers(task, machine))

    assert refused.value.code == "not_active" and not Annotation.objects.exists()


@pytest.mark.parametrize("notes", [{}, QUOTED])
def test_item_of_another_task_leaves_nothing_behind(acme, machine, notes):
    task, other = make_task(acme), make_task(acme, 1)
    foreign = replace(answers(other, machine, notes=notes)[0], task=task)

    with pytest.raises(NotFound):
        machine_answers.submit_many([*answers(task, machine), foreign])

    assert not Annotation.objects.exists()


def test_wrong_answer_leaves_nothing_behind_and_item_that_is_answered_leaves_nothing_behind(acme, machine):
    task = make_task(acme)
    first, *others = answers(task, machine)
    wrong = replace(first, submission=replace(first.submission, answers={"verdict": "maybe"}))
    with pytest.raises(InvalidInput):
        machine_answers.submit_many([*others, wrong])
    assert not Annotation.objects.exists()

    task = make_task(acme)
    first, *others = answers(task, machine)
    machine_answers.submit_many([first])
    for again in (first, answers(task, machine)[0]):
        with pytest.raises(IntegrityError):
            machine_answers.submit_many([*others, again])
    assert Annotation.objects.count() == 1


def test_only_first_answers_to_one_form_in_use_are_alike_and_value_has_no_failure(acme, machine):
    given = answers(make_task(acme), machine)
    assert machine_answers.are_alike(given)
    assert not machine_answers.are_alike([])
    assert not machine_answers.are_alike(answers(make_task(acme, frozen=False), machine))
    assert not machine_answers.are_alike([*given, *answers(make_task(acme), machine)])
    for changes in ({"revises": 1}, {"origin": "import"}, {"schema_version_id": 1}):
        assert not machine_answers.are_alike(
            [*given, replace(given[0], submission=replace(given[0].submission, **changes))]
        )

    machine_answers.submit_many(answers(make_task(acme, rows=1), machine))
    with pytest.raises(IntegrityError, match="judgement_failure_has_no_value"):
        Judgement.objects.update(failure=WORKER_CRASH())


@pytest.mark.parametrize("is_grouped", [True, False])
def test_reason_of_a_missing_value_is_stored_with_it(acme, machine, is_grouped):
    reason = WORKER_CRASH()
    note = AnswerNote(abstained=True, failure=reason)
    task = make_task(acme, rows=1)
    (answer,) = answers(task, machine)
    answer = replace(answer, submission=replace(answer.submission, answers={}, notes={"verdict": note}, partial=True))

    if is_grouped:
        machine_answers.submit_many([answer])
    else:
        submissions.submit(item_id=answer.item_id, task=task, annotator=machine, submission=answer.submission)

    judgement = Judgement.objects.get()
    assert (judgement.value, judgement.abstained, judgement.failure) == (None, True, reason)
