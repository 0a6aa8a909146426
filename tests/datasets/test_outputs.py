"""Outputs with what is known of them: read strictly, and told from JSON that a model wrote."""

from decimal import Decimal

import pytest

from datasets.outputs import Answer, BadOutput, answers, is_cut, is_described


@pytest.mark.parametrize(
    "value, described",
    [
        ({"text": "a"}, True),
        ({"error": "It timed out.", "latency_ms": 5}, True),
        ([{"text": "a"}, {"text": "b"}], True),
        ({"text": "a", "label": 1}, False),
        ({"latency_ms": 5}, False),
        ([{"text": "a"}, "b"], False),
        ([], False),
        ("text", False),
    ],
)
def test_an_output_is_described_by_its_fields_alone(value, described):
    assert is_described(value) is described


def test_all_fields_are_read_and_repetitions_are_counted_and_an_error_needs_no_text():
    value = {
        "text": "Yes.", "finish_reason": "stop", "latency_ms": 12, "tokens_in": 3, "tokens_out": 0,
        "cost_usd": "0.00012", "simulated": False, "error": None, "model": "m", "parameters": {"b": 1, "a": None},
    }  # fmt: skip
    assert answers(value) == [
        Answer(
            system=(("model", "m"), ("parameters", '{"a":null,"b":1}')),
            repetition=1,
            text="Yes.",
            finish_reason="stop",
            latency_ms=12.0,
            tokens_in=3,
            tokens_out=0,
            cost_usd=Decimal("0.00012"),
        )
    ]

    found = answers([{"text": "a"}, {"error": "It timed out."}])
    assert [(each.repetition, each.text, each.error) for each in found] == [(1, "a", ""), (2, "", "It timed out.")]


@pytest.mark.parametrize(
    "field, value, shown",
    [
        ("latency_ms", -1, "latency_ms of an output is -1."),
        ("latency_ms", True, "latency_ms of an output is True."),
        ("tokens_in", 1.5, "tokens_in of an output is 1.5."),
        ("tokens_out", 2**31, "tokens_out of an output is 2147483648."),
        ("cost_usd", "a lot", "cost_usd of an output is 'a lot'."),
        ("cost_usd", "NaN", "cost_usd of an output is 'NaN'."),
        ("cost_usd", -0.1, "cost_usd of an output is -0.1."),
        ("finish_reason", 5, "finish_reason of an output is 5."),
        ("simulated", "no", "simulated of an output is 'no'."),
        ("parameters", "t=0", "parameters of an output is 't=0'."),
        ("text", 5, "text of an output is 5."),
    ],
)
def test_a_wrong_value_is_shown(field, value, shown):
    with pytest.raises(BadOutput) as refused:
        answers({"text": "a"} | {field: value})

    assert str(refused.value).startswith(f"{shown} Valid: ")


def test_neither_text_nor_error_is_refused():
    with pytest.raises(BadOutput, match="neither a text nor an error"):
        answers({"text": None, "latency_ms": 5})


@pytest.mark.parametrize(
    ("reason", "cut"), [("length", True), ("MAX_TOKENS", True), ("stop", False), ("", False), ("content_filter", False)]
)
def test_finish_reasons_of_providers_say_whether_a_text_was_cut_off(reason, cut):
    assert is_cut(reason) is cut
