"""A table for spreadsheets: nested objects become `name.key` columns, and no cell starts a formula."""

from annotations.exports.formats import Format, registry
from evalhub.lib.errors import InvalidInput
from evalhub.lib.spreadsheet import TableWriter
from evalhub.lib.translation import gettext_noop

MAX_COLUMNS = 16_384  # of one sheet in the usual spreadsheet programs, as is the next
MAX_ROWS = 1_048_575


class SheetWriter(TableWriter):
    """A table that fits on one sheet."""

    def __init__(self, out, columns):
        if len(columns) > MAX_COLUMNS:
            raise InvalidInput(
                f"The table would have {len(columns):,} columns; spreadsheets take {MAX_COLUMNS:,}. "
                "Choose CSV with a row per judgement, JSONL or Parquet.",
                code="too_many_columns",
            )
        super().__init__(out, columns)

    def row(self, row):
        if self.rows >= MAX_ROWS:
            raise InvalidInput(
                f"The table would have more than {MAX_ROWS:,} rows, which is all that spreadsheets take. "
                "Choose JSONL or Parquet, or fewer items.",
                code="too_many_rows",
            )
        super().row(row)


@registry.register("CSV")
class Table(Format):
    title = gettext_noop("CSV, for spreadsheets")
    extension = "csv"
    content_type = "text/csv; charset=utf-8"

    def writer(self, out, columns):
        return SheetWriter(out, columns)
