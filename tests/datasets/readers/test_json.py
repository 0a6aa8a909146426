"""JSON lists: read element by element, whatever a chunk cuts through."""

import json
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasets.readers import open_reader, window

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
NAMES = st.text("abcä ", min_size=1, max_size=3).filter(str.strip)
ROWS = st.dictionaries(NAMES, st.none() | st.booleans() | st.floats(0, 1) | TEXTS | st.lists(TEXTS), min_size=1)


@pytest.fixture(params=[1, 7, 256 * 1024])
def chunk(request, monkeypatch):
    """Every test of this file that asks for it runs with chunks that cut through everything."""
    monkeypatch.setattr(window, "CHUNK_BYTES", request.param)


def test_rows_are_the_elements_and_bottomless_nesting_is_refused(read, chunk):
    reading = read("JSON", b'\xef\xbb\xbf \n[ {"a": 1, "b": "\xc3\xa4]"} ,\r\n\t{"a": [{"x": null}]}\n]\n ')
    assert reading.values == [{"a": 1, "b": "ä]"}, {"a": [{"x": None}]}]
    assert reading.numbers == [1, 2]
    assert reading.errors == []
    assert reading.reader.done == reading.reader.total

    reading = read("JSON", "[" * 5_000_000, row_bytes=100_000)
    assert reading.reasons == ["The JSON is nested deeper than 64 levels."]


@pytest.mark.parametrize(
    "element, reason",
    [
        ("123", "The row is a number."),
        ("null", "The row is null."),
        ("[]", "The row is a list."),
        ("{}", "The object is empty."),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": 1e999}', "The number '1e999' is outside"),
        ('{"a": {"b": 1, "b": 2}, "c": 3}', "The key 'b' occurs twice"),
        ('{"a": "\\u0000"}', "A text holds a NUL"),
        (b'{"a": "\xff"}', "The text is not UTF-8."),
        ('{"a":' + "[" * 64 + "]" * 64 + "}", "The JSON is nested deeper"),
        ('{" ": 1}', "Column 2 has no name."),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_an_element_that_breaks_a_rule_costs_only_itself(read, chunk, element, reason):
    data = element if isinstance(element, bytes) else element.encode()

    reading = read("JSON", b'[{"a": 1}, ' + data + b', {"a": 3}]')

    assert reading.numbers == [1, 3]
    assert [error["row"] for error in reading.errors] == [2]
    assert reading.reasons[0].startswith(reason)


@pytest.mark.parametrize(
    "data, row, reason",
    [
        ('[{"a": 1}, {"a": }, {"a": 3}]', 2, "Not valid JSON: expecting value at character 7 of the row."),
        ('[{"a": 1}', 1, "A comma or ] is expected after row 1; the file ends."),
        ('[{"a": 1} {"a": 2}]', 1, "A comma or ] is expected after row 1; '{' follows."),
        ('[{"a": 1},]', 1, "There is a comma but no row after row 1."),
        ('[{"a": 1},', 2, "Not valid JSON: expecting value"),
        ('[{"a": 1}, {"a": "x', 2, "Not valid JSON: unterminated string"),
        ('[{"a": 1}]]', None, "There is text after the end of the list."),
        ("[]", None, "The file has no rows."),
        ('{"a": 1}', None, "The file is not a list of objects: it starts with {."),
        ("x", None, "The file is not a JSON list of objects"),
        (" " * 5000 + "{}", None, "The file is not a list of objects: it starts with {."),
        (b'\xff\xfe[\x00"', None, "The file is UTF-16."),
    ],
)
def test_what_is_not_json_ends_the_reading(read, chunk, data, row, reason):
    reading = read("JSON", data)

    assert [(error["row"], error["reason"][: len(reason)]) for error in reading.errors] == [(row, reason)]


@pytest.mark.parametrize(
    "limits, row, reason",
    [
        ({"rows": 1}, 2, "The file has more than 1 rows."),
        ({"cell_bytes": 30}, 2, "The cell is larger than"),
        ({"row_bytes": 30}, 2, "The row is longer than"),
    ],
)
def test_limits(read, limits, row, reason):
    reading = read("JSON", json.dumps([{"a": 1}, {"a": "x" * 40}, {"a": 3}]), **limits)

    assert reading.errors[0]["row"] == row
    assert reading.reasons[0].startswith(reason)


def test_memory_does_not_grow_with_the_list(tmp_path):
    path = tmp_path / "long.json"
    path.write_text(json.dumps([{"a": "x" * 1000}] * 10_000))
    reader = open_reader(path, file_format="JSON")
    tracemalloc.start()

    rows = sum(1 for _ in reader)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert rows == 10_000
    assert peak < 2_000_000


@settings(max_examples=35, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(ROWS, min_size=1, max_size=5), st.booleans(), st.sampled_from([None, 1]))
def test_round_trip(read, chunk, rows, ascii_only, indent):
    reading = read("JSON", json.dumps(rows, ensure_ascii=ascii_only, indent=indent))

    assert reading.errors == []
    assert reading.values == rows


@settings(max_examples=35, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.binary(max_size=60) | st.text('[{"a":1},').map(lambda text: f"[{text}".encode()))
def test_any_bytes_are_rows_or_errors(read, chunk, data):
    reading = read("JSON", data)

    assert reading.values or reading.errors


@pytest.mark.parametrize(
    "document, wrapper",
    [
        ('{"data": [{"a": 1}, {"a": 2}]}', "data"),
        (
            ' { "version" : "1.0", "n": [1, 2], "none": [], "rows" : [ {"a": 1} , {"a": 2} ] , "more": {"b": [3]} } ',
            "rows",
        ),
        ('{"about": {"data": [{"b": 1}]}, "examples": [{"a": 1},{"a": 2}], "left": []}\n', "examples"),
    ],
)
def test_list_under_a_key_is_read(read, chunk, document, wrapper):
    reading = read("JSON", document)

    assert (reading.values, reading.numbers, reading.errors) == ([{"a": 1}, {"a": 2}], [1, 2], [])
    assert reading.reader.wrapper == wrapper
    assert reading.reader.done == reading.reader.total


@pytest.mark.parametrize(
    "document, reason",
    [
        ('{"train": [{"a": 1}], "test": [{"a": 2}]}', "two lists of objects: 'train' and 'test'"),
        ('{"a": 1}', "it starts with {"),
        ('{"data": []}', "it starts with {"),
        ('{"data": [1]}', "it starts with {"),
        ('{"data": [{"a": 1}]', "does not end with }"),
        ('{"data": [{"a": 1}] "b": 1}', "does not end with }"),
        ('{"data" [{"a": 1}]}', "a colon is missing"),
        ('{"data": [{"a": 1}]} {}', "text after the end"),
        ("{", "does not end with }"),
    ],
)
def test_object_without_one_list_of_objects_is_refused(read, chunk, document, reason):
    reading = read("JSON", document)

    assert reason in reading.reasons[-1]
    assert reading.reader.errors.is_cut
