"""Files of comma-separated values as a table, some hundred rows at a time."""

import csv
import io
from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, offset

ROWS, COLUMNS = 200, 50
LONGEST_CELL = 500
# A quote that is never closed takes the rest of the file into one cell: that is no table. What the csv module itself
# allows is one setting for the whole process.
MOST_IN_A_CELL = 100_000
FORMAT = "csv"


@dataclass(frozen=True)
class Cell:
    """`is_number`: of a column that holds nothing else, its head included."""

    text: str
    is_number: bool


@dataclass(frozen=True)
class Table:
    """The rows from `start` (not counting the head) to `end` of `total`; `rest` is where to go on, "" at the end.

    `columns_left_out` of each row are only in Source.
    """

    columns: tuple
    rows: tuple
    start: int
    end: int
    total: int
    rest: str
    columns_left_out: int = 0


@registry.register("table")
class CsvTable(ContentKind):
    """Only what came as a file of that format: commas in prose make no table."""

    template = "annotations/content/table.html"
    order = 15
    file_formats = {"csv": FORMAT}

    def read(self, given):
        if given.format != FORMAT or not isinstance(given.value, str):
            return None
        try:
            rows = [row for row in csv.reader(io.StringIO(given.text)) if row]
        except csv.Error:
            return None
        is_table = rows and len(rows[0]) > 1 and all(len(cell) <= MOST_IN_A_CELL for row in rows for cell in row)
        return rows if is_table else None

    def draw(self, given, found, at=""):
        head, *rows = found
        start = offset(at, len(rows))
        end = min(len(rows), start + ROWS)
        part = rows[start:end]
        width = max(map(len, [head, *part]))
        n = min(width, COLUMNS)
        numbers = [_is_number(part, index) for index in range(n)]
        columns, *cells = (
            tuple(Cell(_text(row, index), numbers[index]) for index in range(n)) for row in (head, *part)
        )
        return Table(columns, tuple(cells), start, end, len(rows), str(end) if end < len(rows) else "", width - n)


def _text(row, index):
    text = row[index] if index < len(row) else ""
    return hidden_characters.made_visible(text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…")


def _is_number(rows, column):
    """Whether every cell of the column that says something says a number."""
    cells = [row[column] for row in rows if column < len(row) and row[column].strip()]
    return bool(cells) and all(_reads_as_number(text) for text in cells)


def _reads_as_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True
