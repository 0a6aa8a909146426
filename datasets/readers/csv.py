"""CSV: a header of unique names, then one record per row, every cell kept as the text it is."""

import csv
import re
from itertools import chain

from datasets.columns import BadColumns, TextColumnTypes, check_names
from datasets.limits import megabytes
from datasets.readers import registry
from datasets.readers.base import Reader, Row, Unreadable, check_cells
from datasets.readers.lines import lines
from datasets.readers.shapes import mmlu
from evalhub.lib.translation import gettext as _

_QUOTED = re.compile(r'"[^"]*(?:"|$)')


@registry.register("CSV")
class CsvReader(Reader):
    """RFC 4180 in UTF-8, with quoted line breaks. A wrong number of cells or a bad character costs the row; a quote
    out of place ends the reading, because nothing after it can be trusted.

    Cells are parted by commas; by tabs, else semicolons, when the header's first line has no comma outside quotes.
    Empty lines may only stand at the end.
    """

    title = "CSV"
    extensions = ("csv", "tsv")
    blank_is_missing = True

    @classmethod
    def problem_with_text(cls, start):
        if start[:1] in (b"{", b"["):
            return _("The file looks like JSON, not CSV. Name it *.json (one list) or *.jsonl (one object per line).")
        return ""

    def rows(self, file):
        source = _Source(file, most=self.limits.row_bytes)
        records = _records(source)
        first = next(records, [])
        if mmlu.is_row(first):
            names, records = mmlu.COLUMNS, chain([first], records)
        else:
            names = self._header(source, first)
            source.begin(1)
        self.types = TextColumnTypes(names)
        width, large, blank = len(names), self.limits.cell_bytes, 0
        for number, cells in enumerate(records, start=1):
            problem, size = source.problem(), source.size
            source.begin(number + 1)
            if not cells:
                blank = blank or number
                continue
            if blank:
                self.refuse(blank, _("The line is empty. Fill it in or remove it."))
                blank = 0
            if problem:
                self.refuse(number, problem)
            elif len(cells) != width:
                text = _("The row has %(cells)s cells; the header has %(width)s.")
                self.refuse(number, text % {"cells": f"{len(cells):,}", "width": f"{width:,}"})
            else:
                values = dict(zip(names, cells, strict=True))
                if size <= large or check_cells(self, number, values):
                    yield Row(number, values)

    def _header(self, source, names):
        problem = source.problem()
        try:
            check_names(names, self.limits)
        except BadColumns as bad:
            problem = problem or bad.message
        if problem or not names:
            problem = problem or _("the first line is empty. It must name the columns.")
            raise Unreadable(_("Header: %(problem)s") % {"problem": problem})
        return names


class _Source:
    """Feeds csv.reader with decoded lines and notes what it sees of the record under way; record 0 is the header."""

    def __init__(self, file, *, most):
        self._lines = lines(file, most=most)
        self.most = most
        self.begin(0)

    def begin(self, record):
        """Forget the last record; the lines that follow belong to `record`."""
        self.record = record
        self.size = 0
        self._quotes = 0
        self._problem = ""

    def problem(self):
        """What is wrong with the characters of the record just read, or ""."""
        if self._quotes % 2 and not self._problem:
            return _('A quote is not closed. Write a quote inside a cell as "" and quote the whole cell.')
        return self._problem

    def __iter__(self):
        return self

    def __next__(self):
        line = next(self._lines)
        self.size += len(line)
        if self.size > self.most:
            reason = _("The row is longer than %(most)s. Is a quote missing?")
            raise Unreadable(reason % {"most": megabytes(self.most)}, row=self.record or None)
        self._quotes += line.count(b'"')
        if b"\0" in line:
            self._problem = _("The row contains a NUL character.")
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            place = self.size - len(line) + error.start + 1
            self._problem = _("The row is not UTF-8: its byte %(place)s cannot be read.") % {"place": f"{place:,}"}
            return line.decode(errors="replace")


def _records(source):
    """Lists of cells, the header first; a quote out of place is Unreadable with its row."""
    # The module's limit counts for the whole process; ours is checked in bytes by the source.
    csv.field_size_limit(max(csv.field_size_limit(), source.most))
    first = next(source, "").removeprefix("\ufeff")
    reader = csv.reader(chain([first], source), delimiter=delimiter_of(first), strict=True)
    try:
        yield from reader
    except csv.Error as error:
        reason = _("%(problem)s (near line %(line)s of the file).")
        reason = reason % {"problem": _in_words(error), "line": f"{reader.line_num:,}"}
        raise Unreadable(reason, row=source.record or None) from None


def delimiter_of(header):
    """Comma, else tab, else semicolon: the first of them that stands outside quotes in the header's first line."""
    bare = _QUOTED.sub("", header)
    return next((mark for mark in ",\t;" if mark in bare), ",")


def _in_words(error):
    text = str(error)
    if "unexpected end of data" in text:
        return _("A quote is opened but not closed")
    if "expected after" in text:
        return _(
            'A closing quote is followed by more text. Write a quote inside a cell as "" and quote the whole cell.'
        )
    if "new-line character" in text:
        return _("A carriage return stands alone. Lines end with \\n or \\r\\n")
    return _("The row cannot be read: %(problem)s") % {"problem": text}
