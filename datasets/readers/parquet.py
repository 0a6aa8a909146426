"""Parquet, read by DuckDB in bounded memory: what the file decodes to is measured before the first row is taken."""

from dataclasses import dataclass
from itertools import count

import duckdb

from datasets.columns import BadColumns, DeclaredTypes, check_names
from datasets.limits import megabytes
from datasets.readers import registry
from datasets.readers.base import Reader, Row, Unreadable
from datasets.readers.parquet_columns import BadCell, columns_of
from evalhub.lib.translation import gettext as _

BATCH_BYTES = 4 * 1024 * 1024
BATCH_ROWS = 1000
MEASURED_AT_ONCE = 200


@dataclass(frozen=True)
class _Measure:
    """What one pass over the file found: rows, the bytes a batch of rows may hold, columns whose cells need a look."""

    rows: int
    batch: int
    suspects: tuple


@registry.register("PARQUET")
class ParquetReader(Reader):
    """Values come as JSON knows them: decimals, dates, times and UUIDs as text (ISO 8601), lists, structs and maps as
    lists and objects. NaN, infinity, NUL and cells over the limit cost the row; binary columns are `unused`.
    """

    title = "Parquet"
    extensions = ("parquet",)
    marks = (b"PAR1", b"PARE")
    progress_unit = "rows"

    @property
    def done(self):
        return self._rows_read

    def __init__(self, path, *, limits):
        super().__init__(path, limits=limits)
        self._rows_read = 0

    def rows(self, file):
        with _connect(self.path, self.limits) as connection:
            try:
                every = columns_of(connection, self.path, limits=self.limits)
                try:
                    check_names([column.name for column in every], self.limits)
                except BadColumns as bad:
                    raise Unreadable(bad.message) from None
                self.unused = {column.name: column.reason for column in every if column.reason}
                columns, source = [column for column in every if not column.reason], _source(every)
                if not columns:
                    raise Unreadable(every[0].reason, column=every[0].name)
                names = [column.name for column in columns]
                self.types = DeclaredTypes([column.declared() for column in columns])
                measure = self._measure(connection, columns, source)
                self.total = measure.rows
                query = f"SELECT {', '.join(column.value for column in columns)} FROM {source}"
                connection.execute(query, [str(self.path)])
                numbers = count(1)
                while batch := connection.fetchmany(measure.batch):
                    self._rows_read += len(batch)
                    for cells, number in zip(batch, numbers, strict=False):
                        values = dict(zip(names, cells, strict=True))
                        if not measure.suspects or self._cleaned(number, values, measure.suspects):
                            yield Row(number, values)
            except duckdb.OutOfMemoryException:
                most = megabytes(self.limits.parquet_memory_bytes)
                text = _("Reading takes more than %(most)s of memory. Write smaller row groups.")
                raise Unreadable(text % {"most": most}) from None
            except duckdb.Error:
                # The text of the error may name paths of this server.
                raise Unreadable(_damaged(self._rows_read)) from None

    def _measure(self, connection, columns, source):
        """Decode everything once, keep nothing: sizes, and which columns hold what needs a look at each cell."""
        limits, decoded, widest, rows, suspects = self.limits, 0, 0, 0, []
        for start in range(0, len(columns), MEASURED_AT_ONCE):
            group = columns[start : start + MEASURED_AT_ONCE]
            parts = [f"sum({column.size}), max({column.size}), bool_or({column.suspect})" for column in group]
            query = f"SELECT count(*), {', '.join(parts)} FROM {source}"
            rows, *found = connection.execute(query, [str(self.path)]).fetchone()
            for column, place in zip(group, range(0, len(found), 3), strict=True):
                total, largest, suspect = found[place : place + 3]
                decoded += total or 0
                widest += largest or 0
                if suspect or column.form != "plain" or (largest or 0) > limits.cell_bytes:
                    suspects.append(column)
            if decoded > limits.decoded_bytes:
                text = _("The file decodes to more than %(most)s.")
                raise Unreadable(text % {"most": megabytes(limits.decoded_bytes)})
            if rows > limits.rows:
                raise Unreadable(_("The file has more than %(most)s rows.") % {"most": f"{limits.rows:,}"})
        batch = max(1, min(BATCH_ROWS, BATCH_BYTES // max(widest, 1)))
        return _Measure(rows, batch, tuple(suspects))

    def _cleaned(self, number, values, suspects):
        """Whether the row may pass; JSON text is parsed in place."""
        for column in suspects:
            try:
                values[column.name] = column.kept(values[column.name], self.limits)
            except BadCell as problem:
                self.refuse(number, problem.reason, column=column.name)
                return False
        return True


def _damaged(rows_read):
    if not rows_read:
        return _("The file cannot be read as Parquet: it is damaged or encrypted.")
    text = _("The file cannot be read as Parquet after row %(row)s: it is damaged or encrypted.")
    return text % {"row": f"{rows_read:,}"}


def _connect(path, limits):
    """A DuckDB of one thread that can open this one file, never spills to disk and loads no extension."""
    connection = duckdb.connect(
        ":memory:",
        config={
            "threads": 1,
            "memory_limit": f"{limits.parquet_memory_bytes}B",
            "temp_directory": "",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        },
    )
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET allowed_paths = [?]", [str(path)])
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def _source(columns):
    """The file under column names of our own (c0, c1, ...), so that no name out of it becomes part of a query."""
    aliases = ", ".join(column.alias for column in columns)
    return f"read_parquet(?, hive_partitioning = false) AS file({aliases})"
