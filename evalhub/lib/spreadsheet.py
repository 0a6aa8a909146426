"""CSV exports of which no cell is taken for a formula by a spreadsheet program."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evalhub.lib import strict_json

NOTHING = {}
AS_IS = {type(None), int, float}  # what csv writes as people expect
# Blanks here are all that programs trim: Unicode spaces, and the invisible marks that str.strip() leaves.
_BLANKS = r"[^\S\t\r\n]|[\u180e\u200b-\u200f\u2060\ufeff\0]"
_RISKY = re.compile(rf"(?:{_BLANKS})*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]")
_PLAIN_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def safe_cell(value: object) -> str:
    """`value` as the text of one cell, headers included; the caller quotes it as CSV.

    A text that starts, after blanks, with = + - @ (full width too), tab, CR or LF gets a leading apostrophe,
    unless the whole cell is a plain number. None is empty, numbers stay numbers, booleans are true and false.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if _RISKY.match(value) and not _PLAIN_NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def safe_row(values: Iterable[object]) -> list[str]:
    return [safe_cell(value) for value in values]


class TableWriter:
    """Writes rows into `out`, which takes bytes. A column `labels.verdict` is the key `verdict` of the object `labels`.

    A row is a mapping or its JSON text. What is no single value is written as JSON; a missing one is an empty cell.
    """

    def __init__(self, out, columns):
        self.text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        self.table = csv.writer(self.text)
        self.paths = [column.name.partition(".")[::2] for column in columns]
        self.rows = 0
        self.table.writerow(safe_row(column.name for column in columns))

    def row(self, row: Mapping[str, Any] | str) -> None:
        self.rows += 1
        mapping = json.loads(row) if isinstance(row, str) else row
        values = [mapping.get(name) if not key else (mapping.get(name) or NOTHING).get(key) for name, key in self.paths]
        # Most cells are numbers, empty, or texts that begin with a letter or digit: a call for each took half the time.
        self.table.writerow(
            [
                value
                if type(value) in AS_IS or (type(value) is str and value[:1].isalnum())
                else safe_cell(value if isinstance(value, str | bool) else strict_json.dumps_known(value))
                for value in values
            ]
        )

    def close(self) -> None:
        self.text.flush()
        self.text.detach()


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The lines of a CSV file of rows by name; what is no single value is JSON."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(safe_row(columns))
    yield buffer.getvalue()
    for row in rows:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow(safe_row(_plain(row[column]) for column in columns))
        yield buffer.getvalue()


def _plain(value):
    is_nested = isinstance(value, dict | list)
    return json.dumps(value, ensure_ascii=False, allow_nan=False) if is_nested else value
