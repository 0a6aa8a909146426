"""Parquet with typed columns from JSON lines, written by DuckDB in bounded memory.

A column has a `name` and a `type`, a key of TYPES; `labels.verdict` is the key `verdict` of the object `labels`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MEGABYTE = 1024 * 1024
ROWS_AT_ONCE = 20_000
TYPES = {
    "text": "VARCHAR",
    "integer": "BIGINT",
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "time": "TIMESTAMPTZ",
    "texts": "VARCHAR[]",
    "integers": "BIGINT[]",
    "mapping": "MAP(VARCHAR, BIGINT)",
    "stages": "STRUCT(stage_number BIGINT, label VARCHAR, criteria VARCHAR[])[]",
    "json": "JSON",
}


class WrongType(Exception):
    """A value does not fit the type of its column."""


@contextmanager
def connected(folder: Path, *, longest: int) -> Iterator[Any]:
    """A DuckDB for some tables, which takes longer to start than a small table to write.

    `folder` is where it may spill; `longest` is the size of the longest line of all in bytes: buffers must hold it.
    """
    import duckdb  # here: the web process asks for files and writes none

    config = {
        "threads": 1,
        "memory_limit": f"{64 * MEGABYTE + 6 * longest}B",
        "temp_directory": str(folder),
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "preserve_insertion_order": "true",
    }
    with duckdb.connect(":memory:", config=config) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        try:
            yield connection
        except (duckdb.InvalidInputException, duckdb.ConversionException) as error:
            raise WrongType(str(error)) from None


def write(connection: Any, source: Path, target: Path, columns: Sequence[Any], *, longest: int) -> None:
    """Write `target` from the JSON lines at `source`; `longest` is the size of its longest line in bytes (0: none)."""
    selected = ", ".join(f"{_value(column)} AS {_name(column.name)}" for column in columns)
    # {top key: DuckDB type}: the keys of one object become a struct of their own types.
    fields = {}
    for column in columns:
        name, _, key = column.name.partition(".")
        if key:
            fields.setdefault(name, {})[key] = TYPES[column.type]
        else:
            fields[name] = TYPES[column.type]
    rows, values = _rows(
        source, {name: kind if isinstance(kind, str) else _struct(kind) for name, kind in fields.items()}, longest
    )
    into = f"(FORMAT PARQUET, COMPRESSION ZSTD, ROW_GROUP_SIZE {ROWS_AT_ONCE})"
    connection.execute(f"COPY (SELECT {selected} FROM {rows}) TO ? {into}", [*values, str(target)])


def _rows(source, fields, longest):
    """(relation, its values): the file with its types, or no row of the same types, which an empty file cannot give."""
    if not longest:
        nothing = ", ".join(f"NULL::{kind} AS {_name(name)}" for name, kind in fields.items())
        return f"(SELECT {nothing}) WHERE false", []
    types = ", ".join(f"{_text(name)}: {_text(kind)}" for name, kind in fields.items())
    size = max(MEGABYTE, longest + 1)
    return f"read_json(?, format = 'newline_delimited', columns = {{{types}}}, maximum_object_size = {size})", [
        str(source)
    ]


def _struct(kinds):
    return f"STRUCT({', '.join(f'{_name(key)} {kind}' for key, kind in kinds.items())})"


def _value(column):
    """How a column is taken from its row; JSON is kept as text, which every reader of Parquet knows."""
    name, _, key = column.name.partition(".")
    value = f"{_name(name)}.{_name(key)}" if key else _name(name)
    return f"{value}::VARCHAR" if column.type == "json" else value


def _name(text):
    return '"' + text.replace('"', '""') + '"'


def _text(text):
    return "'" + text.replace("'", "''") + "'"
