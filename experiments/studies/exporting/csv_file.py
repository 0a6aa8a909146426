"""CSV of one table from its JSON lines."""

import json

from evalhub.lib.spreadsheet import TableWriter


def write(source, target, columns):
    """Write `target` from the JSON lines at `source`, a line at a time."""
    numbers = [column.name for column in columns if column.type == "number"]
    with source.open(encoding="utf-8", newline="\n") as lines, target.open("xb") as out:
        table = TableWriter(out, columns)
        for line in lines:
            row = json.loads(line)
            # A column whose numbers happen to be whole is read as numbers all the same.
            table.row(row | {name: float(row[name]) for name in numbers if row[name] is not None})
        table.close()
