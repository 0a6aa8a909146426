"""Differences of two forms, and reading answers to the one in the other."""

import pytest

from annotations.form_changes import differences
from annotations.labels import schema

VERDICT = {
    "key": "verdict",
    "type": "single_choice",
    "title": "Right?",
    "options": [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}],
}
STARS = {"key": "stars", "type": "rating", "title": "How good?", "scale": {"min": 1, "max": 3}}
TAGS = {
    "key": "tags",
    "type": "multiple_choice",
    "title": "Which?",
    "required": False,
    "options": [{"value": "a"}, {"value": "b"}],
}


def specs(*fields):
    return schema.parse({"fields": list(fields)})


def options(*values):
    return {"options": [{"value": value} for value in values]}


def test_what_became_of_each_question_is_told_and_unchanged_question_is_the_same():
    old = specs(VERDICT, STARS, TAGS)
    new = specs(
        VERDICT | options("yes", "unsure") | {"title": "Correct?"},
        STARS | {"key": "points"},
        {"key": "why", "type": "text", "title": "Why?"},
    )
    changes = differences.compare(old, new, differences.suggested(old, new))
    assert [(change.kind, (change.new or change.old).key) for change in changes] == [
        ("changed", "verdict"),
        ("renamed", "points"),
        ("added", "why"),
        ("removed", "tags"),
    ]
    verdict = changes[0]
    assert (list(verdict.added_values), list(verdict.removed_values)) == (["unsure"], ["no"])
    assert verdict.reworded_values == {"yes": ("Yes", "yes")}
    assert set(verdict.parts) == {"title", "config"}

    (change,) = differences.compare(specs(VERDICT), specs(VERDICT), {})
    assert (change.kind, change.parts) == ("same", ())


def test_a_question_under_a_new_key_is_suggested_by_title_and_by_settings():
    old = specs(VERDICT, STARS)
    new = specs(VERDICT | {"key": "right"}, STARS | {"key": "points", "title": "Points"})

    assert differences.suggested(old, new)["questions"] == {"verdict": "right", "stars": "points"}


@pytest.mark.parametrize(
    ("old", "new", "value_map", "answers", "read"),
    [
        (VERDICT, VERDICT | {"title": "Other words"}, {}, {"verdict": "yes"}, {"verdict": "yes"}),
        (
            VERDICT,
            VERDICT | options("right", "no"),
            {"values": {"verdict": {"yes": "right"}}},
            {"verdict": "yes"},
            {"verdict": "right"},
        ),
        (VERDICT, VERDICT | options("right", "no"), {}, {"verdict": "yes"}, "left_out"),
        (VERDICT, VERDICT, {"values": {"verdict": {"yes": None}}}, {"verdict": "yes"}, "left_out"),
        (VERDICT, VERDICT | {"key": "right"}, {"questions": {"verdict": "right"}}, {"verdict": "no"}, {"right": "no"}),
        (VERDICT, VERDICT | {"key": "right"}, {}, {"verdict": "no"}, "incomplete"),
        (STARS, {"key": "stars", "type": "likert", "points": ["Bad", "Fair", "Good"]}, {}, {"stars": 3}, {"stars": 3}),
        (STARS, STARS | {"scale": {"min": 1, "max": 2}}, {}, {"stars": 3}, "left_out"),
        (STARS, STARS | {"scale": {"min": 1, "max": 2}}, {"values": {"stars": {"3": "2"}}}, {"stars": 3}, {"stars": 2}),
        (
            VERDICT,
            {"key": "verdict", "type": "rating", "scale": {"min": 0, "max": 1}},
            {"values": {"verdict": {"yes": "1", "no": "0"}}},
            {"verdict": "no"},
            {"verdict": 0},
        ),
        (
            TAGS,
            TAGS | options("ab"),
            {"values": {"tags": {"a": "ab", "b": "ab"}}},
            {"tags": ["a", "b"]},
            {"tags": ["ab"]},
        ),
        (TAGS, VERDICT | {"key": "tags"} | options("a", "b"), {}, {"tags": ["a", "b"]}, "left_out"),
        (TAGS, TAGS | options("a", "b") | {"max_selected": 1}, {}, {"tags": ["a", "b"]}, "invalid"),
        ({"key": "note", "type": "text"}, {"key": "note", "type": "number"}, {}, {"note": "5"}, "left_out"),
        (
            {"key": "note", "type": "text"},
            {"key": "note", "type": "text", "max_length": 2},
            {},
            {"note": "long"},
            "invalid",
        ),
    ],
)
def test_answers_are_read_in_the_new_form_or_not_at_all(old, new, value_map, answers, read):
    reader = differences.Reader(specs(old), specs(new), value_map)

    assert reader.read(answers) == read


def test_answers_to_a_removed_question_are_dropped_and_the_rest_stays():
    reader = differences.Reader(specs(VERDICT, STARS), specs(VERDICT), {})

    assert reader.read({"verdict": "yes", "stars": 3}) == {"verdict": "yes"}


def test_a_new_required_question_leaves_answers_incomplete_unless_they_are_a_part():
    reader = differences.Reader(specs(VERDICT), specs(VERDICT, STARS), {})

    assert reader.read({"verdict": "yes"}) == "incomplete"
    assert reader.read({"verdict": "yes"}, is_part=True) == {"verdict": "yes"}


def test_an_abstention_is_no_missing_answer_and_scores_and_labels_inside_of_values_are_mapped():
    reader = differences.Reader(specs(VERDICT, STARS), specs(VERDICT, STARS), {})
    assert reader.read({"verdict": "yes"}, abstained=["stars"]) == {"verdict": "yes"}

    grid = {"key": "grid", "type": "rubric_grid", "criteria": [{"value": "style"}], "points": ["Bad", "Good"]}
    spans = {"key": "errors", "type": "spans", "options": [{"value": "minor"}]}
    span = {"field": "output", "start": 0, "end": 2, "quote": "It", "label": "minor"}
    wanted = {"values": {"grid": {"2": "3"}, "errors": {"minor": "small"}}}
    reader = differences.Reader(
        specs(grid, spans), specs(grid | {"points": ["Bad", "Fair", "Good"]}, spans | options("small")), wanted
    )
    assert reader._value("grid", "grid", {"style": 2}) == {"style": 3}
    assert reader._value("errors", "errors", [span]) == [span | {"label": "small"}]
