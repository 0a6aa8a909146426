"""A table for spreadsheets: nested objects become `name.key` columns, and no cell starts a formula."""

import csv
import io
import json

from annotations.exporting import registry
from evalhub.lib import strict_json
from evalhub.lib.spreadsheet import safe_cell

NOTHING = {}
AS_IS = {type(None), int, float}  # what csv writes as people expect


class TableWriter:
    def __init__(self, out, columns):
        self.text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        self.table = csv.writer(self.text)
        self.paths = [_path(column) for column in columns]
        self.table.writerow([safe_cell(column) for column in columns])

    def row(self, row):
        mapping = json.loads(row) if isinstance(row, str) else row
        values = [
            mapping.get(name) if not key else (mapping.get(name) or NOTHING).get(key) for name, key in self.paths
        ]
        # Most cells are numbers, empty, or texts that begin with a letter or digit: a call for each took half the time.
        self.table.writerow([
            value if type(value) in AS_IS or (type(value) is str and value[:1].isalnum()) else _cell(value)
            for value in values
        ])

    def close(self):
        self.text.flush()
        self.text.detach()


def _path(column):
    """("labels", "verdict") of `labels.verdict`, ("item_id", "") of `item_id`."""
    name, _, key = column.partition(".")
    return name, key


def _cell(value):
    """The text of one cell; what is not a plain value becomes JSON."""
    return safe_cell(value if isinstance(value, (str, bool)) else strict_json.dumps(value))


@registry.register("CSV")
class Table:
    extension = "csv"
    content_type = "text/csv; charset=utf-8"

    def writer(self, out, columns):
        return TableWriter(out, columns)
