"""Annotation tasks over the API: what is refused at creation, and changes that are whole or not at all."""

import pytest

from annotations.models import AnnotationTask
from evalhub.accounts.actions import teams
from tests import factories

YES_NO = {"type": "classification", "options": [{"value": "yes"}, {"value": "no"}]}


@pytest.fixture
def version(acme):
    columns = [
        {"name": "topic", "type": "string", "role": "metadata"},
        {"name": "urgency", "type": "integer", "role": "metadata"},
    ]
    rows = [
        {"metadata": {"topic": topic, "urgency": urgency}}
        for topic, urgency in (("a", 1), ("", ""), (None, None), ("b", 9))
    ]
    return factories.make_version(factories.make_dataset(acme), rows=rows, columns=columns)


def body(version, **changes):
    fields = {
        "name": "Round 1",
        "instructions": "Judge.",
        "dataset_version_id": str(version.pk),
        "annotation_schema": YES_NO,
    }
    return fields | changes


def test_bad_tasks_are_refused_with_a_reason(version, bob, api_of):
    cases = [
        ({"name": ""}, "name"),
        ({"name": 5}, "name"),
        ({"name": "x" * 256}, "name"),
        ({"instructions": None}, "instructions"),
        ({"required_annotations_per_item": 0}, "required_annotations_per_item"),
        ({"required_annotations_per_item": 2.0}, "required_annotations_per_item"),
        ({"required_annotations_per_item": True}, "required_annotations_per_item"),
        ({"consensus_threshold": 1.5}, "consensus_threshold"),
        ({"blind_mode": "yes"}, "blind_mode"),
        ({"output_name": "model-z"}, "model-a"),
        ({"annotation_schema": []}, "annotation_schema"),
        ({"annotation_schema": {}}, ""),
        ({"annotation_schema": {"type": "nothing"}}, "nothing"),
        ({"annotation_schema": {"fields": []}}, ""),
        ({"annotation_schema": {"type": "rating", "scale": {"min": 5, "max": 1}}}, ""),
        ({"sampling_config": {"strategy": "best"}}, "stratified"),
        ({"sampling_config": {"size": 3}}, "sample_size"),
        ({"sampling_config": {"sample_size": 0}}, "sample_size"),
        ({"sampling_config": {"seed": -1}}, "seed"),
        ({"sampling_config": {"strategy": "stratified"}}, "topic"),
        ({"sampling_config": {"strategy": "priority"}}, "urgency"),
        ({"sampling_config": {"strategy": "priority", "priority_by": "topic"}}, "urgency"),
        ({"sampling_config": {"strategy": ["random"]}}, "random"),
        ({"sampling_config": {"filter": 0}}, "filter"),
        ({"sampling_config": {"filter": {"nothing": 1}}}, "topic"),
        ({"compared_outputs": ["model-z"]}, "model-z"),
        ({"compared_outputs": "model-a"}, "compared_outputs"),
        ({"time_limit_seconds": 0}, "time_limit_seconds"),
        ({"audit_sample_share": 1.5}, "audit_sample_share"),
        ({"audit_sample_mode": "loud"}, "critic_hidden"),
        ({"extra": 1}, "extra"),
    ]
    api = api_of(bob)
    for changes, words in cases:
        answer = api.post("/v1/annotations/tasks", body(version, **changes))

        assert answer.status_code == 400, changes
        assert words in answer.json()["error"]["message"], changes
    assert not AnnotationTask.objects.exists()


def test_created_task_is_a_draft_with_its_settings_and_missing_and_blank_metadata_is_drawn_too(
    version, alice, bob, api_of
):
    settings = {
        "time_limit_seconds": 60,
        "audit_sample_share": 0.25,
        "audit_sample_mode": "assisted",
        "audit_risk_mode": "critic_hidden",
        "compared_outputs": [],
    }
    answer = api_of(bob).post("/v1/annotations/tasks", body(version, **settings))
    assert answer.status_code == 201
    assert (answer.json()["status"], answer.json()["total_items"]) == ("DRAFT", 4)
    assert answer.json()["required_annotations_per_item"] == 3
    assert {name: answer.json()[name] for name in settings} == settings
    path = f"/v1/annotations/tasks/{answer.json()['task_id']}"
    assert api_of(alice).get(path).status_code == 404, "Annotators see no drafts."

    by_urgency = {"strategy": "priority", "priority_by": "urgency"}
    by_topic = {"strategy": "stratified", "stratify_by": "topic"}
    first, second = (
        api_of(bob).post("/v1/annotations/tasks", body(version, sampling_config=config)).json()
        for config in (by_urgency, by_topic)
    )
    assert (first["total_items"], second["total_items"]) == (4, 4)
    urgent = AnnotationTask.objects.get(pk=first["task_id"]).items.order_by("position").first()
    assert urgent.test_case.row_index == 3


def make(version, bob, api_of, *states):
    caller = api_of(bob)
    path = f"/v1/annotations/tasks/{caller.post('/v1/annotations/tasks', body(version)).json()['task_id']}"
    for status in states:
        assert caller.patch(path, {"status": status}).status_code == 200
    return caller, path


def test_way_through_the_states_and_changes_of_an_active_task_and_refused_status_takes_the_changes_beside_it_back(
    version, bob, api_of
):
    caller, path = make(version, bob, api_of)
    for state, wanted, status in (
        ("DRAFT", "ACTIVE", 200),
        ("DRAFT", "PAUSED", 409),
        ("ACTIVE", "PAUSED", 200),
        ("ACTIVE", "DRAFT", 409),
        ("COMPLETED", "DRAFT", 409),
        ("DRAFT", "OPEN", 400),
        ("DRAFT", 5, 400),
        ("ACTIVE", "ACTIVE", 200),
    ):
        AnnotationTask.objects.update(status=state)
        assert caller.patch(path, {"status": wanted}).status_code == status, (state, wanted)

    cases = [
        ({"name": "Round 2"}, 200),
        ({"instructions": "Judge again."}, 200),
        ({"consensus_threshold": 0.9}, 200),
        ({"required_annotations_per_item": 5}, 409),
        ({"sampling_config": {"strategy": "random"}}, 409),
        ({"output_name": "model-a"}, 409),
        ({"compared_outputs": []}, 409),
        ({"audit_sample_share": 0.5, "audit_risk_mode": "blind_first", "time_limit_seconds": 90}, 200),
        ({"audit_risk_mode": "loud"}, 400),
        ({"annotation_schema": YES_NO}, 409),
        ({}, 200),
    ]
    caller, path = make(version, bob, api_of, "ACTIVE")
    for changes, status in cases:
        assert caller.patch(path, changes).status_code == status, changes

    caller, path = make(version, bob, api_of)
    assert caller.patch(path, {"name": "Round 2", "status": "PAUSED"}).status_code == 409
    assert caller.get(path).json()["name"] == "Round 1"


def test_new_threshold_is_news_for_the_consensus_and_tasks_are_found_by_name_version_and_time(
    version, bob, api_of, rival
):
    from annotations.agreement.actions import snapshots, staleness

    caller, path = make(version, bob, api_of, "ACTIVE")
    snapshots.compute(task=AnnotationTask.objects.get())
    caller.patch(path, {"consensus_threshold": 1})
    assert staleness.stale_tasks() == [AnnotationTask.objects.get()]

    api, elsewhere = api_of(bob), factories.make_version(factories.make_dataset(rival))
    for name in ("News quality", "News tone", "Sums"):
        factories.make_task(version, name=name)
    other = factories.make_task(factories.make_version(version.dataset))
    cases = {
        "?name=news": 2,
        "?name=sums&status=ACTIVE,PAUSED": 1,
        "?status=DRAFT": 0,
        f"?dataset_version_id={other.dataset_version_id}": 1,
        "?since=2100-01-01": 0,
    }
    refused = [
        (400, "unknown_status", "status=OPEN"),
        (400, "bad_filter", "since=now"),
        (400, "bad_cursor", "cursor=Zm9v"),
        (404, "not_found", f"dataset_version_id={elsewhere.pk}"),
    ]
    assert {query: api.get(f"/v1/annotations/tasks{query}").json()["total"] for query in cases} == cases
    for status, code, query in refused:
        answer = api.get(f"/v1/annotations/tasks?{query}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), query


def test_who_may_work_on_a_task_and_annotators_list_the_tasks_that_admit_them(
    version, acme, alice, bob, mallory, api_of
):
    readers = teams.create(organization=acme, name="Readers")
    people = {
        "team_ids": [str(readers.pk)],
        "required_skills": ["law", "Law"],
        "required_languages": ["de"],
        "max_items_per_person": 20,
        "due_on": "2026-12-24",
    }
    api = api_of(bob)
    task = api.post("/v1/annotations/tasks", body(version, **people)).json()
    listed = api.get("/v1/annotations/tasks").json()["tasks"][0]
    address = f"/v1/annotations/tasks/{task['task_id']}"
    cleared = api.patch(address, {"team_ids": [], "required_skills": [], "max_items_per_person": None}).json()
    assert people | {"required_skills": ["law"]} == {name: listed[name] for name in people}
    assert (cleared["team_ids"], cleared["required_skills"], cleared["max_items_per_person"]) == ([], [], None)
    assert cleared["due_on"] == "2026-12-24"
    for changes in (
        {"max_items_per_person": 0},
        {"due_on": "tomorrow"},
        {"required_languages": ["German please"]},
        {"required_skills": ["x"] * 31},
        {"team_ids": "all"},
    ):
        assert api.patch(address, changes).status_code == 400
    foreign = teams.create(organization=mallory.organization, name="Readers")
    assert api.patch(address, {"team_ids": [str(foreign.pk)]}).status_code == 404

    factories.make_task(version, name="Open")
    factories.make_task(version, name="For readers of German", required_languages=["de"])
    assert [task["name"] for task in api_of(alice).get("/v1/annotations/tasks").json()["tasks"]] == ["Open"]
