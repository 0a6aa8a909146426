"""What the columns of a file are called and what they hold, found out row by row."""

import hashlib
import re
from dataclasses import asdict, dataclass

from datasets.row_errors import shown
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

TYPES = ["string", "integer", "number", "boolean", "object", "array", "null", "mixed"]

_JSON_TYPES = {
    str: "string", int: "integer", float: "number", bool: "boolean",
    dict: "object", list: "array", type(None): "null",
}  # fmt: skip
_SIGNATURES_KEPT = 1000
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,999})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,307})(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?")


@dataclass(frozen=True)
class Column:
    name: str
    type: str

    def as_json(self):
        return asdict(self)


class BadColumns(InvalidInput):
    """A row brings a column that may not be; `column` is its name or None."""

    code = "bad_columns"

    def __init__(self, message, column=None):
        super().__init__(message)
        self.column = column


class ColumnTypes:
    """Types of JSON rows, which may differ in their keys: the union of all keys in the order they were first met.

    A null says nothing about a type unless nothing else is met; integers beside numbers are numbers; other company
    makes a column mixed. `known` are [Column] of rows before.
    """

    def __init__(self, limits, known=()):
        self._limits = limits
        self._found = {column.name: {column.type} for column in known}
        self._signatures = set()

    def add(self, values):
        """Take one row in; BadColumns when it brings a name that may not be, and then nothing of it is kept."""
        # Rows of a file look alike: a row whose names and types were met before is known without a look at its cells.
        signature = (*values, *map(type, values.values()))
        if signature in self._signatures:
            return
        fresh = [name for name in values if name not in self._found]
        if fresh:
            check_names(fresh, self._limits, known=len(self._found))
        for name, value in values.items():
            self._found.setdefault(name, set()).add(_JSON_TYPES[type(value)])
        if len(self._signatures) < _SIGNATURES_KEPT:
            self._signatures.add(signature)

    def columns(self):
        return [Column(name, _together(types)) for name, types in self._found.items()]


class TextColumnTypes:
    """Types of rows that hold only text, as CSV does: integer and number where every cell that is not blank reads so.

    Only the plain JSON spelling of a finite number counts, so 007, +1 and 1,5 make a column a string. The cells
    themselves stay text, exactly as they were written.
    """

    def __init__(self, names):
        self._names = list(names)
        self._open = dict.fromkeys(names, "null")

    def add(self, values):
        closed = [name for name, type_ in self._open.items() if not self._stays_open(name, type_, values[name])]
        for name in closed:
            del self._open[name]

    def columns(self):
        return [Column(name, self._open.get(name, "string")) for name in self._names]

    def _stays_open(self, name, type_, cell):
        if cell is None or cell == "":
            return True
        if type_ != "number" and _INTEGER.fullmatch(cell):
            self._open[name] = "integer"
            return True
        if is_number(cell):
            self._open[name] = "number"
            return True
        return False


class DeclaredTypes:
    """Types that the file itself declares."""

    def __init__(self, columns):
        self._columns = list(columns)

    def add(self, values):
        """Nothing to learn from a row."""

    def columns(self):
        return list(self._columns)


def check_names(names, limits, *, known=0):
    """BadColumns unless `names`, beside `known` others, are few enough, not blank, short and given once."""
    if known + len(names) > limits.columns:
        raise BadColumns(_("The file has more than %(most)s columns.") % {"most": f"{limits.columns:,}"})
    seen = set()
    for place, name in enumerate(names, start=1):
        if not name.strip():
            raise BadColumns(_("Column %(n)s has no name. Give every column a name.") % {"n": known + place})
        problem = _problem_with_name(name, seen, limits)
        if problem:
            raise BadColumns(problem % {"name": shown(name), "most": limits.name_characters}, name)
        seen.add(name)


def _problem_with_name(name, seen, limits):
    if len(name) > limits.name_characters:
        return _("The column name %(name)s is longer than %(most)s characters.")
    if "\0" in name:
        return _("The column name %(name)s contains a NUL character.")
    return _("The column name %(name)s occurs twice. Use unique column names.") if name in seen else ""


def is_number(text):
    """Whether `text` is a JSON number that a 64-bit float can hold, so that Postgres can cast it."""
    if not _NUMBER.fullmatch(text):
        return bool(_INTEGER.fullmatch(text))
    value = float(text)
    return value - value == 0.0 and (value != 0.0 or not re.search("[1-9]", text.lower().partition("e")[0]))


def schema_hash(columns):
    """SHA-256 (hex) of names and types; the order of the columns does not count."""
    pairs = sorted([column.name, column.type] for column in columns)
    return hashlib.sha256(strict_json.dumps(pairs).encode()).hexdigest()


def _together(types):
    types = types - {"null"} or {"null"}
    if types <= {"integer", "number"}:
        return "number" if "number" in types else "integer"
    return next(iter(types)) if len(types) == 1 else "mixed"
