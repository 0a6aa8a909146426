"""Long labels as text: rows of item, annotator, value and, if wanted, kind, checked strictly."""

import csv
import math
import re
from array import array
from dataclasses import dataclass

import numpy as np

from annotations.agreement.label_arrays import KINDS, Labels
from evalhub.lib.errors import InvalidInput

REQUIRED = ("item", "annotator", "value")
ALLOWED = (*REQUIRED, "kind")
LONGEST_CELL = 131_072  # characters
_MISSING = -1
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class LabelFile:
    """The rows of one file.

    items, annotators, values: distinct texts in order of appearance. item, annotator, value: int[rows], positions in
    them; value is -1 where the cell is empty, which is a missing label. line: int[rows], where a row ends in the file.
    kinds: kind by annotator, None without a column for it.
    """

    items: tuple
    annotators: tuple
    values: tuple
    item: np.ndarray
    annotator: np.ndarray
    value: np.ndarray
    line: np.ndarray
    kinds: dict | None

    @property
    def n_labels(self):
        return int(np.count_nonzero(self.value != _MISSING))

    def labels(self, *, level, order=None):
        """The Labels at a level of measurement.

        order: the value texts from lowest to highest, for values that are not numbers; only at the nominal and
        ordinal levels. InvalidInput names the first row whose value has no place at the level.
        """
        numbers = self._numbers(level, order)
        domain, code = np.unique(numbers, return_inverse=True)
        kept = self.value != _MISSING
        kinds = self.kinds or {}
        return Labels(
            item=self.item[kept],
            annotator=self.annotator[kept],
            code=code[self.value[kept]].astype(np.int64),
            domain=tuple(domain.tolist()),
            item_keys=self.items,
            annotator_keys=self.annotators,
            kinds=tuple(kinds.get(name, "human") for name in self.annotators),
            models=self.annotators,
        )

    def _numbers(self, level, order):
        """float[values]: the number of each value text."""
        if order is not None:
            if level not in ("nominal", "ordinal"):
                raise InvalidInput(f"An order was given at the {level} level. Valid: with nominal or ordinal values.")
            for value in order or [""]:
                if value == "" or order.count(value) > 1:
                    found = f"names {value!r} twice" if value else "holds an empty value"
                    raise InvalidInput(f"The order {found}. Valid: each value once, separated by commas.")
            indexes = {text: index for index, text in enumerate(order)}
            return self._each(indexes.get, f"one of {', '.join(order)}")
        if level == "nominal":
            indexes = {text: index for index, text in enumerate(sorted(self.values))}
            return self._each(indexes.get, "any text")
        if level == "ordinal":
            return self._each(_number, "a number; or give the order of the values, lowest first, with --order")
        if level == "ratio":
            return self._each(_positive, "a number of 0 or more at the ratio level")
        return self._each(_number, f"a number at the {level} level")

    def _each(self, number_of, valid):
        numbers = np.zeros(len(self.values))
        for index, text in enumerate(self.values):
            number = number_of(text)
            if number is None:
                row = int(np.argmax(self.value == index))
                raise _refusal(row + 1, int(self.line[row]), f"column value: {text!r}. Valid: {valid}.", column="value")
            numbers[index] = number
        return numbers


def read(lines, *, columns=None):
    """A LabelFile from the lines of a CSV file with a header.

    columns: {name of ALLOWED: its column in the file}; with any, columns of other names are left out, else refused.
    lines: texts as a file opened with newline="" yields them; undecodable bytes as surrogate escapes. They are read
    once and not kept. InvalidInput names the row, its line, the column, the value met and what is valid. Row 1 is the
    first after the header; blank lines are not rows.
    """
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(lines, strict=True)
    try:
        rows = _Rows(*_columns(next(reader, None), columns or {}))
        for fields in reader:
            if fields:
                rows.add(fields, reader.line_num)
    except csv.Error as error:
        raise InvalidInput(f"Line {reader.line_num} is not valid CSV: {error}.", code="bad_row") from error
    return rows.finished()


class _Rows:
    """Collects rows as numbers, so that a million of them take some 30 MB."""

    def __init__(self, columns, width):
        self.width = width
        self.indexes = [columns.get(name) for name in ALLOWED]
        self.items, self.annotators, self.values, self.kinds = {}, {}, {}, {}
        self.item, self.annotator, self.value, self.line = (array("q") for _ in range(4))

    def add(self, fields, line):
        if len(fields) != self.width:
            found = f"{len(fields)} cells. Valid: {self.width} cells, as in the header."
            raise _refusal(len(self.item) + 1, line, found)
        item_index, annotator_index, value_index, kind_index = self.indexes
        name, text = fields[annotator_index], fields[value_index]
        self.line.append(line)
        self.item.append(self._code(self.items, fields[item_index], "item"))
        self.annotator.append(self._code(self.annotators, name, "annotator"))
        self.value.append(_MISSING if text == "" else self._code(self.values, text, "value"))
        if kind_index is not None and self.kinds.get(name) != fields[kind_index]:
            kind = fields[kind_index]
            if kind not in KINDS:
                raise self._refused("kind", kind, ", ".join(KINDS))
            if name in self.kinds:
                raise self._refused("kind", kind, f"{self.kinds[name]}, as in the earlier rows of {name!r}")
            self.kinds[name] = kind

    def finished(self):
        found = LabelFile(
            items=tuple(self.items),
            annotators=tuple(self.annotators),
            values=tuple(self.values),
            kinds=self.kinds if self.indexes[-1] is not None else None,
            item=np.array(self.item, dtype=np.int64),
            annotator=np.array(self.annotator, dtype=np.int64),
            value=np.array(self.value, dtype=np.int64),
            line=np.array(self.line, dtype=np.int64),
        )
        key = found.item * max(len(found.annotators), 1) + found.annotator
        order = np.argsort(key, kind="stable")
        again = np.flatnonzero(key[order][1:] == key[order][:-1])
        if again.size:
            nearest = again[np.argmin(order[again + 1])]
            earlier, row = int(order[nearest]), int(order[nearest + 1])
            name, item = found.annotators[found.annotator[row]], found.items[found.item[row]]
            problem = f"column annotator: {name!r} labelled item {item!r} already in row {earlier + 1}."
            valid = "Valid: one row per item and annotator."
            raise _refusal(row + 1, int(found.line[row]), f"{problem} {valid}", column="annotator")
        return found

    def _code(self, known, text, column):
        code = known.get(text)
        if code is None:
            # Runs once per distinct text.
            if text == "":
                raise self._refused(column, text, "a text that is not empty")
            if "\0" in text or any("\udc80" <= letter <= "\udcff" for letter in text):
                raise self._refused(column, text, "UTF-8 text without NUL characters")
            code = known[text] = len(known)
        return code

    def _refused(self, column, text, valid):
        return _refusal(len(self.line), self.line[-1], f"column {column}: {text!r}. Valid: {valid}.", column=column)


def _columns(header, named):
    """(place by name of ALLOWED, number of cells); InvalidInput when the header does not have them."""
    if header and named:
        return _named_columns(header, {name: name for name in REQUIRED} | named), len(header)
    valid = f"Valid: {', '.join(REQUIRED)} and, if wanted, kind, each once; or name the columns."
    if not header:
        raise InvalidInput(f"The file has no header. {valid}", code="bad_header")
    for name in header:
        if name not in ALLOWED or header.count(name) > 1:
            raise InvalidInput(f"The header has the column {name!r}. {valid}", code="bad_header")
    for name in REQUIRED:
        if name not in header:
            raise InvalidInput(f"The header has no column {name!r}. {valid}", code="bad_header")
    return {name: index for index, name in enumerate(header)}, len(header or ())


def _named_columns(header, named):
    indexes = {}
    for name, column in named.items():
        if header.count(column) != 1:
            met = "twice or more" if column in header else "not"
            raise InvalidInput(
                f"The column {column!r} of the {name} is {met} in the header. Valid: a column that stands there once, "
                f"of {', '.join(header)[:500]}.",
                code="bad_header",
            )
        indexes[name] = header.index(column)
    if len(set(indexes.values())) < len(indexes):
        raise InvalidInput("Two parts have the same column. Valid: a column for each.", code="bad_header")
    return indexes


def _number(text):
    number = float(text) if _NUMBER.fullmatch(text) else math.inf
    return number if math.isfinite(number) else None


def _positive(text):
    number = _number(text)
    return number if number is not None and number >= 0 else None


def _refusal(row, line, problem, *, column=None):
    return InvalidInput(
        f"Row {row} (line {line}), {problem}",
        code="bad_row",
        details={"row": row, "line": line, "column": column},
    )
