"""Changing the form of a task at work: a draft beside it, its map, publishing, and what each lease was opened with."""

import datetime

import pytest
from django.utils import timezone

from annotations.form_changes.actions import schema_versions
from annotations.models import AnnotationEvent, SchemaVersion
from annotations.tasks.actions import annotation_tasks, form
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from tests import factories
from tests.undoing import undone

FORM = factories.VERDICT["fields"][0]
NEXT = {"fields": [FORM | {"options": [{"value": "right"}, {"value": "wrong"}]}]}


@pytest.fixture
def task(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    SchemaVersion.objects.update(frozen_at=timezone.now() - datetime.timedelta(hours=2))
    form.forget()
    return task


def draft(task, bob, annotation_schema=NEXT):
    return schema_versions.save_draft(task=task, annotation_schema=annotation_schema, by=bob.user)


def test_a_draft_changes_nothing_in_use_and_a_second_draft_takes_the_place_of_the_first(task, bob):
    made = draft(task, bob)
    task.refresh_from_db()
    assert (made.number, made.frozen_at, task.schema_version_id) == (2, None, made.task.schema_version_id)
    assert task.schema_version_id != made.pk
    assert [option["value"] for option in form.load(task.schema_version_id).specs[0].config["options"]] == [
        "correct",
        "partly",
        "wrong",
    ]

    first = draft(task, bob)
    second = draft(task, bob, {"fields": [FORM | {"title": "Right?"}]})
    assert first.pk == second.pk
    assert second.questions.get().title == "Right?"


def test_the_same_questions_are_no_change_and_a_discarded_draft_is_gone_and_a_map_names_what_there_is(task, bob):
    with pytest.raises(InvalidInput) as refused:
        draft(task, bob, factories.VERDICT)
    assert refused.value.code == "same_form"

    draft(task, bob)
    schema_versions.discard(task=task, by=bob.user)
    assert schema_versions.draft_of(task) is None
    with pytest.raises(NotFound):
        schema_versions.publish(task=task, by=bob.user)

    cases = [
        {"questions": {"nothing": "verdict"}},
        {"questions": {"verdict": "nothing"}},
        {"values": {"verdict": {"correct": "nothing"}}},
        {"values": {"verdict": {"nothing": "right"}}},
        {"values": {"nothing": {"correct": "right"}}},
        *({"questions": wrong} for wrong in (None, 1, ["verdict"], {"verdict": ["verdict"]})),
        *({"values": wrong} for wrong in (None, 1, ["verdict"], {"verdict": None}, {"verdict": ["correct"]})),
        *({"values": {"verdict": {"correct": wrong}}} for wrong in (1, [], {})),
    ]
    for value_map in cases:
        with undone():
            draft(task, bob)
            with pytest.raises(InvalidInput) as refused:
                schema_versions.set_map(task=task, value_map=value_map, by=bob.user)
            assert refused.value.code == "bad_map"


@pytest.mark.parametrize("status", ["DRAFT", "COMPLETED"])
def test_only_tasks_at_work_are_changed_this_way(task, bob, status):
    type(task).objects.update(status=status)

    with pytest.raises(Conflict):
        draft(task, bob)


def test_two_questions_cannot_become_one_and_the_map_outlives_another_look_at_the_draft(task, bob):
    two = {"fields": [FORM, FORM | {"key": "again"}]}
    draft(task, bob, two)
    schema_versions.publish(task=task, by=bob.user)
    task.refresh_from_db()
    draft(task, bob, factories.VERDICT)
    with pytest.raises(InvalidInput):
        schema_versions.set_map(
            task=task, value_map={"questions": {"verdict": "verdict", "again": "verdict"}}, by=bob.user
        )

    draft(task, bob)
    wanted = {"questions": {}, "values": {"verdict": {"correct": "right", "partly": None}}}
    schema_versions.set_map(task=task, value_map=wanted, by=bob.user)
    again = draft(task, bob, {"fields": [NEXT["fields"][0] | {"title": "Right?"}]})
    assert again.value_map == wanted


def test_publishing_puts_the_draft_in_use_and_tells_of_it(task, bob):
    draft(task, bob)

    published = schema_versions.publish(task=task, by=bob.user)

    task.refresh_from_db()
    assert (task.schema_version_id, published.frozen_at is not None) == (published.pk, True)
    assert AnnotationEvent.objects.filter(task=task, verb="form_published").count() == 1
    assert AuditEvent.objects.filter(verb="form.published").count() == 1
    assert schema_versions.draft_of(task) is None


@pytest.mark.parametrize("kind", ["pairwise", "ranking"])
def test_a_question_that_compares_needs_answers_to_compare(task, bob, kind):
    with pytest.raises(Conflict) as refused:
        draft(task, bob, {"fields": [{"key": "better", "type": kind}]})

    assert refused.value.code == "nothing_to_compare"
    assert annotation_tasks.refuse_unfit(task=task, specs=form.load(task.schema_version_id).specs) is None
