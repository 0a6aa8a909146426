"""Write the blocks of a version while its cases are copied, and ask them which rows a filter can match."""

from dataclasses import dataclass

from django.db import connection

from datasets.models import CaseBlock
from datasets.value_hashes import FieldCounts, of_condition

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

    One query per condition that compares with values.
    """
    known = None
    for condition in conditions:
        found = _blocks(version, condition)
        if found is not None:
            known = found if known is None else known & found
    return None if known is None else _joined(sorted(known))


def exact_count(version, conditions):
    """How many rows meet a single comparison with values, from the counts alone; None when they do not tell."""
    if len(conditions) != 1 or not _is_covered(version, conditions[0]):
        return None
    hashes = list(set(of_condition(conditions[0])))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(part.count), 0) FROM datasets_caseblock block,"
            " unnest(block.values, block.counts) AS part(value, count)"
            " WHERE block.version_id = %s AND block.field = %s AND part.value = ANY(%s)",
            [version.pk, conditions[0].field, hashes],
        )
        return int(cursor.fetchone()[0])


def _blocks(version, condition):
    """{(first row, last row)} of the blocks that may hold a match; None for a comparison they cannot answer."""
    if not _is_covered(version, condition):
        return None
    found = CaseBlock.objects.filter(version=version, field=condition.field)
    return set(found.filter(values__overlap=of_condition(condition)).values_list("first_row", "last_row"))


def _is_covered(version, condition):
    if of_condition(condition) is None:
        return False
    return CaseBlock.objects.filter(version=version, field=condition.field).exists()


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
