"""What every reader shares: opening, limits, the log of errors, progress."""

import os
from itertools import chain, islice
from typing import NamedTuple

from datasets.columns import BadColumns, ColumnTypes
from datasets.limits import megabytes
from datasets.readers import registry, shapes
from datasets.readers.content import problem_with_content
from datasets.row_errors import ErrorLog
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _


class Row(NamedTuple):
    """One good record; `number` counts all records from 1. A tuple, because a million of them are made in a run."""

    number: int
    values: dict


class Unreadable(Exception):
    """Reading cannot go on; the reader writes it into its log and ends."""

    def __init__(self, reason, *, row=None, column=None):
        super().__init__(reason)
        self.reason = reason
        self.row = row
        self.column = column


class Reader:
    """Iterate once for the good rows of a file; what is wrong with it is in `errors`, no content makes this raise.

    After a bad row the reading goes on where the format allows it, so that one pass tells all errors. A subclass
    gives `rows(file)`, sets `types`, and calls `refuse` for a bad row or raises Unreadable to end.
    """

    title = ""
    extensions = ()
    marks = ()  # what every file of a binary format starts with: one of these
    blank_is_missing = False
    progress_unit = "bytes"
    wrapper = ""  # the key under which the rows stand
    unused = {}  # columns that no row has, {name: why}
    shape = None  # the Shape of a public benchmark that the first row has

    def __init__(self, path, *, limits):
        self.path = path
        self.limits = limits
        self.errors = ErrorLog(limits.errors)
        self.types = None
        self.good_rows = 0
        self.refused_rows = 0
        self.total = os.path.getsize(path)
        self._file = None
        self._finished = 0

    @classmethod
    def for_file(cls, path):
        """The class that reads this file of the format: this one, unless a dialect has a reader of its own."""
        return cls

    @classmethod
    def problem_with_text(cls, start):
        """Why a text that starts with these bytes, not all of them blank, is of another format; else ""."""
        return ""

    def rows(self, file):
        raise NotImplementedError

    @property
    def done(self):
        """How much of `total` is read, in `progress_unit`."""
        return self._file.tell() if self._file else self._finished

    def columns(self):
        """[Column] as far as the rows read so far show them."""
        return self.types.columns() if self.types else []

    def found_labels(self):
        """What DatasetVersion.labels keeps of answers that stand in the file beside its rows."""
        return {}

    def refuse(self, row, reason, *, column=None):
        self.refused_rows += row is not None
        self.errors.add(row, column, reason)

    def __iter__(self):
        try:
            self._check_file()
            with open(self.path, "rb") as self._file:
                try:
                    add, most, rows = self._add, self.limits.rows, 0
                    for row in self._shaped(self.rows(self._file)):
                        if row.number > most:
                            text = _("The file has more than %(most)s rows.")
                            raise Unreadable(text % {"most": f"{most:,}"}, row=row.number)
                        if add(row):
                            rows += 1
                            self.good_rows = rows
                            yield row
                finally:
                    self._finished, self._file = self._file.tell(), None
            if not self.good_rows and not self.errors:
                raise Unreadable(_("The file has no rows."))
        except Unreadable as problem:
            self.refuse(problem.row, problem.reason, column=problem.column)
            self.errors.is_cut = True

    def _shaped(self, rows):
        """The rows as they are, or as the shape of a benchmark that the first one has."""
        first = list(islice(rows, 1))
        self.shape = shapes.shape_of(first[0].values) if first else None
        rows = chain(first, rows)
        if self.shape is None:
            return rows
        self.types = ColumnTypes(self.limits)
        return self._reshaped(rows)

    def _reshaped(self, rows):
        for row in rows:
            try:
                yield Row(row.number, self.shape.row(row.values))
            except shapes.UnfitRow as problem:
                self.refuse(row.number, problem.args[0])

    def _add(self, row):
        try:
            self.types.add(row.values)
        except BadColumns as problem:
            self.refuse(row.number, problem.message, column=problem.column)
            return False
        return True

    def _check_file(self):
        if self.total > self.limits.file_bytes:
            size, most = megabytes(self.total), megabytes(self.limits.file_bytes)
            raise Unreadable(_("The file has %(size)s. At most %(most)s are read.") % {"size": size, "most": most})
        with open(self.path, "rb") as file:
            problem = problem_with_content(file.read(4096), reader=type(self), others=registry.values())
        if problem:
            raise Unreadable(problem)


def check_cells(reader, number, values):
    """Whether every cell of a long record keeps the cell limit; else the record is refused by name."""
    most = reader.limits.cell_bytes
    for name, value in values.items():
        text = value if isinstance(value, str) else strict_json.dumps(value)
        if len(text.encode()) > most:
            reader.refuse(number, _("The cell is larger than %(most)s.") % {"most": megabytes(most)}, column=name)
            return False
    return True
