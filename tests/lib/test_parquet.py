"""Parquet of a table: every type comes back as what it was, also from an empty table."""

import json

from pyarrow.parquet import read_table

from evalhub.lib import parquet
from experiments.studies.exporting.tables import Column

TYPES = {
    "text": ("=x\n", "string"),
    "integer": (2**53 + 1, "int64"),
    "number": (0.1, "double"),
    "boolean": (False, "bool"),
    "time": ("2026-01-02T03:04:05.123456+01:00", "timestamp[us, tz=UTC]"),
    "texts": (["a", "=b", ""], "list<element: string>"),
    "integers": ([3, 1], "list<element: int64>"),
    "stages": (
        [{"criteria": ["c"], "label": "L", "stage_number": 1}],
        "list<element: struct<stage_number: int64, label: string, criteria: list<element: string>>>",
    ),
    "mapping": ({"A": 2, "é": 1}, "map<string, int64"),
}
COLUMNS = [Column(f"a_{type_}", type_, "") for type_ in TYPES]


def written(folder, *rows):
    source, target = folder / "rows.jsonl", folder / "rows.parquet"
    lines = [json.dumps(row).encode() + b"\n" for row in rows]
    source.write_bytes(b"".join(lines))
    longest = max(map(len, lines), default=0)
    with parquet.connected(folder, longest=longest) as connection:
        parquet.write(connection, source, target, COLUMNS, longest=longest)
    return read_table(target)


def test_values_come_back_typed(tmp_path):
    row = {f"a_{name}": value for name, (value, _kind) in TYPES.items()}

    table = written(tmp_path, row, dict.fromkeys(row))

    for type_, (value, kind) in TYPES.items():
        column = table[f"a_{type_}"]
        first, second = column.to_pylist()
        if type_ == "time":
            assert first.isoformat() == "2026-01-02T02:04:05.123456+00:00"
        else:
            assert (dict(first) if type_ == "mapping" else first) == value, type_
        assert second is None and str(column.type).startswith(kind), type_


def test_an_empty_table_has_its_types(tmp_path):
    table = written(tmp_path)

    assert table.num_rows == 0
    assert [str(field.type).split("<")[0] for field in table.schema] == [
        kind.split("<")[0] for _value, kind in TYPES.values()
    ]


def test_rows_longer_than_the_buffers_usual_size_fit(tmp_path):
    table = written(
        tmp_path, *({f"a_{type_}": None for type_ in TYPES} | {"a_text": "x" * size} for size in (3_000_000, 10))
    )

    assert [len(text.as_py()) for text in table["a_text"]] == [3_000_000, 10]
