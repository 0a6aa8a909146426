"""The form of a task at work is changed by a program: whole or not at all, answers carried over."""

import pytest

from annotations.form_changes.actions import carry_over
from annotations.models import Annotation, SchemaVersion
from tests import factories

OLD = {"fields": [{"key": "verdict", "type": "single_choice", "options": [{"value": "yes"}, {"value": "no"}]}]}
NEW = {"fields": [{"key": "verdict", "type": "single_choice", "options": [{"value": "good"}, {"value": "bad"}]}]}
MAP = {"values": {"verdict": {"yes": "good", "no": "bad"}}}


@pytest.fixture
def task(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), schema=OLD)
    factories.make_annotation(task.items.first(), factories.make_annotator(alice), {"verdict": "yes"})
    return task


def address(task):
    return f"/v1/annotations/tasks/{task.pk}/form"


def test_draft_is_kept_read_and_dropped_and_published_form_is_in_use_and_answers_come_along(task, bob, api_of):
    api = api_of(bob)
    kept = api.put(address(task), {"annotation_schema": NEW, "value_map": MAP})
    read = api.get(address(task))
    dropped = api.delete(address(task))
    assert kept.status_code == 200 and kept.json() == read.json()
    assert (kept.json()["schema_version"], kept.json()["in_use"]) == (2, False)
    assert kept.json()["value_map"]["values"] == MAP["values"]
    foreseen = {"total": 1, "read": 1, "carried": 1, "left_out": 0, "invalid": 0, "incomplete": 0}
    assert kept.json()["foreseen"] == foreseen
    assert dropped.status_code == 204 and api.get(address(task)).status_code == 404

    answer = api_of(bob).put(address(task), {"annotation_schema": NEW, "value_map": MAP, "publish": True})
    carry_over.carry(version=SchemaVersion.objects.get(task=task, number=2))
    assert answer.status_code == 200 and answer.json()["in_use"] and answer.json()["foreseen"] is None
    assert api_of(bob).get(f"/v1/annotations/tasks/{task.pk}").json()["schema_version"] == 2
    assert Annotation.objects.current().get().judgements.get().value == "good"


def test_bad_map_or_the_same_form_keeps_nothing(task, bob, api_of):
    answer = api_of(bob).put(
        address(task), {"annotation_schema": NEW, "value_map": {"values": {"verdict": {"yes": "great"}}}}
    )

    assert answer.status_code == 400 and "great" in answer.json()["error"]["message"]
    same = api_of(bob).put(address(task), {"annotation_schema": OLD})
    assert same.json()["error"]["code"] == "same_form"
    assert SchemaVersion.objects.filter(task=task).count() == 1
