"""Parquet with typed columns, written by DuckDB in bounded memory."""

import os
import shutil
import tempfile
from pathlib import Path

from annotations.exports.formats import Format, json_text, registry
from evalhub.lib import parquet
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext_noop


class ParquetWriter:
    """Rows go as lines of JSON into a file of its own; at the end DuckDB turns them into typed columns, a row group at
    a time. A row is never a Python object where Postgres has written its JSON.
    """

    def __init__(self, out, columns):
        self.out = out
        self.columns = columns
        # Beside the file that is written, where there is room for it; in the system's folder for a stream in memory.
        name = getattr(out, "name", None)
        beside = os.path.dirname(name) if isinstance(name, str) else None
        self.folder = tempfile.TemporaryDirectory(prefix="parquet-", dir=beside)
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
            with parquet.connected(self.folder.name, longest=self.longest) as connection:
                parquet.write(connection, self.source, target, self.columns, longest=self.longest)
            with target.open("rb") as written:
                shutil.copyfileobj(written, self.out)
        except parquet.WrongType:
            raise InvalidInput(
                "A value does not fit the type that its question has now, so it has no place in a typed column. "
                "Choose JSONL, which keeps every value as it is.",
                code="mixed_types",
            ) from None
        finally:
            self.folder.cleanup()


@registry.register("PARQUET")
class Parquet(Format):
    title = gettext_noop("Parquet, typed columns")
    extension = "parquet"
    content_type = "application/vnd.apache.parquet"
    is_packed = True

    def writer(self, out, columns):
        return ParquetWriter(out, columns)
