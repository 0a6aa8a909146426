"""Parquet with typed columns, written by DuckDB in bounded memory."""

import os
import shutil
import tempfile
from pathlib import Path

from annotations.exports.formats import Format, json_text, registry
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext_noop

MEGABYTE = 1024 * 1024
ROWS_AT_ONCE = 20_000
TYPES = {
    "text": "VARCHAR",
    "number": "DOUBLE",
    "integer": "BIGINT",
    "boolean": "BOOLEAN",
    "time": "TIMESTAMPTZ",
    "texts": "VARCHAR[]",
    "json": "JSON",
}


class ParquetWriter:
    """Rows go as lines of JSON into a file of its own; at the end DuckDB turns them into typed columns, a row group at
    a time. A row is never a Python object where Postgres has written its JSON.
    """

    def __init__(self, out, columns):
        self.out = out
        self.columns = columns
        self.folder = tempfile.TemporaryDirectory(prefix="parquet-", dir=_beside(out))
        self.source = Path(self.folder.name) / "rows.jsonl"
        self.lines = self.source.open("wb")
        self.longest = 0

    def row(self, row):
        line = json_text(row).encode() + b"\n"
        self.lines.write(line)
        self.longest = max(self.longest, len(line))

    def close(self):
        self.lines.close()
        target = Path(self.folder.name) / "rows.parquet"
        try:
            _convert(self.source, target, self.columns, longest=self.longest)
            with target.open("rb") as written:
                shutil.copyfileobj(written, self.out)
        finally:
            self.folder.cleanup()


def _beside(out):
    """The folder of the file that is written, where there is room for it; the system's for a stream in memory."""
    name = getattr(out, "name", None)
    return os.path.dirname(name) if isinstance(name, str) else None


def _convert(source, target, columns, *, longest):
    """Write `target`; `longest` is the size of the longest line in bytes, which the buffers must hold; 0: no line."""
    import duckdb  # here: the web process asks for exports and writes none

    config = {
        "threads": 1,
        "memory_limit": f"{64 * MEGABYTE + 6 * longest}B",
        "temp_directory": str(source.parent),
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "preserve_insertion_order": "true",
    }
    with duckdb.connect(":memory:", config=config) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        selected = ", ".join(f"{_value(column)} AS {_name(column.name)}" for column in columns)
        if not longest:
            rows = ", ".join(f"NULL::{kind} AS {_name(name)}" for name, kind in _fields(columns).items())
            relation, values = f"(SELECT {rows}) WHERE false", [str(target)]
        else:
            fields = ", ".join(f"{_text(name)}: {_text(kind)}" for name, kind in _fields(columns).items())
            size = max(MEGABYTE, longest + 1)
            relation = (
                f"read_json(?, format = 'newline_delimited', columns = {{{fields}}}, maximum_object_size = {size})"
            )
            values = [str(source), str(target)]
        into = f"(FORMAT PARQUET, COMPRESSION ZSTD, ROW_GROUP_SIZE {ROWS_AT_ONCE})"
        try:
            connection.execute(f"COPY (SELECT {selected} FROM {relation}) TO ? {into}", values)
        except (duckdb.InvalidInputException, duckdb.ConversionException):
            raise InvalidInput(
                "A value does not fit the type that its question has now, so it has no place in a typed column. "
                "Choose JSONL, which keeps every value as it is.",
                code="mixed_types",
            ) from None


def _fields(columns):
    """{top key: DuckDB type}: the keys of one object become a struct of their own types."""
    fields = {}
    for column in columns:
        name, key = column.path
        if key:
            fields.setdefault(name, {})[key] = TYPES[column.type]
        else:
            fields[name] = TYPES[column.type]
    return {name: kind if isinstance(kind, str) else _struct(kind) for name, kind in fields.items()}


def _struct(kinds):
    return f"STRUCT({', '.join(f'{_name(key)} {kind}' for key, kind in kinds.items())})"


def _value(column):
    """How a column is taken from its row; JSON is kept as text, which every reader of Parquet knows."""
    name, key = column.path
    value = f"{_name(name)}.{_name(key)}" if key else _name(name)
    return f"{value}::VARCHAR" if column.type == "json" else value


def _name(text):
    return '"' + text.replace('"', '""') + '"'


def _text(text):
    return "'" + text.replace("'", "''") + "'"


@registry.register("PARQUET")
class Parquet(Format):
    title = gettext_noop("Parquet, typed columns")
    extension = "parquet"
    content_type = "application/vnd.apache.parquet"
    is_packed = True

    def writer(self, out, columns):
        return ParquetWriter(out, columns)
