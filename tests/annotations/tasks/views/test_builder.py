"""Setting up a task in the browser, as plain form posts."""

import json

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from annotations.models import AnnotationTask
from annotations.tasks.forms import case_filter
from evalhub.accounts.actions import teams
from tests import factories
from tests.undrawn import undrawn

NEW = "/tasks/new/"


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=4)


def options(*texts):
    """The fields of a table of options: "yes Yes" is a value and its words."""
    fields = {"options-rows": str(len(texts))}
    for index, text in enumerate(texts):
        value, _, label = text.partition(" ")
        fields |= {f"options-{index}-value": value, f"options-{index}-label": label}
    return fields


def row(index, **fields):
    fields = {"title": "Is it correct?", "type": "single_choice", "required": "on"} | options("yes Yes", "no") | fields
    return {f"f{index}-{name}": value for name, value in fields.items()}


def posted(version, *rows, **overrides):
    settings = {
        "dataset_version": str(version.pk),
        "name": "Round 1",
        "instructions": "# Judge\nwith care",
        "strategy": "all",
        "seed": "0",
        "required_annotations_per_item": "2",
        "consensus_percent": "66",
        "lease_minutes": "30",
        "audit_sample_percent": "10",
        "audit_sample_mode": "blind_first",
        "audit_risk_mode": "assisted",
        "blind_mode": "on",
        "allow_skip": "on",
        "mode": "rows",
        "questions": str(len(rows)),
        "do": "save",
    }
    for index, fields in enumerate(rows):
        settings |= row(index, **fields)
    return settings | overrides


def test_create_makes_a_draft_with_its_questions(version, bob, client_of):
    scale = {"scale_min": "1", "scale_max": "5", "scale_labels": "1 = Poor"}
    rows = (
        {},
        {"title": "How good is it?", "type": "rating"} | scale,
        {"title": "How many errors?", "type": "number", "min": "0", "integer": "on", "key": "errors"},
        {"title": "Remark", "type": "text", "max_length": "", "multiline": "on"},
        {"title": "Which?", "type": "multiple_choice", "max_selected": "1"} | options("a", "b"),
    )

    answer = client_of(bob).post(NEW, posted(version, *rows))

    task = AnnotationTask.objects.get()
    assert answer["Location"] == reverse("annotations:task_detail", args=[task.pk])
    keys = list(task.schema_version.questions.values_list("key", "label_type"))
    assert keys == [
        ("is_it_correct", "single_choice"),
        ("how_good_is_it", "rating"),
        ("errors", "number"),
        ("remark", "text"),
        ("which", "multiple_choice"),
    ]
    assert (task.status, task.total_items, task.required_annotations_per_item) == ("DRAFT", 4, 2)
    assert not task.allow_flag


def test_mistakes_are_422_and_keep_what_was_typed(version, bob, client_of):
    client = client_of(bob)
    for overrides, words in (
        ({"name": ""}, "This field is required"),
        ({"f0-options-rows": "1"}, "options"),
        ({"f0-title": "", "f0-key": "1 bad"}, "a letter, then"),
        ({"strategy": "stratified", "stratify_by": "colour"}, "a metadata field of the version"),
        ({"mode": "json", "schema_json": "["}, "JSON"),
        ({"mode": "json", "schema_json": "[]"}, "an object such as"),
        ({"questions": "0"}, "1 to 50"),
    ):
        page = client.post(NEW, posted(version, {}) | overrides)

        text = page.content.decode()
        assert page.status_code == 422, overrides
        assert 'id="error-summary"' in text and words in text, overrides
        assert "with care" in text, overrides
    assert not AnnotationTask.objects.exists()


def test_questions_are_rearranged_without_a_script(version, bob, client_of):
    client = client_of(bob)
    for action, titles in (("remove:0", ["B"]), ("up:1", ["B", "A"]), ("down:0", ["B", "A"]), ("up:9", ["A", "B"])):
        with undrawn():
            page = client.post(NEW, posted(version, {"title": "A"}, {"title": "B"}, do=action))
        assert [found.texts["title"] for found in page.context["builder"].rows] == titles, action

    added = client.post(NEW, posted(version, {"title": "A"}, do="add"))

    assert added.status_code == 200
    assert [found.texts["title"] for found in added.context["builder"].rows] == ["A", ""]
    assert "with care" in added.content.decode() and 'id="error-summary"' not in added.content.decode()


def test_rows_become_json_rows_again_and_a_task(version, bob, client_of):
    client = client_of(bob)

    with undrawn():
        as_json = client.post(NEW, posted(version, {"title": "A"}, do="as_json")).context["builder"]
        back = posted(version, mode="json", schema_json=as_json.json_text, do="as_rows")
        as_rows = client.post(NEW, back).context["builder"]
    client.post(NEW, posted(version, mode="json", schema_json=as_json.json_text))

    assert json.loads(as_json.json_text)["fields"][0]["title"] == "A"
    assert [option["label"] for option in as_rows.rows[0].typed["options"]] == ["Yes", ""]
    assert AnnotationTask.objects.get().schema_version.questions.get().title == "A"


def test_htmx_gets_the_questions_and_the_preview(version, bob, client_of):
    client, htmx = client_of(bob), {"HX-Request": "true"}

    text = client.post(NEW, posted(version, {}, do="add"), headers=htmx).content.decode()
    preview = client.post(NEW, posted(version, {}, do="preview"), headers=htmx).content.decode()

    assert "<html" not in text
    assert 'id="questions"' in text and 'id="preview"' in text and 'hx-swap-oob="true"' in text
    assert 'id="preview-is_it_correct"' in preview and "Judge</h3>" in preview
    assert 'id="questions"' not in preview


def test_draft_can_be_changed_and_keeps_what_was_not(version, bob, client_of):
    client = client_of(bob)
    client.post(NEW, posted(version, {}))
    task = AnnotationTask.objects.get()
    url = reverse("annotations:task_edit", args=[task.pk])
    with undrawn():
        shown = client.get(url).context["builder"].rows[0].texts

    answer = client.post(url, posted(version, {"title": "Right?", "key": shown["key"]}, name="Round 2"))

    task.refresh_from_db()
    assert answer.status_code == 302
    assert (task.name, task.schema_version.questions.get().title) == ("Round 2", "Right?")
    assert task.total_items == 4


def test_active_task_offers_only_what_can_change(version, bob, client_of):
    client = client_of(bob)
    client.post(NEW, posted(version, {}))
    task = AnnotationTask.objects.get()
    client.post(reverse("annotations:task_status", args=[task.pk]), {"status": "ACTIVE"})
    url = reverse("annotations:task_edit", args=[task.pk])

    with undrawn():
        page = client.get(url)
    changed = posted(version, {"title": "Changed?"}, instructions="Judge again.", required_annotations_per_item="9")
    client.post(url, changed)

    task.refresh_from_db()
    assert "strategy" not in page.context["form"].fields
    assert (task.instructions, task.guideline_version, task.required_annotations_per_item) == ("Judge again.", 2, 2)
    assert task.schema_version.questions.get().title == "Is it correct?"


def test_settings_of_comparison_time_and_audit_are_stored(acme, bob, client_of):
    rows = [{"outputs": {"model-a": "A", "model-b": "B"}}, {"outputs": {"model-a": "A"}}]
    version = factories.make_version(factories.make_dataset(acme), rows=rows)
    settings = {
        "compared_outputs": ["model-b"],
        "time_limit_minutes": "1.5",
        "audit_sample_percent": "25",
        "consensus_percent": "75.5",
        "audit_sample_mode": "critic_hidden",
        "audit_risk_mode": "blind_first",
    }
    client = client_of(bob)

    saved = client.post(NEW, posted(version, {"title": "Better?", "type": "pairwise"}, **settings))

    task = AnnotationTask.objects.get()
    assert (task.compared_outputs, task.time_limit_seconds, task.audit_sample_share) == (["model-b"], 90, 0.25)
    assert (task.audit_sample_mode, task.audit_risk_mode, task.total_items) == ("critic_hidden", "blind_first", 1)
    assert task.consensus_threshold == 0.755
    assert "2 answers needed per item, 1 person can give them." in map(str, get_messages(saved.wsgi_request))
    with undrawn():
        shown = client.get(reverse("annotations:task_edit", args=[task.pk])).context["form"].initial
        usual = client.get(NEW).context["form"]["consensus_percent"].value()
    assert [shown[name] for name in ("compared_outputs", "time_limit_minutes")] == [["model-b"], 1.5]
    assert (shown["audit_sample_percent"], shown["consensus_percent"], usual) == (25, 75.5, 66.7)


def test_mistakes_of_settings_stand_beside_their_field(version, bob, client_of):
    client, foreign = client_of(bob), factories.make_version()
    for settings, field in (
        ({"compared_outputs": "model-z"}, "compared_outputs"),
        ({"compared_outputs": "model-a"}, "compared_outputs"),
        ({"audit_sample_mode": "loud"}, "audit_sample_mode"),
        ({"audit_sample_percent": "101"}, "audit_sample_percent"),
        ({"time_limit_minutes": "0"}, "time_limit_minutes"),
        ({"required_languages": "German please"}, "required_languages"),
        ({"sample_size": "0"}, "sample_size"),
        ({"output_name": "model-z"}, "output_name"),
        ({"metadata_filter": "{"}, "metadata_filter"),
        ({"dataset_version": "nonsense"}, "dataset_version"),
        ({"dataset_version": str(foreign.pk)}, "dataset_version"),
    ):
        with undrawn():
            page = client.post(NEW, posted(version, {}, **settings))

        assert page.status_code == 422, settings
        assert list(page.context["form"].errors) == [field], settings


def test_who_may_work_is_chosen_and_changed(version, acme, bob, client_of):
    readers = teams.create(organization=acme, name="Readers")
    people = {"required_skills": "law, medicine", "required_languages": "de", "max_items_per_person": "20"}
    client = client_of(bob)

    client.post(NEW, posted(version, {}, **people, teams=[str(readers.pk)], due_on="2026-12-24"))

    task = AnnotationTask.objects.get()
    assert (task.required_skills, task.required_languages) == (["law", "medicine"], ["de"])
    assert (task.max_items_per_person, f"{task.due_on}", list(task.teams.all())) == (20, "2026-12-24", [readers])
    page = client.get(reverse("annotations:task_edit", args=[task.pk])).content.decode()
    assert "law, medicine" in page and 'value="2026-12-24"' in page and "checked" in page
    client.post(reverse("annotations:task_edit", args=[task.pk]), posted(version, {}))
    task.refresh_from_db()
    assert (task.required_skills, task.due_on, list(task.teams.all())) == ([], None, [])


@pytest.fixture
def tariffs(acme):
    rows = [
        {"metadata": {"tariff": tariff, "length": n}, "input": {"question": f"About {tariff} {n}"}}
        for n, tariff in enumerate(["Flexible", "Green", "Fixed", "Green"])
    ]
    kinds = {"tariff": "string", "length": "integer"}
    columns = [{"name": name, "type": kind, "role": "metadata"} for name, kind in kinds.items()]
    return factories.make_version(factories.make_dataset(acme), rows=rows, columns=columns)


def test_filter_offers_the_values_of_the_data_and_counts_the_cases(tariffs, bob, client_of):
    client, htmx = client_of(bob), {"HX-Request": "true"}
    added = client.post(NEW, posted(tariffs, {}, do="filter_add"), headers=htmx).content.decode()
    assert ">tariff</option>" in added and "4 of 4 cases match" in added
    chosen = {
        "metadata_filter-rows": "1",
        "metadata_filter-0-field": "tariff",
        "metadata_filter-0-op": "in",
        "metadata_filter-0-value": ["Flexible", "Green"],
    }

    narrowed = client.post(NEW, posted(tariffs, {}, do="cases", **chosen), headers=htmx).content.decode()
    client.post(NEW, posted(tariffs, {}, **chosen))

    assert "3 of 4 cases match" in narrowed and 'value="Fixed"' in narrowed and "Case 1 of 3" in narrowed
    task = AnnotationTask.objects.get()
    assert (task.sampling_config["filter"], task.total_items) == ({"tariff": {"in": ["Flexible", "Green"]}}, 3)
    edit = client.get(reverse("annotations:task_edit", args=[task.pk]))
    assert edit.context["form"].initial["metadata_filter"]["rows"][0]["values"] == ["Flexible", "Green"]
    assert "3 of 4 cases match" in edit.content.decode()


def test_numbers_of_a_filter_stay_numbers(tariffs, bob, client_of):
    chosen = {
        "metadata_filter-rows": "2",
        "metadata_filter-0-field": "length",
        "metadata_filter-0-op": "gte",
        "metadata_filter-0-value": "1",
        "metadata_filter-1-field": "length",
        "metadata_filter-1-op": "lt",
        "metadata_filter-1-value": "3",
    }
    client = client_of(bob)

    client.post(NEW, posted(tariffs, {}, **chosen))
    with undrawn():
        refused = client.post(NEW, posted(tariffs, {}, **chosen | {"metadata_filter-0-value": "many"}))

    assert AnnotationTask.objects.get().sampling_config["filter"] == {"length": {"gte": 1, "lt": 3}}
    assert refused.status_code == 422 and list(refused.context["form"].errors) == ["metadata_filter"]


def test_filters_are_rows_and_the_same_filter_again():
    wanted = {"a": {"in": ["x", "y"]}, "b": None, "c": 3, "d": {"gt": 1, "lte": 2.5}, "e": True, "f": 4}
    with_comma = {"a": {"in": ["x", "y, z"]}}
    field = case_filter.FilterField()
    field.columns = {"a": "string", "b": "string", "c": "integer", "d": "number", "e": "boolean", "f": "mixed"}

    assert field.clean(case_filter.of_filter(wanted)) == wanted and not case_filter.of_filter(wanted)["json"]
    assert field.clean(case_filter.of_filter(with_comma)) == with_comma


def test_a_form_that_judges_is_refused_without_an_output_and_names_the_way_out(acme, bob, client_of):
    client, dataset = client_of(bob), factories.make_dataset(acme)
    version = factories.make_version(dataset, rows=[{"outputs": {}}], purpose="judge")
    sent = posted(version, {"title": "Is it right?"}, start="verdict")

    page = client.get(NEW, {"start": "verdict", "purpose": "judge"})
    refused = client.post(NEW, sent)
    assert page.context["form"]["dataset_version"].value() == str(version.pk)
    assert page.context["form"]["required_annotations_per_item"].value() == 1
    assert f"{version.get_absolute_url()}again/" in page.content.decode()
    assert refused.status_code == 422 and "nothing for this form to judge" in refused.content.decode()

    made = client.post(NEW, sent | {"as_is": "on"})
    overview = client.get(made.url).content.decode()

    assert AnnotationTask.objects.get().dataset_version == version
    assert "Add a model" in overview and "Error rate of the judge" in overview
