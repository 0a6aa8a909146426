"""Parquet of tables from their JSON lines, written by DuckDB in bounded memory."""

from contextlib import contextmanager

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
}


@contextmanager
def connected(folder, *, longest):
    """A DuckDB for all tables of a bundle, which takes longer to start than a small table to write.

    `folder` is where it may spill; `longest` is the size of the longest line of all in bytes.
    """
    import duckdb  # here: pages and programs that ask for no bundle do without it

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
        yield connection


def write(connection, source, target, columns, *, longest):
    """Write `target` from the JSON lines at `source`; `longest` is the size of its longest line in bytes (0: none)."""
    rows, values = _rows(source, columns, longest)
    into = f"(FORMAT PARQUET, COMPRESSION ZSTD, ROW_GROUP_SIZE {ROWS_AT_ONCE})"
    connection.execute(f"COPY (SELECT * FROM {rows}) TO ? {into}", [*values, str(target)])


def _rows(source, columns, longest):
    """(relation, its values): the file with its types, or no row of the same types, which an empty file cannot give."""
    if not longest:
        nothing = ", ".join(f"NULL::{TYPES[column.type]} AS {column.name}" for column in columns)
        return f"(SELECT {nothing}) WHERE false", []
    types = ", ".join(f"{column.name}: '{TYPES[column.type]}'" for column in columns)
    size = max(MEGABYTE, longest + 1)
    return f"read_json(?, format = 'newline_delimited', columns = {{{types}}}, maximum_object_size = {size})", [
        str(source)
    ]
