"""Read the cases of a version: filtered by metadata, page by page, sampled."""

from decimal import Decimal
from functools import reduce
from operator import or_

from django.db.models import BooleanField, Case, DecimalField, Func, Q, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.lookups import GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from datasets import filters
from datasets.models import TestCase

ROLE_METADATA = "metadata"
NUMBER = r"^\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?\s*$"
RANGES = {"gt": GreaterThan, "gte": GreaterThanOrEqual, "lt": LessThan, "lte": LessThanOrEqual}


def metadata_fields(version):
    """{name: column type} that filters, strata and priorities of this version may use, in file order."""
    return {column["name"]: column["type"] for column in version.columns if column.get("role") == ROLE_METADATA}


def filtered(cases, wanted, version):
    """`cases` that meet a filter as clients send it; InvalidInput for fields the version does not have."""
    for condition in filters.parse(wanted or {}, fields=metadata_fields(version)):
        cases = cases.filter(_clause(condition))
    return cases


def after(version, *, row_index, limit, wanted=None):
    """A page by keyset: the cases after `row_index` (-1 for the first page), with their outputs; two statements."""
    cases = filtered(TestCase.objects.filter(version=version), wanted, version)
    return list(cases.filter(row_index__gt=row_index).order_by("row_index").prefetch_related("outputs")[:limit])


def before(version, *, row_index, limit, wanted=None):
    """The page before `row_index`, in ascending order."""
    cases = filtered(TestCase.objects.filter(version=version), wanted, version)
    found = cases.filter(row_index__lt=row_index).order_by("-row_index").prefetch_related("outputs")[:limit]
    return list(found)[::-1]


def count(version, wanted=None):
    """How many cases meet the filter; the stored count without one."""
    if not wanted:
        return version.row_count
    return filtered(TestCase.objects.filter(version=version), wanted, version).count()


def _clause(condition):
    """A condition as a Q; values are parameters, and equality goes through the index on metadata."""
    field, value = condition.field, condition.value
    if condition.op == "null":
        return ~Q(metadata__has_key=field) | Q(metadata__contains={field: None})
    if condition.op == "has":
        return Q(metadata__contains={field: [value]})
    if condition.op == "in":
        return reduce(or_, (_equals(condition, part) for part in value))
    if condition.op in RANGES:
        return Q(RANGES[condition.op](_as_number(field), Value(Decimal(str(value)))))
    return _equals(condition, value)


def _equals(condition, value):
    if condition.kind == "number":
        return Q(metadata__contains={condition.field: value}) | Q(metadata__contains={condition.field: str(value)})
    if condition.kind == "list":
        return Q(metadata__contains={condition.field: [value]})
    return Q(metadata__contains={condition.field: value})


class _ReadsAsNumber(Func):
    """Whether a text reads as a number: casting any other would be an error."""

    template = "(%(expressions)s ~ '" + NUMBER.replace("%", "%%") + "')"
    output_field = BooleanField()


class _Numeric(Func):
    template = "(%(expressions)s)::numeric"
    output_field = DecimalField()


def _as_number(field):
    """The field as numeric, NULL where it does not read as a number."""
    text = KeyTextTransform(field, "metadata")
    return Case(When(_ReadsAsNumber(text), then=_Numeric(text)), default=Value(None), output_field=DecimalField())
