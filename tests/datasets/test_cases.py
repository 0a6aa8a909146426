"""Rows become cases: values exactly as they are, mistakes with their row and column."""

import pytest

from datasets.cases import CaseMaker, SeenIds
from datasets.columns import Column
from datasets.limits import Limits
from datasets.mapping import FieldMapping
from datasets.readers.base import Row
from datasets.row_errors import ErrorLog


def make(values, mapping, **options):
    """The case and the reasons of its errors."""
    errors = ErrorLog()
    maker = CaseMaker(mapping, limits=Limits(), errors=errors, **options)
    return maker.make(Row(7, values)), [(error.row, error.column, error.reason) for error in errors.errors]


def case_of(values, mapping, **options):
    case, errors = make(values, mapping, **options)
    assert errors == []
    return case


@pytest.mark.parametrize(
    "value, stored",
    [
        (" Why? ", {"prompt": " Why? "}),
        (5, {"prompt": 5}),
        ({"prompt": "x", "n": 1.5}, {"prompt": "x", "n": 1.5}),
        ([{"role": "user"}], {"conversation": [{"role": "user"}]}),
        ('{"a": 1}', {"prompt": '{"a": 1}'}),
    ],
)
def test_input_of_one_column(value, stored):
    assert case_of({"q": value}, FieldMapping("q")).input == stored


@pytest.mark.parametrize("value", [None, "", " \n", {}, []])
def test_empty_input_is_an_error(value):
    assert make({"q": value}, FieldMapping("q")) == (None, [(7, "q", "The input is empty.")])


def test_missing_input_is_an_error_and_input_of_several_columns():
    assert make({"x": 1}, FieldMapping("q"))[0] is None

    values = {"q": "x", "c": None, "d": 0}
    assert case_of(values, FieldMapping({"prompt": "q", "context": "c", "absent": "z"})).input == {
        "prompt": "x",
        "context": None,
    }
    assert case_of(values, FieldMapping(("q", "d"))).input == {"q": "x", "d": 0}
    assert case_of(values, FieldMapping(("c", "d"))).input == {"c": None, "d": 0}


def test_several_columns_need_a_prompt_or_at_least_one_value_and_an_object_of_outputs_is_one_output_per_key():
    values = {"q": " ", "c": "x", "d": None}
    assert make(values, FieldMapping({"prompt": "q", "context": "c"}))[1] == [(7, "q", "The input is empty.")]
    assert make(values, FieldMapping(("q", "d")))[1][0][1:] == (
        None,
        "The input is empty: none of its columns has a value.",
    )

    values = {"q": "x", "outputs": {"gpt": "a", "claude": "b", "none": None}, "extra": "c"}
    case = case_of(values, FieldMapping("q", outputs={"outputs": "outputs", "extra": "extra"}))
    assert case.outputs == {"gpt": "a", "claude": "b", "extra": "c"}


@pytest.mark.parametrize(
    "value, text",
    [("", ""), (" 007 ", " 007 "), (None, None), (0, "0"), (False, "false"), (1.5, "1.5"), ({"ä": [1]}, '{"ä":[1]}')],
)
def test_expected_and_model_outputs_are_text(value, text):
    case = case_of({"q": "x", "y": value, "z": [value]}, FieldMapping("q", expected_output="y"))
    output = case_of({"q": "x", "y": value}, FieldMapping("q", outputs={"gpt": "y"})).outputs

    assert case.expected_output == text
    assert output == ({} if text is None or isinstance(value, dict) else {"gpt": text}) or isinstance(value, dict)


@pytest.mark.parametrize(
    "value, texts",
    [
        (["4", "four"], ["4", "four"]),
        ('["4", "four"]', ["4", "four"]),
        ("[4", ["[4"]),
        ("four", ["four"]),
        (4, ["4"]),
        ([4, "IV"], ["4", "IV"]),
        (None, []),
        ([], []),
    ],
)
def test_acceptable_answers_are_a_list_its_json_or_one_text(value, texts):
    assert case_of({"q": "x", "a": value}, FieldMapping("q", acceptable_answers="a")).acceptable_answers == texts


@pytest.mark.parametrize(
    "value, reason",
    [(["4", " "], "An acceptable answer is empty."), (["4", None], "An acceptable answer is empty."),
     (["4"] * 1001, "1001 acceptable answers. Valid: at most 1000.")],
)  # fmt: skip
def test_bad_acceptable_answers(value, reason):
    assert make({"q": "x", "a": value}, FieldMapping("q", acceptable_answers="a")) == (None, [(7, "a", reason)])


@pytest.mark.parametrize(
    "outputs, reason",
    [
        ({" ": "a"}, "The output name ' ' has no"),
        ({"x" * 201: "a"}, "The output name 'xxx"),
        ({"extra": "a"}, "Two outputs are named 'extra'."),
    ],
)
def test_bad_objects_of_outputs(outputs, reason):
    mapping = FieldMapping("q", outputs={"extra": "extra", "outputs": "outputs"})

    _, errors = make({"q": "x", "outputs": outputs, "extra": "c"}, mapping)

    assert errors[0][1] == "outputs" and errors[0][2].startswith(reason)


def test_blank_cells_are_missing_where_the_format_has_no_null_and_metadata_is_the_rest_or_what_is_named():
    mapping = FieldMapping("q", expected_output="e", outputs={"o": "o"}, external_id="i")
    values = {"q": "x", "e": "", "o": "", "i": "", "m": ""}
    case = case_of(values, mapping, blank_is_missing=True)
    assert (case.expected_output, case.outputs, case.external_id, case.metadata) == (None, {}, None, {"m": ""})

    values = {"q": "x", "a": 1, "b": None}
    assert case_of(values, FieldMapping("q")).metadata == {"a": 1, "b": None}
    assert case_of(values, FieldMapping("q", metadata=("b", "q", "z"))).metadata == {"b": None, "q": "x"}
    assert case_of(values, FieldMapping("q", metadata=())).metadata == {}
    assert values == {"q": "x", "a": 1, "b": None}


@pytest.mark.parametrize("value, text", [("a 1", "a 1"), (12, "12"), (None, None)])
def test_external_ids(value, text):
    assert case_of({"q": "x", "id": value}, FieldMapping("q", external_id="id")).external_id == text


@pytest.mark.parametrize("value", ["", " ", "x" * 501, 1.0, True, [], {}])
def test_bad_external_ids(value):
    case, errors = make({"q": "x", "id": value}, FieldMapping("q", external_id="id"))

    assert case is None and errors[0][:2] == (7, "id")


def test_an_object_called_metadata_is_spread_and_metadata_fields_are_the_metadata_columns():
    errors = ErrorLog()
    maker = CaseMaker(FieldMapping("q"), limits=Limits(), errors=errors)
    columns = [Column("q", "string"), Column("metadata", "object"), Column("a", "integer")]
    case = maker.make(Row(1, {"q": "x", "metadata": {"topic": "b", "n": 1.5}, "a": 1}))
    refused = maker.make(Row(2, {"q": "x", "metadata": {"a": 2}, "a": 1}))
    assert case.metadata == {"a": 1, "topic": "b", "n": 1.5}
    assert maker.metadata_fields(columns) == {"a": "integer", "topic": "string", "n": "number"}
    assert refused is None and errors.errors[0].reason == "The metadata key 'a' is also a column."

    columns = [Column("q", "string"), Column("a", "integer"), Column("metadata", "string")]
    chosen = CaseMaker(FieldMapping("q", metadata=("q",)), limits=Limits(), errors=ErrorLog())
    rest = CaseMaker(FieldMapping("q"), limits=Limits(), errors=ErrorLog())
    assert chosen.metadata_fields(columns) == {"q": "string"}
    assert rest.metadata_fields(columns) == {"a": "integer", "metadata": "string"}


def test_ids_that_occur_twice_are_told_by_row_and_no_ids_no_report():
    seen, errors = SeenIds(), ErrorLog()
    for number, external_id in enumerate(["a", "b", "a", "c", "b", "a"], start=1):
        seen.add(external_id, number)
    seen.report(errors, column="id")
    assert [(error.row, error.reason) for error in errors.errors] == [
        (3, "The ID is the same as in row 1."),
        (5, "The ID is the same as in row 2."),
        (6, "The ID is the same as in row 3."),
    ]

    errors = ErrorLog()
    SeenIds().report(errors, column="id")
    assert not errors
