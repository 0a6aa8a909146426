"""Write the blocks of a version while its cases are copied, and ask them which rows a filter can match."""

from dataclasses import dataclass

from django.db import connection

from datasets.models import CaseBlock
from datasets.readers import registry as readers
from datasets.value_hashes import INFINITY, MINUS_INFINITY, FieldCounts, of_condition, of_range

MAX_FIELDS = 50
MAX_RANGES = 8


@dataclass(frozen=True)
class RowRange:
    """Rows `first` to `last`, both included."""

    first: int
    last: int


class BlockWriter:
    """Counts the metadata values of a chunk of cases; fields beyond the first 50 are not counted, in any chunk."""

    def __init__(self, version):
        self._version = version
        self._fields = set()
        self._found = {}
        self._blocks = []

    def add(self, metadata):
        found = self._found
        for name, value in metadata.items():
            counts = found.get(name) or self._begin(name)
            if counts is not None:
                counts.add(value)

    def end_block(self, first, last):
        """Keep in mind what the rows `first` to `last` brought."""
        for name, counts in self._found.items():
            hashed = counts.hashed()
            self._blocks.append(
                CaseBlock(
                    version=self._version,
                    field=name,
                    first_row=first,
                    last_row=last,
                    values=list(hashed),
                    counts=list(hashed.values()),
                )
            )
        self._found = {}

    def write(self):
        """Store the blocks that have ended."""
        CaseBlock.objects.bulk_create(self._blocks)
        self._blocks = []

    def _begin(self, name):
        if name not in self._fields:
            if len(self._fields) == MAX_FIELDS:
                return None
            self._fields.add(name)
        self._found[name] = FieldCounts()
        return self._found[name]


def matching_ranges(version, conditions):
    """At most 8 [RowRange], ascending, outside of which no row meets all `conditions`; None: cannot tell.

    Two queries per condition that compares with values or with numbers.
    """
    known = None
    for condition in conditions:
        found = _blocks(version, condition)
        if found is not None:
            known = found if known is None else known & found
    return None if known is None else _joined(sorted(known))


def exact_count(version, conditions):
    """How many rows meet all comparisons, which are of one field, from the counts alone; None when they do not tell."""
    fields = {condition.field for condition in conditions}
    tests = [_test(condition, strict=True) for condition in conditions]
    if len(fields) != 1 or None in tests or not _is_covered(version, conditions[0].field):
        return None
    if any(of_range(condition) for condition in conditions) and readers[version.file_format].blank_is_missing:
        return None  # its cells are texts, whose hashes lie among those of numbers
    where = " AND ".join(f"({test})" for test, _values in tests)
    values = [each for _test, found in tests for each in found]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce(sum(count) FILTER (WHERE {where}), 0), coalesce(bool_or(value IN (%s, %s)), false)"
            " FROM datasets_caseblock block, unnest(block.values, block.counts) AS part(value, count)"
            " WHERE block.version_id = %s AND block.field = %s",
            [*values, INFINITY, MINUS_INFINITY, version.pk, conditions[0].field],
        )
        number, has_more_than_floats = cursor.fetchone()
    return None if has_more_than_floats else int(number)


def _blocks(version, condition):
    """{(first row, last row)} of the blocks that may hold a match; None for a comparison they cannot answer."""
    test = _test(condition)
    if test is None or not _is_covered(version, condition.field):
        return None
    where, values = test
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT first_row, last_row FROM datasets_caseblock block WHERE version_id = %s AND field = %s"
            f" AND EXISTS (SELECT FROM unnest(block.values) AS part(value) WHERE {where})",
            [version.pk, condition.field, *values],
        )
        return set(cursor.fetchall())


def _is_covered(version, field):
    return CaseBlock.objects.filter(version=version, field=field).exists()


def _test(condition, *, strict=False):
    """(SQL over a hash `value`, its parameters) that a Condition comes to; None for one that hashes do not answer."""
    hashes, spans = of_condition(condition), of_range(condition, strict=strict)
    if hashes is not None:
        return "value = ANY(%s)", [hashes]
    if spans is None:
        return None
    return " OR ".join(["value BETWEEN %s AND %s"] * len(spans)) or "false", [end for span in spans for end in span]


def _joined(blocks):
    """Neighbouring blocks as one range, then the smallest gaps closed until there are few."""
    ranges = []
    for first, last in blocks:
        if ranges and ranges[-1][1] + 1 == first:
            ranges[-1][1] = last
        else:
            ranges.append([first, last])
    while len(ranges) > MAX_RANGES:
        place = min(range(1, len(ranges)), key=lambda index: ranges[index][0] - ranges[index - 1][1])
        ranges[place - 1][1] = ranges.pop(place)[1]
    return [RowRange(first, last) for first, last in ranges]
