"""What is wrong with a file, row by row: the first errors in full, all of them counted by reason.

A worker reads the files, so what it finds is stored as a Reason; `worded` words it for each reader.
"""

from dataclasses import dataclass, field

from evalhub.lib import reasons, strict_json

SHOWN_CHARACTERS = 60
MOST_GROUPS = 50
ROWS_OF_A_GROUP = 5


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


@dataclass
class ErrorGroup:
    """Errors of one column that say the same of different rows: the first one, the first rows, and how many.

    `value` is what stands in the first row.
    """

    first: RowError
    value: str
    count: int = 0
    rows: list = field(default_factory=list)

    def as_json(self):
        return self.first.as_json() | {"value": self.value, "count": self.count, "rows": self.rows}


class ErrorLog:
    """Keeps the first `keep` errors; `count` is how many there were. True when there was any.

    `is_cut`: the file could not be read to its end, or not at all, so that leaving rows out does not help.
    """

    def __init__(self, keep=100):
        self.keep = keep
        self.errors = []
        self.count = 0
        self.is_cut = False
        self._groups = {}

    def __bool__(self):
        return self.count > 0

    def add(self, row, column, reason, value=None):
        """Note an error; `value` is what stands in that column."""
        self.count += 1
        self.is_cut = self.is_cut or row is None
        error = RowError(row, column, reason)
        if len(self.errors) < self.keep:
            self.errors.append(error)
        key = (column, getattr(reason, "source", reason)[0] or reason)
        group = self._groups.get(key)
        if group is None:
            if len(self._groups) == MOST_GROUPS:
                return
            group = self._groups[key] = ErrorGroup(error, _excerpt(value))
        group.count += 1
        if len(group.rows) < ROWS_OF_A_GROUP:
            group.rows.append(row)

    def groups_as_json(self):
        """The groups as DatasetVersion.error_groups keeps them, the largest first."""
        return [group.as_json() for group in sorted(self._groups.values(), key=lambda group: -group.count)]

    def as_json(self):
        """The errors as DatasetVersion.validation_errors and ImportJob.errors keep them."""
        return [error.as_json() for error in self.errors]


def _excerpt(value):
    if value is None:
        return ""
    text = value if isinstance(value, str) else strict_json.dumps(value)
    return text[:SHOWN_CHARACTERS]


def worded(errors):
    """[{row, column, reason}] of stored errors, the reasons in the reader's language."""
    return [error | {"reason": str(reasons.of_json(error["reason"]))} for error in errors]


def shown(value):
    """A client's value in an error message: short, texts in quotes, safe to print and to store."""
    text = str(value)
    short = text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}..."
    return repr(short) if isinstance(value, str) else short
