"""A label type is one file and its widget: docs/adding-a-label-type.md, walked from the form to the export and back."""

import csv
import io
import json

import pytest
from django.conf import settings

from annotations.agreement.actions import snapshots
from annotations.exports.actions import jobs as exports
from annotations.form_changes.differences import Reader, compare
from annotations.imports.actions import jobs as imports
from annotations.labels import schema
from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, GroundTruth, ImportJob
from tests import factories
from tests.annotations.imports.formats.files import upload
from tests.annotations.tasks.views.test_builder import NEW, posted
from tests.extensions.documents import followed

pytestmark = pytest.mark.django_db(transaction=True)
LIGHT = {"key": "light", "type": "traffic_light", "title": "Which light?"}


@pytest.fixture(autouse=True)
def light(tmp_path):
    with followed("adding-a-label-type.md", "traffic_light", tmp_path) as files:
        yield files


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=[{"external_id": f"c{n}"} for n in range(1, 5)])


def make_task(version, *more, **overrides):
    return factories.make_task(version, schema={"fields": [LIGHT, *more]}, **overrides)


def answer(task, *lights):
    """One answer of each of two people to each item."""
    people = [factories.make_annotator(factories.make_member(task.organization)) for _ in range(2)]
    for item, (first, second) in zip(task.items.order_by("position"), lights, strict=False):
        for annotator, value in zip(people, (first, second), strict=True):
            factories.make_annotation(item, annotator, {"light": value})


def test_it_takes_one_file_and_its_template(light):
    assert sorted(light) == [
        "annotations/labels/types/traffic_light.py",
        "templates/annotations/labels/traffic_light.html",
    ]


def test_builder_offers_it_with_its_settings_and_makes_a_task_and_question_for_each_turn_offers_it_too(
    version, bob, client_of
):
    client, fields = client_of(bob), {"title": "Which light?", "type": "traffic_light", "key": "light"}
    page = client.post(NEW, posted(version, fields, do="type")).content.decode()
    client.post(NEW, posted(version, fields))
    assert '<option value="traffic_light" selected>Traffic light</option>' in page
    assert 'id="f0-amber"' in page and "Amber may be said" in page and 'class="traffic-light"' in page
    assert AnnotationTask.objects.get().schema_version.questions.get().config == {"amber": False}

    fields = {"title": "Each", "type": "turns", "ask_type": "traffic_light"}
    page = client_of(bob).post(NEW, posted(version, fields, do="type")).content.decode()
    assert '<option value="traffic_light" selected>Traffic light</option>' in page and 'id="f0-amber"' in page


def test_conditions_compare_with_its_values(version, bob, client_of):
    later = {"title": "Why?", "type": "text", "show_if-join": "all", "show_if-rows": "1"}
    later |= {"show_if-0-question": "light", "show_if-0-test": "is", "show_if-0-value": "red", "required": ""}
    first = {"title": "Which light?", "type": "traffic_light", "key": "light"}

    client_of(bob).post(NEW, posted(version, first, later))

    asked = AnnotationTask.objects.get().schema_version.questions.get(key="why")
    assert asked.show_if == {"all": [{"question": "light", "is": "red"}]}


def test_api_takes_its_schema_and_its_answers(version, bob, alice, api_of):
    body = {"name": "Lights", "instructions": "Look.", "dataset_version_id": str(version.pk)}
    made = api_of(bob).post("/v1/annotations/tasks", body | {"annotation_schema": {"fields": [LIGHT]}}).json()
    url = f"/v1/annotations/tasks/{made['task_id']}"
    api_of(bob).patch(url, {"status": "ACTIVE"})
    api = api_of(alice)
    taken = api.post(f"{url}/next").json()

    answers = [
        api.post(f"{url}/items/{taken['item_id']}", {"labels": {"light": value}, "lease_token": taken["lease_token"]})
        for value in ("blue", "amber")
    ]

    assert [each.status_code for each in answers] == [400, 200]
    assert "red, amber, green" in answers[0].content.decode()
    assert Annotation.objects.get().judgements.get().number == 1.0


def test_annotators_page_draws_its_widget(version, alice, client_of):
    task = make_task(version)

    page = client_of(alice).post(f"/annotate/{task.pk}/next/", follow=True).content.decode()

    assert 'data-label-type="traffic_light"' in page and 'class="traffic-light"' in page and "Amber" in page


def test_agreement_consensus_and_their_page_know_it_and_items_are_filtered_by_it_and_exports_hold_it(
    version, bob, client_of
):
    task = make_task(version)
    answer(task, ("red", "red"), ("green", "green"), ("red", "amber"), ("amber", "amber"))
    snapshots.compute(task=task)
    page = client_of(bob).get(f"/tasks/{task.pk}/agreement/").content.decode()
    assert AgreementSnapshot.objects.filter(task=task, metric="krippendorff_alpha", scope="people").get().value > 0
    assert sorted(GroundTruth.objects.filter(is_current=True).values_list("value", flat=True)) == [
        "amber",
        "green",
        "red",
    ]
    assert "Which light?" in page and "Green" in page

    task = make_task(version)
    page = client_of(bob).get(f"/tasks/{task.pk}/items/").content.decode()
    assert "light=red" in page and "Red" in page

    task = make_task(version)
    answer(task, ("red", "green"))
    rows = list(csv.DictReader(io.StringIO(exported(task, "CSV"), newline="")))
    results = json.loads(exported(task, "LABEL_STUDIO"))[0]["annotations"][0]["result"]
    assert sorted(row["labels.light"] for row in rows) == ["green", "red"]
    assert (results[0]["type"], results[0]["value"]) == ("choices", {"choices": ["red"]})


def exported(task, format):
    job = exports.request(task=task, by=None, kind="annotations", format=format)
    exports.run_next()
    job.refresh_from_db()
    return (settings.FILES / job.stored_path).read_text(encoding="utf-8")


def test_imports_bring_it_back(version, bob, client_of, monkeypatch):
    monkeypatch.setattr("annotations.imports.views.jobs.annotations_import_due.delay_on_commit", lambda: None)
    task, client = make_task(version), client_of(bob)

    file = upload("own.csv", "nr,who,which\nc1,Zed,amber\n")
    client.post("/imports/new/", {"task": str(task.pk), "kind": "annotations", "file": file})
    form = {"item": "nr", "item_by": "external_id", "annotator": "who", "question-light": "which"}
    client.post(f"/imports/{ImportJob.objects.get().pk}/start/", form)
    imports.run_next()

    assert Annotation.objects.get().judgements.get().value == "amber"


def test_form_that_changes_carries_its_answers_over_and_models_are_asked_for_it():
    old = schema.parse({"fields": [LIGHT]})
    new = schema.parse({"fields": [LIGHT | {"amber": False}]})
    change = compare(old, new, {})[0]
    reader = Reader(old, new, {"values": {"light": {"amber": "red"}}})
    assert change.removed_values == {"amber": "Amber"}
    assert [reader.read({"light": light}) for light in ("amber", "green")] == [{"light": "red"}, {"light": "green"}]

    question = schema.parse({"fields": [LIGHT]})
    assert schema.json_schema(question)["properties"]["light"]["enum"] == ["red", "amber", "green"]
