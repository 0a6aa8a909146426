"""Parquet: JSON-able values, true names, and no file that unpacks into more than the limits."""

import duckdb
import pandas
import pytest

from datasets.columns import Column
from tests.datasets.readers.reading import read_path


@pytest.fixture
def read_sql(tmp_path):
    """read_sql("SELECT ...", rows=2) writes the result as Parquet and reads it; other keywords change the limits."""

    def read_sql(query, **limits):
        path = tmp_path / "file.parquet"
        duckdb.connect().execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
        return read_path(path, "PARQUET", **limits)

    return read_sql


VALUES = [
    ("'ä ☃ '", "string", "ä ☃ "),
    ("NULL::VARCHAR", "string", None),
    ("42::TINYINT", "integer", 42),
    ("18446744073709551615::UBIGINT", "integer", 18446744073709551615),
    ("1.5::DOUBLE", "number", 1.5),
    ("0.5::FLOAT", "number", 0.5),
    ("1.50::DECIMAL(10, 2)", "number", "1.50"),
    ("true", "boolean", True),
    ("DATE '2024-02-29'", "string", "2024-02-29"),
    ("TIMESTAMP '2024-02-29 01:02:03.000004'", "string", "2024-02-29T01:02:03.000004"),
    ("TIMESTAMPTZ '2024-02-29 01:02:03+02'", "string", "2024-02-28T23:02:03+00:00"),
    ("TIME '01:02:03'", "string", "01:02:03"),
    ("UUID '00000000-0000-0000-0000-000000000001'", "string", "00000000-0000-0000-0000-000000000001"),
    ("'b'::ENUM ('a', 'b')", "string", "b"),
    ("[1, NULL]", "array", [1, None]),
    ("[{'role': 'user', 'content': 'x'}]", "array", [{"role": "user", "content": "x"}]),
    ("[[{'a': ['x', NULL], 'b': 1}], [], NULL]", "array", [[{"a": ["x", None], "b": 1}], [], None]),
    ("[1.5, 2.5]::DOUBLE[2]", "array", [1.5, 2.5]),
    ("{'a': {'b': 1.25::DECIMAL(5, 2)}}", "object", {"a": {"b": 1.25}}),
    ("MAP {'k': DATE '2024-01-01'}", "object", {"k": "2024-01-01"}),
    ("""'{"a": [1]}'::JSON""", "mixed", {"a": [1]}),
]


def test_values_become_json(read_sql):
    reading = read_sql("SELECT " + ", ".join(f"{sql} AS c{place}" for place, (sql, _type, _value) in enumerate(VALUES)))

    assert reading.errors == []
    (row,) = reading.values
    for place, (sql, type_, value) in enumerate(VALUES):
        assert row[f"c{place}"] == value, sql
        assert reading.reader.columns()[place] == Column(f"c{place}", type_), sql


BAD_CELLS = [
    ("'nan'::DOUBLE", "The number is nan."),
    ("'-infinity'::FLOAT", "The number is -inf."),
    ("'a' || chr(0) || 'b'", "The text contains a NUL character."),
    ("repeat('ä', 60)", "The cell is larger than"),
    ("[1.0, 'nan'::DOUBLE]", "nan is not a JSON number"),
    ("[1.0::DECIMAL(5, 2), 'nan'::DOUBLE]", "nan is not a JSON number"),
    ("{'a': DATE '2024-01-01', 'b': 'nan'::DOUBLE}", "NaN is not a JSON number"),
    ("{'a': 'x' || chr(0)}", "A text holds a NUL"),
    ("{'a': repeat('x', 120)}", "The cell is larger than"),
    ("MAP {DATE '2024-01-01': 'inf'::FLOAT}", "Infinity is not a JSON number"),
]


def test_a_bad_cell_costs_the_row(read_sql):
    """The first row and the last are good; each between has one bad cell, in a column of its own."""
    cells = ", ".join(
        f"CASE WHEN n = {row} THEN {sql} END AS c{row}" for row, (sql, _reason) in enumerate(BAD_CELLS, 2)
    )

    reading = read_sql(f"SELECT n, {cells} FROM range(1, {len(BAD_CELLS) + 3}) AS numbers(n)", cell_bytes=100)

    assert reading.numbers == [1, len(BAD_CELLS) + 2]
    assert [(error["row"], error["column"]) for error in reading.errors] == [
        (row, f"c{row}") for row in range(2, len(BAD_CELLS) + 2)
    ]
    for met, (sql, reason) in zip(reading.reasons, BAD_CELLS, strict=True):
        assert met.startswith(reason), sql


def test_rows_keep_their_order_and_numbers_over_batches(read_sql):
    reading = read_sql("SELECT n AS x FROM range(2500) AS numbers(n)")

    assert [values["x"] for values in reading.values] == list(range(2500))
    assert reading.numbers == list(range(1, 2501))
    assert (reading.reader.done, reading.reader.total, reading.reader.progress_unit) == (2500, 2500, "rows")


def test_names_of_the_file_stay_out_of_the_query(read_sql):
    hostile = "x\"; DROP TABLE t; SELECT '"
    quoted = hostile.replace('"', '""')

    reading = read_sql(f'SELECT 1 AS "{quoted}", {{\'a"b\': 2}} AS "c0"')

    assert reading.values == [{hostile: 1, "c0": {'a"b': 2}}]


def test_columns_that_cannot_be_read_are_named_together_and_the_others_are_read(tmp_path):
    """A file of pandas, written by pyarrow: dates with a zone in nanoseconds, bytes alone and inside of lists."""
    path = tmp_path / "pandas.parquet"
    at = pandas.to_datetime(["2024-02-29 01:02:03.123456789", None]).tz_localize("Europe/Berlin")
    frame = pandas.DataFrame({"raw": [b"\xff", b""], "question": ["a", "b"], "at": at, "parts": [[b"x"], []]})
    frame.assign(day=at.tz_localize(None)).to_parquet(path)

    reading = read_path(path, "PARQUET")

    assert reading.errors == []
    assert reading.values == [
        {"question": "a", "at": "2024-02-29T00:02:03.123456789+00:00", "day": "2024-02-29T01:02:03.123456789"},
        {"question": "b", "at": None, "day": None},
    ]
    assert reading.reader.unused == dict.fromkeys(["raw", "parts"], "Binary values are not supported.")


@pytest.mark.parametrize(
    "query, reason",
    [
        ("SELECT 'a'::BLOB AS x", "Binary values are not supported."),
        ("SELECT [{'b': 'a'::BLOB}] AS x", "Binary values are not supported."),
        ("SELECT " + "[" * 65 + "1" + "]" * 65 + " AS x", "The values are nested deeper than 64 levels."),
        ('SELECT 1 AS " "', "Column 1 has no name."),
        ("SELECT 1 AS x WHERE false", "The file has no rows."),
        ("SELECT " + ", ".join(f"{n} AS c{n}" for n in range(9)), "The file has more than 8 columns."),
        ("SELECT n AS x FROM range(11) AS numbers(n)", "The file has more than 10 rows."),
    ],
)
def test_files_that_are_refused_whole(read_sql, query, reason):
    reading = read_sql(query, columns=8, rows=10)

    assert reading.values == []
    assert [error["reason"][: len(reason)] for error in reading.errors] == [reason]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT repeat('x', 1000000) AS x FROM range(100)",
        "SELECT {'a': repeat('x', 100000)} AS x FROM range(500)",
        "SELECT 7 AS a, 7 AS b, 7 AS c FROM range(1000000)",
    ],
)
def test_what_unpacks_into_too_much_is_refused_before_the_first_row(read_sql, query):
    reading = read_sql(query, decoded_bytes=20_000_000)

    assert reading.reader.total < 2_000_000
    assert reading.values == []
    assert reading.reasons == ["The file decodes to more than 19.1 MB."]


def test_too_little_memory_is_told(read_sql):
    query = "SELECT repeat('x', 100000) || n AS x FROM range(500) AS numbers(n)"

    reading = read_sql(query, parquet_memory_bytes=4_000_000)

    assert reading.reasons == ["Reading takes more than 3.81 MB of memory. Write smaller row groups."]


def test_damaged_files_are_told_without_paths(read_sql, tmp_path):
    read_sql("SELECT n AS x FROM range(1000) AS numbers(n)")
    whole = (tmp_path / "file.parquet").read_bytes()
    damaged = {
        "cut.parquet": whole[: len(whole) // 2],
        "start.parquet": b"PAR1",
        "footer.parquet": whole[:-30] + b"\xff" * 22 + whole[-8:],
        "encrypted.parquet": b"PARE" + whole[4:-4] + b"PARE",
    }

    for name, data in damaged.items():
        (tmp_path / name).write_bytes(data)
        reading = read_path(tmp_path / name, "PARQUET")

        assert reading.reasons == ["The file cannot be read as Parquet: it is damaged or encrypted."]


def test_names_that_differ_only_in_case_are_kept(read_sql, tmp_path):
    path = tmp_path / "file.parquet"
    read_sql("SELECT 1 AS name_a, {'name_a': 2} AS x, 3 AS name_b")
    data = path.read_bytes()

    path.write_bytes(data.replace(b"name_b", b"NAME_A"))
    both = read_path(path, "PARQUET")
    path.write_bytes(data.replace(b"name_b", b"name_a"))
    twice = read_path(path, "PARQUET")

    assert both.values == [{"name_a": 1, "x": {"name_a": 2}, "NAME_A": 3}]
    assert twice.reasons == ["The column name 'name_a' occurs twice. Use unique column names."]
