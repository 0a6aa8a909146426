"""A table for spreadsheets: nested objects become `name.key` columns, and no cell starts a formula."""

import csv
import io
import json

from annotations.exporting import registry
from evalhub.lib import strict_json
from evalhub.lib.spreadsheet import safe_cell


class TableWriter:
    def __init__(self, out, columns):
        self.text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
        self.table = csv.writer(self.text)
        self.columns = columns
        self.table.writerow([safe_cell(column) for column in columns])

    def row(self, row):
        mapping = json.loads(row) if isinstance(row, str) else row
        self.table.writerow([safe_cell(_cell(mapping, column)) for column in self.columns])

    def close(self):
        self.text.flush()
        self.text.detach()


def _cell(mapping, column):
    """The value of `labels.verdict` in {"labels": {"verdict": …}}; what is not a plain value becomes JSON."""
    name, _, key = column.partition(".")
    value = mapping.get(name)
    if key:
        value = (value or {}).get(key)
    if value is None:
        return ""
    return value if isinstance(value, (str, int, float)) and not isinstance(value, bool) else strict_json.dumps(value)


@registry.register("CSV")
class Table:
    extension = "csv"
    content_type = "text/csv; charset=utf-8"

    def writer(self, out, columns):
        return TableWriter(out, columns)
