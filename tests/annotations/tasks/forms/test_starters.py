"""The forms to start from: all of them are valid, editable by fields and drawn in the gallery."""

import pytest

from annotations.labels import schema
from annotations.tasks.forms import question_rows, starters

KEYS = ["verdict", "rating", "rag", "pairwise", "safety", "spans", "conversation"]


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
