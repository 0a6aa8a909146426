"""Changing the form of a task at work, as plain form posts: next version, differences, map, numbers, publishing."""

import pytest
from django.urls import reverse

from annotations.form_changes.actions import carry_over, schema_versions
from annotations.models import Annotation, SchemaVersion
from annotations.tasks.actions import form
from tests import factories
from tests.annotations.tasks.views.test_builder import options, row
from tests.undrawn import undrawn


@pytest.fixture
def task(acme, alice, rita):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    form.forget()
    for who, value in ((alice, "correct"), (rita, "partly")):
        factories.make_annotation(task.items.first(), factories.make_annotator(who), {"verdict": value})
    return task


def url(name, task):
    return reverse(f"annotations:{name}", args=[task.pk])


def questions(*values, **overrides):
    fields = {"mode": "rows", "questions": "1", "do": "save"}
    return fields | row(0, key="verdict", title="Is the answer correct?", **options(*values)) | overrides


def test_page_starts_with_the_form_in_use_and_stands_in_for_the_settings_of_a_task_at_work(task, bob, client_of):
    with undrawn():
        page = client_of(bob).get(url("task_form", task))

    (shown,) = page.context["builder"].rows
    assert [option["value"] for option in shown.typed["options"]] == ["correct", "partly", "wrong"]
    assert page.context["preview"].pane is not None
    assert url("task_form", task) in client_of(bob).get(url("task_edit", task)).content.decode()
    type(task).objects.update(status="DRAFT")
    assert client_of(bob).get(url("task_form", task))["Location"] == url("task_edit", task)


def test_saving_leads_to_the_differences_and_changes_nothing(task, bob, client_of):
    client = client_of(bob)

    answer = client.post(url("task_form", task), questions("correct Right", "unsure", "wrong Wrong"))
    page = client.get(answer["Location"])

    (line,) = page.context["lines"]
    assert answer["Location"] == url("form_review", task)
    assert (line.added, line.removed, line.reworded) == (["unsure"], ["Partly correct (partly)"], ["Correct → Right"])
    assert (page.context["foreseen"].carried, page.context["foreseen"].left_out) == (1, 1)
    task.refresh_from_db()
    assert task.schema_version.number == 1


def test_map_changes_the_numbers_and_publishing_brings_answers_over(task, bob, client_of, monkeypatch):
    client = client_of(bob)
    client.post(url("task_form", task), questions("correct", "wrong"))
    wanted = {"map-0": "verdict", "map-0-was": "verdict", "map-0-0": "correct", "map-0-1": "wrong", "map-0-2": "wrong"}

    looked = client.post(url("form_review", task), wanted | {"do": "map"}, headers={"HX-Request": "true"})
    monkeypatch.setattr("annotations.form_changes.views.next_form.carry.delay_on_commit", _carry)
    client.post(url("form_review", task), wanted | {"do": "publish"})

    task.refresh_from_db()
    assert "2 of 2 answers are migrated" in looked.content.decode() and "<html" not in looked.content.decode()
    assert task.schema_version.number == 2
    current = Annotation.objects.current().filter(schema_version=task.schema_version)
    assert sorted(each.judgements.get().value for each in current) == ["correct", "wrong"]


def _carry(version_id):
    carry_over.carry(version=SchemaVersion.objects.get(pk=version_id))


def test_question_under_a_new_key_is_mapped_and_mistakes_are_422_and_discarded_draft_leads_back_to_the_start(
    task, bob, client_of
):
    client = client_of(bob)
    posted = questions("correct", "partly", "wrong", **{"f0-key": "right", "f0-title": "Right?"})
    client.post(url("task_form", task), posted)
    dropped = client.get(url("form_review", task)).context["foreseen"]
    page = client.post(url("form_review", task), {"do": "map", "map-0": "right", "map-0-was": ""})
    assert (dropped.carried, dropped.incomplete) == (0, 2)
    assert page.context["foreseen"].carried == 2
    assert [line.kind for line in page.context["lines"]] == ["New key"]

    client = client_of(bob)
    for overrides, words in (
        ({"f0-options-rows": "1"}, "options"),
        ({}, "These are the questions that the task has"),
        ({"mode": "json", "schema_json": "["}, "JSON"),
    ):
        same = questions("correct Correct", "partly Partly correct", "wrong Wrong") | overrides
        page = client.post(url("task_form", task), same)
        assert page.status_code == 422, words
        assert words in page.content.decode()

    client = client_of(bob)
    client.post(url("task_form", task), questions("correct", "wrong"))
    client.post(url("form_review", task), {"do": "discard"})
    assert schema_versions.draft_of(task) is None
    assert client.get(url("form_review", task))["Location"] == url("task_form", task)
