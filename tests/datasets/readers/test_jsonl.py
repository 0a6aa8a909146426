"""JSON Lines: one strict object per line, split on \\n only; a bad line costs only itself."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasets.columns import Column

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
NAMES = st.text("abcä ", min_size=1, max_size=3).filter(str.strip)
ROWS = st.dictionaries(NAMES, st.none() | st.booleans() | st.integers() | TEXTS | st.lists(TEXTS), min_size=1)


def test_values_are_kept_exactly_and_columns_are_the_union_of_all_keys(read):
    reading = read("JSONL", '{"q": " ä\u2028\x85 ", "n": 12345678901234567890}\r\n{"q": null, "x": {"y": [1.5]}}')
    assert reading.values == [{"q": " ä\u2028\x85 ", "n": 12345678901234567890}, {"q": None, "x": {"y": [1.5]}}]
    assert reading.errors == []

    reading = read("JSONL", '{"a": 1, "b": "x"}\n{"a": 1.5, "c": null}\n{"b": 1, "d": [], "e": {}, "f": true}\n')
    assert reading.reader.columns() == [
        Column("a", "number"), Column("b", "mixed"), Column("c", "null"), Column("d", "array"),
        Column("e", "object"), Column("f", "boolean"),
    ]  # fmt: skip


def test_byte_order_mark_and_blank_lines_at_the_end_and_columns_of_a_refused_row_are_not_kept(read):
    assert read("JSONL", b'\xef\xbb\xbf{"a": 1}\n\n \r\n').values == [{"a": 1}]

    reading = read("JSONL", '{"a": 1}\n{"b": 1, " ": 2}\n')
    assert reading.reader.columns() == [Column("a", "integer")]


@pytest.mark.parametrize(
    "line, reason",
    [
        ("", "The line is empty."),
        ("{", "Not valid JSON"),
        ('{"a": 1} {"a": 2}', "Not valid JSON: text after the value"),
        ('{"a": 1}\r{"a": 2}', "Not valid JSON: text after the value"),
        ("[1]", "The row is a list."),
        ("null", "The row is null."),
        ("3", "The row is a number."),
        ('"x"', "The row is a text."),
        ("true", "The row is a boolean."),
        ("{}", "The object is empty."),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": 1, "a": 2}', "The key 'a' occurs twice"),
        ('{"a": "\\u0000"}', "A text holds a NUL"),
        ('{"a": "\\ud800"}', "A text contains half a character"),
        ('{"a":' + "[" * 64 + "]" * 64 + "}", "The JSON is nested deeper"),
        ('{"": 1}', "Column 2 has no name."),
        (b'{"a": "\xff"}', "The text is not UTF-8: byte 8"),
        (b'\xef\xbb\xbf{"a": 1}', "The text starts with a byte order mark"),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_a_bad_line_costs_only_itself(read, line, reason):
    data = line if isinstance(line, bytes) else line.encode()

    reading = read("JSONL", b'{"a": 1}\n' + data + b'\n{"a": 3}\n')

    assert reading.numbers == [1, 3]
    assert [error["row"] for error in reading.errors] == [2]
    assert reading.reasons[0].startswith(reason)


@pytest.mark.parametrize(
    "limits, rows, reason",
    [
        ({"rows": 1}, [2], "The file has more than 1 rows."),
        ({"columns": 1}, [3], "The file has more than 1 columns."),
        ({"cell_bytes": 15}, [2], "The cell is larger than"),
        ({"row_bytes": 20}, [2], "The line is longer than"),
    ],
)
def test_limits(read, limits, rows, reason):
    reading = read("JSONL", '{"a": 1}\n{"a": "12345678901234567890"}\n{"b": 1}\n', **limits)

    assert [error["row"] for error in reading.errors] == rows
    assert reading.reasons[0].startswith(reason)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(ROWS, min_size=1, max_size=5), st.booleans())
def test_round_trip(read, rows, ascii_only):
    data = "\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in rows)

    reading = read("JSONL", data)

    assert reading.errors == []
    assert reading.values == rows


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.binary(max_size=60) | st.text('{"a":1}\n[],').map(str.encode))
def test_any_bytes_are_rows_or_errors(read, data):
    reading = read("JSONL", data)

    assert reading.values or reading.errors
