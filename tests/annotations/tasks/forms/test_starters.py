"""The forms to start from: all of them are valid, editable by fields and drawn in the gallery."""

import pytest

from annotations.labels import schema
from annotations.tasks.forms import question_rows, starters
from datasets.models.purposes import purpose_of
from tests import factories

KEYS = ["verdict", "rating", "rag", "pairwise", "safety", "spans", "conversation", "category"]


def test_there_is_one_for_every_usual_task():
    assert list(starters.starters()) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_starter_is_valid_and_set_up_with_fields(key):
    specs = schema.parse(starters.starter(key).annotation_schema)

    rows = question_rows.from_specs(specs)

    assert not any(row.texts["as_json"] for row in rows)
    assert schema.parse(question_rows.to_schema(rows)) == specs


@pytest.mark.parametrize("key", KEYS)
def test_starter_comes_with_the_beginning_of_a_guideline(key):
    assert len(starters.starter(key).settings["instructions"]) > 60


def test_unknown_starter_is_the_usual_one():
    assert starters.starter("nonsense").key == starters.USUAL


def test_gallery_keeps_the_version_and_marks_what_is_chosen():
    shown = starters.gallery(chosen="rag", version="abc")

    assert [each.current for each in shown].count(True) == 1
    assert all("version=abc" in each.href and each.widgets for each in shown)
    assert len({widget["name"] for each in shown for widget in each.widgets}) == sum(
        len(each.widgets) for each in shown
    )


def first_of(purpose, **facts):
    return [each.key for each in starters.ordered(starters.Facts(**facts), purpose_of(purpose))][0]


def test_form_is_chosen_from_what_the_data_has_and_its_purpose():
    assert first_of("") == first_of("judge") == first_of("compare", choices=["good", "bad"]) == "category"
    assert first_of("", outputs=["a"]) == first_of("judge", outputs=["a", "b"]) == "verdict"
    assert first_of("", outputs=["a", "b"]) == first_of("compare", outputs=["a", "b"]) == "pairwise"
    assert first_of("", conversation=True) == "conversation"
    shown = starters.gallery(chosen="verdict", facts=starters.Facts(["a"]), purpose=purpose_of("judge"))
    assert {each.needs for each in shown[-2:]} == {"Needs 2 model outputs", "Needs conversations"}
    assert all("purpose=judge" in each.href for each in shown)


def test_categories_are_the_expected_outputs_where_these_are_few(acme):
    rows = [{"expected_output": ["refund", "delivery"][index % 2]} for index in range(6)]

    facts = starters.facts_of(factories.make_version(factories.make_dataset(acme), rows=rows))

    (question, _reason) = starters.starter("category").schema_for(facts)["fields"]
    assert [option["value"] for option in question["options"]] == ["refund", "delivery"]
