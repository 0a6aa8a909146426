"""CSV: exact cells, every mistake with its row, nothing trusted after a quote out of place."""

import csv
import io
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasets.columns import Column
from datasets.readers.csv import delimiter_of

CELLS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)


def test_cells_are_kept_exactly_and_types_come_from_how_cells_read_and_semicolons_and_byte_order_mark(read):
    reading = read("CSV", 'id,question,zip\r\n1," Was ""ist""\r\ndas, ä? ",007\r\n2,,\n')
    assert reading.values == [
        {"id": "1", "question": ' Was "ist"\r\ndas, ä? ', "zip": "007"},
        {"id": "2", "question": "", "zip": ""},
    ]
    assert reading.numbers == [1, 2]
    assert reading.errors == []

    reading = read("CSV", "a,b,c,d,e\n1,1.5,x,007,\n-2,3,1,1,\n,1e3,,2,\n")
    assert reading.reader.columns() == [
        Column("a", "integer"), Column("b", "number"), Column("c", "string"), Column("d", "string"),
        Column("e", "null"),
    ]  # fmt: skip

    reading = read("CSV", b'\xef\xbb\xbf"a";b\n1,5;2\n')
    assert reading.values == [{"a": "1,5", "b": "2"}]


@pytest.mark.parametrize(
    "header, delimiter",
    [("a,b;c", ","), ("a;b", ";"), ("a\tb;c", "\t"), ('"a,b";c', ";"), ("a", ","), ('"a', ","), ('"a;b"', ",")],
)
def test_delimiter_is_the_header_s(header, delimiter):
    assert delimiter_of(header) == delimiter


def test_one_column_and_blank_lines_at_the_end_and_reading_goes_on_after_a_bad_row(read):
    assert read("CSV", 'q\nx\n""\n\n\n').values == [{"q": "x"}, {"q": ""}]

    reading = read("CSV", b"a,b\n1\n\xff,2\n3,4\n1,2,3\n5,6\n")
    assert reading.numbers == [3, 5]
    assert [error["row"] for error in reading.errors] == [1, 2, 4]


@pytest.mark.parametrize(
    "data, row, reason",
    [
        ("a,b\n1,2\n1\n", 2, "The row has 1 cells; the header has 2."),
        ("a,b\n1,2,3\n", 1, "The row has 3 cells; the header has 2."),
        ("a,b\n\n1,2\n", 1, "The line is empty"),
        ('a,b\n1,5" nails\n', 1, "A quote is not closed"),
        ('a,b\n1,2\n"x,2\n3,4\n', 2, "A quote is opened but not closed"),
        ('a,b\n"x"y,2\n', 1, "A closing quote is followed by more text"),
        ("a,b\n1,2\r3,4\n", 1, "A carriage return stands alone"),
        (b"a,b\n1,2\n\xff,2\n", 2, "The row is not UTF-8: its byte 1 cannot be read."),
        (b"a,b\n1,x\0y\n", 1, "The row contains a NUL character."),
        ("a,\n1,2\n", None, "Header: Column 2 has no name"),
        ("a, \n1,2\n", None, "Header: Column 2 has no name"),
        ("a,a\n1,2\n", None, "Header: The column name 'a' occurs twice"),
        ("\na,b\n", None, "Header: the first line is empty"),
        (b"a,\xff\n1,2\n", None, "Header: The row is not UTF-8"),
        ('"a,b\n1,2\n', None, "A quote is opened but not closed"),
        ("a,b\n", None, "The file has no rows."),
        ("", None, "The file is empty."),
        ("\n \n", None, "The file is empty."),
    ],
)
def test_mistakes_are_told_with_their_row(read, data, row, reason):
    reading = read("CSV", data)

    assert [(error["row"], error["reason"].startswith(reason)) for error in reading.errors] == [(row, True)]


def test_first_hundred_errors_are_kept_and_all_are_counted_and_an_open_quote_does_not_fill_the_memory(read):
    reading = read("CSV", "a,b\n" + "1\n" * 250)
    assert len(reading.errors) == 100
    assert reading.reader.errors.count == 250

    data = b'a,b\n"' + b"x,y\n" * 1_000_000
    tracemalloc.start()
    reading = read("CSV", data, row_bytes=100_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reading.reasons == ["The row is longer than 0.0954 MB. Is a quote missing?"]
    assert peak < 2_000_000


@pytest.mark.parametrize(
    "limits, row, reason",
    [
        ({"rows": 2}, 3, "The file has more than 2 rows."),
        ({"columns": 1}, None, "Header: The file has more than 1 columns."),
        ({"cell_bytes": 9}, 2, "The cell is larger than"),
        ({"row_bytes": 11}, 2, "The row is longer than"),
        ({"file_bytes": 20}, None, "The file has"),
        ({"name_characters": 2}, None, "Header: The column name 'abc' is longer than 2"),
    ],
)
def test_limits(read, limits, row, reason):
    reading = read("CSV", "abc,d\n1,2\n1234567äö,2\n3,4\n", **limits)

    assert reading.errors[0]["row"] == row
    assert reading.errors[0]["reason"].startswith(reason)


def test_progress_reaches_the_size_of_the_file(read):
    reading = read("CSV", "a\n1\n")

    assert (reading.reader.done, reading.reader.total, reading.reader.progress_unit) == (4, 4, "bytes")


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), min_size=1, max_size=5))
def test_round_trip(read, rows):
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerows([["a", "b"], *rows])

    reading = read("CSV", file.getvalue())

    assert reading.errors == []
    assert [list(values.values()) for values in reading.values] == rows


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.binary(max_size=60) | st.text('a,"\n\r;\t').map(str.encode))
def test_any_bytes_are_rows_or_errors(read, data):
    reading = read("CSV", data)

    assert reading.values or reading.errors
    assert all("\0" not in cell for values in reading.values for cell in values.values())
