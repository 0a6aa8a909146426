"""Mappings are guessed by the usual names and read strictly from clients."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.columns import TYPES, Column
from datasets.mapping import FieldMapping, guess, parse
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


def columns(*names):
    return [Column(name, "string") for name in names]


@pytest.mark.parametrize(
    "names, mapping",
    [
        (
            ["id", "question", "expected_output", "category"],
            FieldMapping("question", expected_output="expected_output", external_id="id"),
        ),
        (["input", "output", "metadata"], FieldMapping("input", outputs={"output": "output"})),
        (["Prompt", "Model Output"], FieldMapping("Prompt", outputs={"Model Output": "Model Output"})),
        (["question", "answer"], FieldMapping("question", expected_output="answer")),
        (
            ["question", "answer", "response"],
            FieldMapping("question", expected_output="answer", outputs={"response": "response"}),
        ),
        (
            ["question", "reference", "answer"],
            FieldMapping("question", expected_output="reference", outputs={"answer": "answer"}),
        ),
        (
            ["prompt", "output_a", "output_b", "gold"],
            FieldMapping("prompt", expected_output="gold", outputs={"a": "output_a", "b": "output_b"}),
        ),
        (
            ["prompt", "output_a", "response_a"],
            FieldMapping("prompt", outputs={"a": "output_a", "response_a": "response_a"}),
        ),
        (
            ["question", "context", "system_prompt", "output"],
            FieldMapping(
                {"prompt": "question", "context": "context", "system_prompt": "system_prompt"},
                outputs={"output": "output"},
            ),
        ),
        (
            ["instruction", "input", "output"],
            FieldMapping({"prompt": "instruction", "context": "input"}, outputs={"output": "output"}),
        ),
        (["question", "Correct Answers"], FieldMapping("question", acceptable_answers="Correct Answers")),
        (["messages"], FieldMapping("messages")),
        (["prompt", "conversation"], FieldMapping({"prompt": "prompt", "conversation": "conversation"})),
        (["question", "messages"], FieldMapping({"prompt": "question", "conversation": "messages"})),
        (["messages", "context"], FieldMapping({"conversation": "messages", "context": "context"})),
        (["title", "body", "id", "metadata"], FieldMapping(("title", "body"), external_id="id")),
        (["id"], FieldMapping(("id",), metadata=())),
    ],
)
def test_guess(names, mapping):
    assert guess(columns(*names)) == mapping


def test_columns_of_numbers_are_no_outputs_and_parse_before_the_file_is_read():
    found = guess([Column("prompt", "string"), Column("output_tokens", "integer"), Column("output_x", "string")])
    assert found.outputs == {"x": "output_x"}

    assert parse({"input": "q"}, None) == FieldMapping("q")
    with pytest.raises(InvalidInput, match="mapped twice"):
        parse({"input": "q", "expected_output": "q"}, None)


@given(st.lists(NAMES, min_size=1, unique=True), st.sampled_from(TYPES))
def test_any_guess_is_a_valid_mapping(names, type_):
    found = [Column(name, type_) for name in names]

    mapping = guess(found)

    assert parse(strict_json.loads(strict_json.dumps(mapping.as_json())), found) == mapping


@pytest.mark.parametrize(
    "value, mapping",
    [
        ({"input": "a"}, FieldMapping("a")),
        ({"input": "a", "acceptable_answers": "b"}, FieldMapping("a", acceptable_answers="b")),
        ({"input": ["a", "b"], "metadata": None}, FieldMapping(("a", "b"), metadata=())),
        ({"input": {"prompt": "a"}, "outputs": "b"}, FieldMapping({"prompt": "a"}, outputs={"b": "b"})),
        ({"input": "a", "outputs": ["b", "c"]}, FieldMapping("a", outputs={"b": "b", "c": "c"})),
        (
            {
                "input": "a",
                "outputs": {"gpt": "b"},
                "metadata": ["c", "a"],
                "external_id": "d",
                "expected_output": None,
            },
            FieldMapping("a", outputs={"gpt": "b"}, metadata=("c", "a"), external_id="d"),
        ),
    ],
)
def test_parse(value, mapping):
    assert parse(value, columns("a", "b", "c", "d")) == mapping


@pytest.mark.parametrize(
    "value, reason",
    [
        ([], "A mapping is a JSON object"),
        ({}, '"input" takes'),
        ({"input": []}, '"input" takes'),
        ({"input": {}}, '"input" takes'),
        ({"input": {"prompt": 1}}, '"input" takes'),
        ({"input": "a", "expected": "b"}, "Unknown part 'expected' of a mapping. Valid: input, expected_output"),
        ({"input": "x"}, "Unknown column 'x'. Valid: 'a', 'b'."),
        ({"input": "a", "metadata": ["x"]}, "Unknown column 'x'"),
        ({"input": "a", "outputs": {"gpt": "x"}}, "Unknown column 'x'"),
        ({"input": "a", "expected_output": "a"}, "The column 'a' is mapped twice"),
        ({"input": ["a", "a"]}, "The column 'a' is mapped twice"),
        ({"input": "a", "acceptable_answers": ["b"]}, '"acceptable_answers" takes the name of one column'),
        ({"input": "a", "expected_output": ["b"]}, '"expected_output" takes the name of one column'),
        ({"input": "a", "outputs": [1]}, '"outputs" takes'),
        ({"input": "a", "outputs": {" ": "b"}}, "The output name ' ' has no"),
        ({"input": "a", "metadata": "b"}, '"metadata" takes a list'),
    ],
)
def test_parse_refuses(value, reason):
    with pytest.raises(InvalidInput) as refusal:
        parse(value, columns("a", "b"))

    assert refusal.value.message.startswith(reason)
    assert refusal.value.code == "bad_mapping"
