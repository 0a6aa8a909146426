"""Tool calls: by name and arguments, in the forms that providers write."""

import json

import pytest

from tests.reviews.scorers.answers import found, value

WEATHER = {"name": "weather", "arguments": {"city": "Rome", "days": 2}}
MAIL = {"name": "mail", "arguments": {}}
EXPECTED = json.dumps([WEATHER, MAIL])


def test_the_same_calls_are_right_in_any_form():
    arguments = '{"days": 2.0, "city": "Rome"}'
    forms = [
        [WEATHER, MAIL],
        {"tool_calls": [{"function": {"name": "weather", "arguments": arguments}}, {"function": MAIL}]},
        {
            "content": [
                {"type": "text", "text": "Hm."},
                {"type": "tool_use", "name": "weather", "input": WEATHER["arguments"]},
                {"type": "tool_use", "name": "mail", "input": {}},
            ]
        },
    ]

    for form in forms:
        assert value("tool_call_correctness", json.dumps(form), EXPECTED) == 1, form
    assert value("tool_call_correctness", f"```json\n{EXPECTED}\n```", EXPECTED) == 1
    assert value("tool_call_correctness", json.dumps(MAIL), json.dumps(MAIL)) == 1


def test_missing_wrong_and_ordered_calls_count():
    one, other = json.dumps([WEATHER]), json.dumps([WEATHER | {"arguments": {"city": "Oslo"}}, MAIL])
    assert value("tool_call_correctness", one, EXPECTED) == pytest.approx(2 / 3)
    assert value("tool_call_correctness", EXPECTED, one) == pytest.approx(2 / 3)
    assert found("tool_call_correctness", other, EXPECTED).values == {
        "value": 0.5,
        "reason": "1 right; 2 expected, 2 made.",
    }
    assert value("tool_call_correctness", other, EXPECTED, arguments="ignored") == 1

    turned = json.dumps([MAIL, WEATHER])
    assert value("tool_call_correctness", turned, EXPECTED) == 1
    assert value("tool_call_correctness", turned, EXPECTED, order="same") == 0.5

    assert value("tool_call_correctness", "[]", EXPECTED, "[]") == 1


def test_absent_and_unreadable_calls():
    for text in ("It is warm.", '{"temperature": 5}', '{"role": "assistant", "content": "Warm."}', "5", "[]"):
        assert value("tool_call_correctness", text, "[]") == 1, text
        assert value("tool_call_correctness", text, EXPECTED) == 0, text

    broken = json.dumps([{"name": "weather", "arguments": "{city"}])
    for output in ("[5]", '[{"arguments": {}}]', broken):
        assert found("tool_call_correctness", output, EXPECTED).values["value"] == 0, output
        assert found("tool_call_correctness", EXPECTED, output).error_class == "bad_tool_calls", output
    for reference in ("mail it", "5", "{}"):
        assert found("tool_call_correctness", EXPECTED, reference).error_class == "bad_tool_calls", reference
