"""Rows of our own exports: what they say, and what cannot be read."""

import pytest

from annotations.imports.formats import registry
from annotations.imports.formats.base import BadEntry
from annotations.labels import schema
from tests.annotations.imports.formats.files import FORM

SPECS = schema.parse(FORM)
MAPPING = {"item": "item_id", "item_by": "item_id"}


def entry_of(values, format="JSON"):
    [entry] = registry[format].entries(values, MAPPING, SPECS, prelabels=False).entries
    return entry


def test_every_part_is_read():
    entry = entry_of(
        {
            "item_id": "7",
            "annotator": "Zed",
            "annotator_kind": "llm",
            "labels": {"tone": "kind", "stars": None},
            "justifications": {"tone": "Why."},
            "confidences": {"tone": 0.5},
            "evidence": {"tone": [{"quote": "It"}]},
            "abstained": ["stars"],
            "exposure": "saw_people",
            "flagged": True,
            "time_spent_seconds": 3.5,
        }
    )

    assert (entry.item_id, entry.who.name, entry.who.is_machine, entry.answers) == ("7", "Zed", True, {"tone": "kind"})
    assert entry.notes == {"tone": {"justification": "Why.", "confidence": 0.5, "quotes": ["It"]}}
    assert (entry.abstained, entry.exposure, entry.flagged, entry.time_spent_seconds) == (
        ("stars",),
        "saw_people",
        True,
        3.5,
    )


@pytest.mark.parametrize(
    "values, column",
    [
        ({"labels": ["x"]}, "labels"),
        ({"exposure": "asleep"}, "exposure"),
        ({"abstained": ["x"]}, "abstained"),
        ({"annotator_kind": "cat"}, "annotator_kind"),
        ({"time_spent_seconds": -1}, "time_spent_seconds"),
        ({"confidences": {"tone": 2}}, "confidences.tone"),
        ({"evidence": {"tone": ["x"]}}, "evidence.tone"),
    ],
)
def test_what_cannot_be_read_is_named(values, column):
    with pytest.raises(BadEntry) as refused:
        entry_of({"item_id": "7"} | values)

    assert refused.value.column == column
