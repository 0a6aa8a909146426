"""Tables: columns under names of their own, cells as values, and what a form of ours calls its columns."""

import pytest

from annotations.imports.formats import registry
from annotations.labels import schema
from evalhub.lib.errors import InvalidInput
from tests.annotations.imports.formats.files import FORM

SPECS = schema.parse(FORM)
TABLE = registry["CSV"]
ITEM = {"item": "id", "item_by": "external_id"}


def answers_of(**cells):
    mapping = TABLE.check(ITEM | {"questions": {key: key for key in cells}}, SPECS)
    [entry] = TABLE.entries({"id": "1", **cells}, mapping, SPECS, prelabels=False).entries
    return entry.answers


@pytest.mark.parametrize(
    "key, cell, value",
    [
        ("tone", "kind", "kind"),
        ("tone", "'=A1", "=A1"),
        ("topics", "travel|food", ["travel", "food"]),
        ("topics", '["travel"]', ["travel"]),
        ("stars", "4", 4),
        ("words", "6.5", 6.5),
        ("comment", "'tis", "'tis"),
    ],
)
def test_cells_become_values(key, cell, value):
    assert answers_of(**{key: cell}) == {key: value}


def test_blank_cells_are_no_answers_and_columns_of_our_exports_are_known():
    assert answers_of(tone=" ", stars="") == {}

    guess = TABLE.guess([{"external_id": "1", "annotator": "a", "labels.tone": "x", "justifications.tone": "y"}], SPECS)
    assert guess == {
        "annotator": "annotator",
        "questions": {"tone": "labels.tone"},
        "justifications": {"tone": "justifications.tone"},
    }


@pytest.mark.parametrize(
    "part",
    [
        {},
        {"questions": {"colour": "a"}},
        {"questions": {"tone": "a", "stars": "a"}},
        {"questions": {"tone": 1}},
        {"questions": {"tone": "a"}, "annotator": 1},
    ],
)
def test_mappings_that_make_no_sense(part):
    with pytest.raises(InvalidInput):
        TABLE.check(ITEM | part, SPECS)
