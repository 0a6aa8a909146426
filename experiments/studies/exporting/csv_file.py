"""CSV of one table from its JSON lines: lists and objects are their JSON text, and no cell starts a formula."""

import csv
import json

from evalhub.lib import strict_json
from evalhub.lib.spreadsheet import safe_cell, safe_row


def write(source, target, columns):
    """Write `target` from the JSON lines at `source`, a line at a time; a missing value is an empty cell."""
    with source.open(encoding="utf-8", newline="\n") as lines, target.open("x", encoding="utf-8", newline="") as out:
        table = csv.writer(out)
        table.writerow(safe_row(column.name for column in columns))
        for line in lines:
            row = json.loads(line)
            table.writerow([_cell(row[column.name], column.type) for column in columns])


def _cell(value, type_):
    if type_ == "number" and value is not None:
        return safe_cell(float(value))  # a column whose numbers happen to be whole is read as numbers all the same
    return safe_cell(strict_json.dumps_known(value) if isinstance(value, list | dict) else value)
