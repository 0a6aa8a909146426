"""What the buttons of the builder do to the questions."""

import pytest

from annotations.tasks.forms import question_rows
from annotations.tasks.forms.rearrangement import rearrange


@pytest.fixture
def rows():
    return [question_rows.new_row(title=title) for title in "ABC"]


def titles(done):
    return "".join(row.texts["title"] or "-" for row in done.rows)


@pytest.mark.parametrize(
    ("action", "left", "focus"),
    [
        ("add", "ABC-", "f3-title"),
        ("add:rating", "ABC-", "f3-title"),
        ("copy:1", "ABBC", "f2-title"),
        ("remove:1", "AC", "undo"),
        ("up:1", "BAC", "f0-down"),
        ("up:2", "ACB", "f1-up"),
        ("down:0", "BAC", "f1-down"),
        ("down:1", "ACB", "f2-up"),
        ("move:0:2", "BCA", "f2-title"),
        ("move:2:0", "CAB", "f0-title"),
        ("up:0", "ABC", ""),
        ("up:9", "ABC", ""),
        ("move:0:9", "ABC", ""),
        ("nonsense:1", "ABC", ""),
        ("up", "ABC", ""),
    ],
)
def test_questions_move_and_the_focus_goes_with_them(rows, action, left, focus):
    done = rearrange(rows, action)

    assert (titles(done), done.focus) == (left, focus)


def test_removed_question_comes_back_where_it_was_and_copy_has_a_key_of_its_own(rows):
    rows[1].typed["options"][0]["value"] = "kept"
    removed = rearrange(rows, "remove:1")
    back = rearrange(removed.rows, "undo", removed=removed.removed)
    assert titles(back) == "ABC"
    assert back.rows[1].typed["options"][0]["value"] == "kept"

    rows[0].texts["key"] = "verdict"
    done = rearrange(rearrange(rows, "copy:0").rows, "copy:0")
    assert [row.texts["key"] for row in done.rows[:3]] == ["verdict", "verdict_3", "verdict_2"]


@pytest.mark.parametrize("removed", ["", "{}", "made:up:text"])
def test_what_was_not_sealed_here_is_not_put_back(rows, removed):
    assert titles(rearrange(rows, "undo", removed=removed)) == "ABC"


def test_rows_of_tables_are_added_moved_and_removed_and_settings_go_to_json_and_back_and_conditions_get_rows(rows):
    rows[0].typed["options"] = [{"value": text, "label": "", "description": "", "key": ""} for text in "xy"]
    added = rearrange(rows, "row_add:0:options")
    moved = rearrange(added.rows, "row_up:0:options:1")
    removed = rearrange(moved.rows, "row_remove:0:options:1")
    assert added.focus == "f0-options-2-value"
    assert [row["value"] for row in removed.rows[0].typed["options"]] == ["y", ""]

    rows[0].typed["options"] = [{"value": text, "label": "", "description": "", "key": ""} for text in "xy"]
    as_json = rearrange(rows, "json:0").rows[0]
    config = as_json.typed["config"]
    as_fields = rearrange(rows, "fields:0").rows[0]
    assert '"value": "x"' in config
    assert not as_fields.texts["as_json"] and as_fields.typed["options"][1]["value"] == "y"

    rows[1].conditions["show_if"]["join"] = "all"
    done = rearrange(rows, "row_add:1:show_if")
    assert done.rows[1].conditions["show_if"]["rows"] == [{"question": "", "test": "is", "value": ""}]


@pytest.mark.parametrize("action", ["row_add:0:nothing", "row_add:0", "row_remove:0:options:9", "row_up:0:options:0"])
def test_rows_that_do_not_exist_change_nothing(rows, action):
    before = [dict(row) for row in rows[0].typed["options"]]

    assert rearrange(rows, action).rows[0].typed["options"] == before
