"""Reasons and quotes beside the answers of a form: read as typed, and asked for where they are required."""

import json

import pytest

from annotations.labels import schema
from evalhub.lib.errors import InvalidInput

FORM = schema.parse(
    {
        "fields": [
            {"key": "tone", "type": "text", "reason": "required"},
            {"key": "facts", "type": "text", "evidence": "required", "required": False},
            {"key": "rest", "type": "text", "reason": "off", "required": False},
        ]
    }
)
SLOT_STATES = {"field": "output", "start": 2, "end": 5, "quote": "👩‍👩‍👧"}


class Posted(dict):
    def getlist(self, key):
        return self.get(key, [])


def test_form_settings_are_read_and_written_and_reason_and_quotes_are_read():
    fields = schema.dump(FORM)["fields"]
    assert [(spec.reason, spec.evidence) for spec in FORM] == [
        ("required", "off"),
        ("optional", "required"),
        ("off", "off"),
    ]
    assert [{name for name in ("reason", "evidence") if name in field} for field in fields] == [
        {"reason"},
        {"evidence"},
        {"reason"},
    ]

    post = Posted(
        {
            "r-tone": ["Too\r\ncurt "],
            "e-facts": [json.dumps(SLOT_STATES), ""],
            "e-facts.typed": [" the moon "],
            "r-rest": [" "],
        }
    )
    notes = schema.read_notes(FORM, post)
    assert notes == {
        "tone": {"justification": "Too\ncurt", "quotes": []},
        "facts": {
            "justification": "",
            "quotes": [SLOT_STATES, {"field": "", "start": None, "end": None, "quote": "the moon"}],
        },
    }


@pytest.mark.parametrize("name", ["reason", "evidence"])
def test_settings_have_three_words(name):
    with pytest.raises(InvalidInput, match=f"{name}: is 'always'. Valid: off, optional, required."):
        schema.parse({"type": "text", name: "always"})


@pytest.mark.parametrize("text", ['{"a": 1}', "[1, 2]", '"quoted"', "12", "{"])
def test_what_looks_like_json_and_is_no_quote_is_what_was_quoted(text):
    (quote,) = schema.read_notes(FORM, Posted({"e-facts": [text]}))["facts"]["quotes"]

    assert quote == {"field": "", "start": None, "end": None, "quote": text}


def test_answers_need_the_reason_and_the_quote_that_the_form_requires():
    with pytest.raises(InvalidInput) as failure:
        schema.check_notes(FORM, {"tone": "x", "facts": "y", "rest": "z"}, {"tone": {"justification": " "}})

    assert failure.value.details["fields"] == {
        "tone": "This answer needs a reason.",
        "facts": "This answer needs a quote from the item.",
    }


def test_what_is_not_answered_needs_nothing_beside_it():
    schema.check_notes(FORM, {"tone": "x"}, {"tone": {"justification": "Because.", "quotes": []}})
