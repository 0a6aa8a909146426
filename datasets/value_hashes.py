"""Stable 64-bit hashes of metadata values: equal values have equal hashes, in the sense in which filters compare."""

import hashlib
import math
import re
import struct

NUMBER = r"^\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?\s*$"

_FLOAT, _PATTERN = struct.Struct(">d"), struct.Struct(">q")
_LOWEST = -(2**63)  # of all hashes: those of negative numbers rise from here, as their size does
_NUMBER = re.compile(NUMBER, re.ASCII)


class FieldCounts:
    """How often each value of one field occurred; lists and objects do not count, nor does null."""

    def __init__(self):
        self._found = {}

    def add(self, value):
        # True and 1 are one key of a dict, but not one value.
        key = (value,) if value is True or value is False else value
        try:
            self._found[key] = self._found.get(key, 0) + 1
        except TypeError:
            return

    def hashed(self):
        """{hash: count}; a text that reads as a number counts as that number, too, and one beyond every float as
        infinity."""
        counts = {}
        for key, count in self._found.items():
            if key is None:
                continue
            for hashed in _stored(key):
                counts[hashed] = counts.get(hashed, 0) + count
        return counts


def of_condition(condition):
    """The hashes of which one must occur where an `eq` or `in` Condition holds; None for other comparisons."""
    if condition.op not in ("eq", "in") or condition.kind == "list":
        return None
    values = condition.value if condition.op == "in" else (condition.value,)
    return [of_value(value) for value in values]


def of_range(condition, *, strict=False):
    """Spans of hashes, both ends included: every number that a range Condition lets through has its hash in one.

    None for other comparisons. Hashes of texts may lie in them too. Numbers that differ from the bound in what a float
    cannot hold have its hash: they are in as well, unless the spans are `strict`.
    """
    if condition.kind != "number" or condition.op not in ("gt", "gte", "lt", "lte"):
        return None
    bound = _pattern(condition.value)
    inward = 1 if strict and condition.op in ("gt", "lt") else 0
    if condition.op in ("gt", "gte"):
        spans = [(bound + inward, INFINITY)] if bound >= 0 else [(_LOWEST, bound - inward), (0, INFINITY)]
    else:
        below = (_LOWEST, MINUS_INFINITY)
        spans = [below, (0, bound - inward)] if bound >= 0 else [(bound + inward, MINUS_INFINITY)]
    return [span for span in spans if span[0] <= span[1]]


def of_value(value):
    """A number's hash is the pattern of its 64-bit float, with which 1 and 1.0 are one value and -0.0 is 0."""
    if isinstance(value, bool):
        return _digest(f"b{value}")
    if isinstance(value, str):
        return _digest(f"s{value}")
    try:
        return _PATTERN.unpack(_FLOAT.pack(value + 0.0))[0]
    except OverflowError:
        return _digest(f"i{value}")


def _pattern(number):
    """The same, and that of infinity for numbers beyond every float."""
    try:
        return _PATTERN.unpack(_FLOAT.pack(number + 0.0))[0]
    except OverflowError:
        return INFINITY if number > 0 else MINUS_INFINITY


INFINITY, MINUS_INFINITY = _pattern(math.inf), _pattern(-math.inf)


def _stored(key):
    if isinstance(key, tuple):
        return [of_value(key[0])]
    if isinstance(key, str):
        return [of_value(key), of_value(float(key))] if _NUMBER.match(key) else [of_value(key)]
    return list(dict.fromkeys([of_value(key), _pattern(key)]))


def _digest(text):
    return _PATTERN.unpack(hashlib.blake2b(text.encode(), digest_size=8).digest())[0]
