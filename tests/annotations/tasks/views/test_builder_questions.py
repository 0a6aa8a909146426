"""The questions in the builder: their fields, what is wrong beside them, conditions, and the preview with a case."""

import pytest

from annotations.labels import schema
from annotations.labels.types import registry as label_types
from annotations.models import AnnotationTask
from annotations.tasks.forms import question_rows, starters
from tests import factories
from tests.annotations.tasks.views.test_builder import NEW, options, posted
from tests.undrawn import undrawn


@pytest.fixture
def version(acme):
    rows = [{"outputs": {"model-a": "Four.", "model-b": "Five."}}, {"input": {"question": "Why?"}}]
    return factories.make_version(factories.make_dataset(acme), rows=rows)


def test_every_question_with_a_mistake_says_so_beside_its_field_and_conditions_reason_and_quotes_are_stored(
    version, bob, client_of
):
    rows = (
        {"f-nothing": ""} | options("a", "a"),
        {"title": "How good?", "type": "rating", "scale_min": "5", "scale_max": "1"},
        {"title": "Fine?"},
        {"title": "Key", "key": "1 bad"},
    )
    page = client_of(bob).post(NEW, posted(version, *rows))
    assert page.status_code == 422
    assert [list(row.errors) for row in page.context["builder"].rows] == [
        ["options-1-value"],
        ["scale_max"],
        [],
        ["key"],
    ]
    text = page.content.decode()
    assert 'id="f0-options-1-error"' in text and 'aria-describedby="f0-options-1-error"' in text
    assert '<a href="#f1-scale_max">Question 2</a>' in text

    condition = {
        "show_if-join": "all",
        "show_if-rows": "1",
        "show_if-0-question": "is_it_correct",
        "show_if-0-test": "is",
        "show_if-0-value": "no",
        "reason": "required",
        "evidence": "optional",
    }
    client_of(bob).post(NEW, posted(version, {}, {"title": "What is wrong?", "type": "text"} | condition))
    question = AnnotationTask.objects.get().schema_version.questions.get(key="what_is_wrong")
    assert question.show_if == {"all": [{"question": "is_it_correct", "is": "no"}]}
    assert (question.reason, question.evidence) == ("required", "optional")


def test_a_condition_that_names_nothing_is_refused_beside_it_and_another_type_keeps_the_settings_that_both_have(
    version, bob, client_of
):
    condition = {"show_if-join": "all", "show_if-rows": "1", "show_if-0-question": "nothing"}
    page = client_of(bob).post(NEW, posted(version, {}, {"title": "Why?", "type": "text"} | condition))
    assert page.status_code == 422
    assert list(page.context["builder"].rows[1].errors) == ["show_if-0-question"]
    assert 'id="f1-show_if-0-error"' in page.content.decode()

    row = {"type": "multiple_choice", "was": "single_choice"}
    with undrawn():
        page = client_of(bob).post(NEW, posted(version, row, do="type"))
    (shown,) = page.context["builder"].rows
    assert [option["value"] for option in shown.typed["options"]] == ["yes", "no"]
    assert shown.typed["max_selected"] == ""


def test_removed_question_can_be_taken_back_and_gallery_starts_every_form_with_a_preview(version, bob, client_of):
    client = client_of(bob)
    removed = client.post(NEW, posted(version, {"title": "A"}, {"title": "B"}, do="remove:1"))
    with undrawn():
        back = client.post(NEW, posted(version, {"title": "A"}, do="undo", removed=removed.context["builder"].removed))
    assert "Question 2 was removed." in removed.content.decode()
    assert [row.texts["title"] for row in back.context["builder"].rows] == ["A", "B"]

    cases = list(starters.starters())
    client = client_of(bob)
    for key in cases:
        with undrawn():
            page = client.get(NEW, {"start": key, "version": str(version.pk)})
        preview = page.context["preview"]
        assert len(preview.cards) == len(starters.starter(key).annotation_schema["fields"]), key
        assert preview.unfinished == [] and preview.schema_json, key
        assert page.context["form"]["dataset_version"].value() == str(version.pk), key


def test_preview_shows_a_case_with_the_outputs_that_are_compared_and_unfinished_questions_do_not_hide_the_others(
    version, bob, client_of
):
    client = client_of(bob)
    settings = {"compared_outputs": "model-a", "output_name": "model-b", "do": "preview"}
    text = client.post(NEW, posted(version, {}, **settings), headers={"HX-Request": "true"}).content.decode()
    second = client.post(NEW, posted(version, {}, do="case:2"))
    with undrawn():
        first = client.post(NEW, posted(version, {}, **settings))
    assert [part.number for part in first.context["preview"].pane.answers] == [1, 2]
    assert text.index("Five.") < text.index("Four.") and "model-a" not in text
    assert first.context["preview"].cases == 1  # the other one lacks an output
    assert "Why?" in second.content.decode() and second.context["preview"].case_number == 2

    page = client_of(bob).post(NEW, posted(version, {}, {"title": "Bad"} | options("one"), do="preview"))
    preview = page.context["preview"]
    assert [card.widget["key"] for card in preview.cards] == ["is_it_correct"]
    assert [(each.number, each.text) for each in preview.unfinished] == [(2, "Add at least 2 options.")]
    assert "Question 2 is incomplete" in page.content.decode()


def test_every_type_is_complete_as_soon_as_it_is_chosen_and_the_card_that_was_open_stays_open(version, bob, client_of):
    client = client_of(bob)
    for key in label_types:
        added = question_rows.new_row(type=key, title="How?")
        (spec,) = schema.parse(question_rows.to_schema([added]))
        assert spec.label_type == key
    with undrawn():
        page = client.post(NEW, posted(version, {}, do="add:rating"))
    assert page.context["builder"].rows[1].typed["scale_max"] == "5"

    rows = ({"title": "A"}, {"title": "B"}, {"title": "C"})
    with undrawn():
        stays = client_of(bob).post(NEW, posted(version, *rows, do="type", open_place="1"))
        moves = client_of(bob).post(NEW, posted(version, *rows, do="copy:0", open_place="2"))
    assert [card.is_open for card in stays.context["builder"].cards] == [False, True, False]
    assert [card.is_open for card in moves.context["builder"].cards] == [False, True, False, False]
