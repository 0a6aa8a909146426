"""Lists of rows that no table holds, such as what ships with the product: few, and all in memory."""

from functools import cmp_to_key

from django.db.models import DateTimeField, TextField

from evalhub.lib.orders import Key
from evalhub.lists.declaration import List


class PlainList(List):
    """`rows` gives a list of objects, each with an attribute `pk` that no other has; `sort` of a column names one that
    is a text, or a time in a column of times. Filters have functions as lookups."""

    def keys(self, rows, field, falls):
        column = next(column for column in self.columns if column.sort == field)
        output = DateTimeField() if column.kind == "time" else TextField()
        return [Key(field, falls, True, output), Key("pk", falls, False, TextField())]

    def part(self, rows, keys, values, backward=False):
        ordered = sorted(
            rows, key=cmp_to_key(lambda one, other: _compared(keys, _values(keys, one), _values(keys, other)))
        )
        if values is None:
            return ordered
        if backward:
            return [row for row in reversed(ordered) if _compared(keys, _values(keys, row), values) < 0]
        return [row for row in ordered if _compared(keys, _values(keys, row), values) > 0]

    def count(self, rows, chosen, most):
        return len(rows)


def _values(keys, row):
    return [getattr(row, key.field) for key in keys]


def _compared(keys, first, second):
    """-1, 0 or 1 as the first values come before, with or behind the second; None comes last either way."""
    for key, one, other in zip(keys, first, second, strict=True):
        if one != other:
            if one is None or other is None:
                return 1 if one is None else -1
            return 1 if (one > other) is not key.falls else -1
    return 0
