"""What is wrong with a file, row by row: the first errors in full, the rest counted.

A worker reads the files, so what it finds is stored as a Reason; `worded` words it for each reader.
"""

from dataclasses import dataclass

from evalhub.lib import reasons

SHOWN_CHARACTERS = 60


@dataclass(frozen=True)
class RowError:
    """`row` counts records from 1, the header not among them; None is the file as a whole. `column` may be None."""

    row: int | None
    column: str | None
    reason: str

    def as_json(self):
        """{row, column, reason}, the reason as plain JSON."""
        reason = reasons.of(self.reason)
        return {"row": self.row, "column": self.column, "reason": reason and reasons.as_json(reason)}


class ErrorLog:
    """Keeps the first `keep` errors; `count` is how many there were. True when there was any."""

    def __init__(self, keep=100):
        self.keep = keep
        self.errors = []
        self.count = 0

    def __bool__(self):
        return self.count > 0

    def add(self, row, column, reason):
        self.count += 1
        if len(self.errors) < self.keep:
            self.errors.append(RowError(row, column, reason))

    def as_json(self):
        """The errors as DatasetVersion.validation_errors and ImportJob.errors keep them."""
        return [error.as_json() for error in self.errors]


def worded(errors):
    """[{row, column, reason}] of stored errors, the reasons in the reader's language."""
    return [error | {"reason": str(reasons.of_json(error["reason"]))} for error in errors]


def shown(value):
    """A client's value in an error message: short, texts in quotes, safe to print and to store."""
    text = str(value)
    short = text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}..."
    return repr(short) if isinstance(value, str) else short
