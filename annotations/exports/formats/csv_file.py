"""A table for spreadsheets: nested objects become `name.key` columns, and no cell starts a formula."""

import csv
import io
import json

from annotations.exports.formats import Format, registry
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.spreadsheet import safe_cell
from evalhub.lib.translation import gettext_noop

NOTHING = {}
AS_IS = {type(None), int, float}  # what csv writes as people expect
MAX_COLUMNS = 16_384  # of one sheet in the usual spreadsheet programs, as is the next
MAX_ROWS = 1_048_575


class TableWriter:
    def __init__(self, out, columns):
        if len(columns) > MAX_COLUMNS:
            raise InvalidInput(
                f"The table would have {len(columns):,} columns; spreadsheets take {MAX_COLUMNS:,}. "
                "Choose CSV with a row per judgement, JSONL or Parquet.",
                code="too_many_columns",
            )
        self.text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        self.table = csv.writer(self.text)
        self.paths = [column.path for column in columns]
        self.rows = 0
        self.table.writerow([safe_cell(column.name) for column in columns])

    def row(self, row):
        self.rows += 1
        if self.rows > MAX_ROWS:
            raise InvalidInput(
                f"The table would have more than {MAX_ROWS:,} rows, which is all that spreadsheets take. "
                "Choose JSONL or Parquet, or fewer items.",
                code="too_many_rows",
            )
        mapping = json.loads(row) if isinstance(row, str) else row
        values = [mapping.get(name) if not key else (mapping.get(name) or NOTHING).get(key) for name, key in self.paths]
        # Most cells are numbers, empty, or texts that begin with a letter or digit: a call for each took half the time.
        self.table.writerow(
            [
                value if type(value) in AS_IS or (type(value) is str and value[:1].isalnum()) else _cell(value)
                for value in values
            ]
        )

    def close(self):
        self.text.flush()
        self.text.detach()


def _cell(value):
    """The text of one cell; what is not a plain value becomes JSON."""
    return safe_cell(value if isinstance(value, (str, bool)) else strict_json.dumps(value))


@registry.register("CSV")
class Table(Format):
    title = gettext_noop("CSV, for spreadsheets")
    extension = "csv"
    content_type = "text/csv; charset=utf-8"

    def writer(self, out, columns):
        return TableWriter(out, columns)
