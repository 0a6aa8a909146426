"""Files of comma-separated values as a table, some hundred rows at a time."""

import csv
import io
import re
from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, marked, offset
from evalhub.lib.traced import Html, MarkedText, Traced

ROWS, COLUMNS = 200, 50
LONGEST_CELL = 500
# A quote that is never closed takes the rest of the file into one cell: that is no table. What the csv module itself
# allows is one setting for the whole process.
MOST_IN_A_CELL = 100_000
FORMAT = "csv"


@dataclass(frozen=True)
class Cell:
    """`is_number`: of a column that holds nothing else, its head included."""

    marked: MarkedText
    is_number: bool


@dataclass(frozen=True)
class Row:
    """The texts of a row, which begins at `start` of the file."""

    start: int
    cells: list


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
            rows = list(_rows(given.text))
        except csv.Error:
            return None
        is_table = rows and len(rows[0].cells) > 1
        return rows if is_table and all(len(cell) <= MOST_IN_A_CELL for row in rows for cell in row.cells) else None

    def draw(self, given, found, at=""):
        head, *rows = found
        start = offset(at, len(rows))
        end = min(len(rows), start + ROWS)
        part = rows[start:end]
        width = max(len(row.cells) for row in (head, *part))
        n = min(width, COLUMNS)
        numbers = [_is_number(part, index) for index in range(n)]
        columns, *cells = (
            tuple(Cell(text, is_number) for text, is_number in zip(_texts(given, row, n), numbers, strict=True))
            for row in (head, *part)
        )
        return Table(columns, tuple(cells), start, end, len(rows), str(end) if end < len(rows) else "", width - n)


_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_DOUBLED = re.compile('""')


def _rows(text):
    """The Rows of a file that hold something."""
    starts = [0]
    for line in io.StringIO(text):
        starts.append(starts[-1] + len(line))
    reader = csv.reader(io.StringIO(text))
    start = 0
    for cells in reader:
        if cells:
            yield Row(start, cells)
        start = starts[reader.line_num]


def _texts(given, row, n):
    """The MarkedTexts of the first `n` cells of a row, empty ones where it has less."""
    at, found, is_there = row.start, [], True
    for cell in row.cells[:n]:
        quoted = _QUOTED.match(given.text, at)
        source = (
            Traced.of(quoted[1], at + 1).sub(_DOUBLED, lambda _: '"')
            if quoted
            else Traced.of(given.text[at : at + len(cell)], at)
        )
        at = (quoted.end() if quoted else at + len(cell)) + 1
        is_there = is_there and source.text == cell  # behind a cell that csv reads otherwise places are unknown
        text = source if is_there else Traced.added(cell)
        if len(cell) > LONGEST_CELL:
            text = Traced.joined([text[:LONGEST_CELL], Traced.added("…")])
        found.append(marked(given, hidden_characters.shown(text)))
    return found + [MarkedText(Html(""))] * (n - len(found))


def _is_number(rows, column):
    """Whether every cell of the column that says something says a number."""
    cells = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column].strip()]
    return bool(cells) and all(_reads_as_number(text) for text in cells)


def _reads_as_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True
