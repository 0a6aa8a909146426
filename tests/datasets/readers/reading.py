"""Reads a file to its end and keeps what came of it."""

import dataclasses
from dataclasses import dataclass

from datasets.limits import Limits
from datasets.readers import open_reader
from datasets.row_errors import worded


@dataclass(frozen=True)
class Reading:
    """Values and numbers of the good rows, errors as {row, column, reason}, and the reader itself."""

    values: list
    numbers: list
    errors: list
    reader: object

    @property
    def reasons(self):
        return [error["reason"] for error in self.errors]


def read_path(path, file_format, **limits):
    """Keywords change single limits."""
    reader = open_reader(path, file_format=file_format, limits=dataclasses.replace(Limits(), **limits))
    rows = list(reader)
    errors = worded(reader.errors.as_json())
    return Reading([row.values for row in rows], [row.number for row in rows], errors, reader)
