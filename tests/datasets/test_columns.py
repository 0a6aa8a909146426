"""Column types are found row by row; the schema's hash knows names and types only."""

import dataclasses

import pytest

from datasets.columns import BadColumns, Column, ColumnTypes, TextColumnTypes, check_names, is_number, schema_hash
from datasets.limits import Limits


def types_of(*rows):
    types = ColumnTypes(Limits())
    for row in rows:
        types.add(row)
    return {column.name: column.type for column in types.columns()}


@pytest.mark.parametrize(
    "cells, type_",
    [
        (["x"], "string"),
        ([1, -5], "integer"),
        ([1, 2.5], "number"),
        ([None, True], "boolean"),
        ([None], "null"),
        ([True, 1], "mixed"),
        (["1", 1], "mixed"),
        ([[], [1]], "array"),
        ([{}, None], "object"),
        ([{}, []], "mixed"),
    ],
)
def test_types_of_json_values(cells, type_):
    assert types_of(*({"x": cell} for cell in cells)) == {"x": type_}


def test_keys_come_in_the_order_they_are_met_and_more_kinds_of_rows_than_are_remembered():
    assert list(types_of({"b": 1}, {"a": 1, "b": 1}, {"c": 1})) == ["b", "a", "c"]

    rows = [{f"k{place % 50}": 1, f"j{place // 50}": None} for place in range(2500)]
    assert set(types_of(*rows, {"k0": "x"}).values()) == {"integer", "null", "mixed"}


def test_columns_over_the_limit_are_refused_and_schema_hash_is_of_names_and_types_in_any_order():
    types = ColumnTypes(dataclasses.replace(Limits(), columns=2))
    types.add({"a": 1, "b": 1})
    with pytest.raises(BadColumns, match="more than 2 columns"):
        types.add({"c": 1})
    assert [column.name for column in types.columns()] == ["a", "b"]

    columns = [Column("a", "string"), Column("b", "number")]
    assert schema_hash(columns) == schema_hash(columns[::-1])
    assert len(schema_hash(columns)) == 64
    assert schema_hash(columns) != schema_hash([Column("a", "string"), Column("b", "integer")])
    assert schema_hash([Column("a,b", "string")]) != schema_hash([Column("a", "b,string")])


@pytest.mark.parametrize(
    "cells, type_",
    [
        (["1", "", "-20"], "integer"),
        (["1", "2.5", "1e-3"], "number"),
        (["", None], "null"),
        (["1", "x"], "string"),
        (["x", "1"], "string"),
        (["9" * 1000], "integer"),
        (["9" * 1001], "string"),
        (["true"], "string"),
    ],
)
def test_types_of_text_cells(cells, type_):
    types = TextColumnTypes(["x"])
    for cell in cells:
        types.add({"x": cell})

    assert types.columns() == [Column("x", type_)]


@pytest.mark.parametrize(
    "text", ["007", "+1", "1.", ".5", "1,5", " 1", "1e999", "1e-999", "٣", "0x1", "NaN", "1_000", ""]
)
def test_what_does_not_read_as_a_json_number(text):
    assert not is_number(text)


@pytest.mark.parametrize("text", ["0", "-0", "1.50", "1E5", "0e-999", "-1.5e+10"])
def test_what_reads_as_a_json_number(text):
    assert is_number(text)


@pytest.mark.parametrize(
    "names, reason",
    [
        (["a", "a"], "occurs twice"),
        (["a", " "], "Column 2 has no name"),
        (["a" * 201], "longer than 200"),
        (["a\0"], "NUL"),
    ],
)
def test_bad_names(names, reason):
    with pytest.raises(BadColumns, match=reason):
        check_names(names, Limits())
