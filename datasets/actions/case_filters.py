"""Conditions of a metadata filter as clauses of the database; values are parameters, never part of the text."""

from decimal import Decimal
from functools import reduce
from operator import or_

from django.db.models import DecimalField, F, Func, Q, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Collate
from django.db.models.lookups import Exact, GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from datasets.value_hashes import NUMBER

RANGES = {"gt": GreaterThan, "gte": GreaterThanOrEqual, "lt": LessThan, "lte": LessThanOrEqual}


def clause(condition):
    """A Condition of `datasets.filters` as a Q over TestCase."""
    field, value = condition.field, condition.value
    if condition.op == "null":
        return ~Q(metadata__has_key=field) | Q(metadata__contains={field: None})
    if condition.op == "has":
        return Q(metadata__contains={field: [value]})
    if condition.op == "in":
        return reduce(or_, (_equals(condition, part) for part in value))
    if condition.op in RANGES:
        compare = RANGES[condition.op]
        if condition.kind == "number":
            return Q(compare(_Number(condition.field), _decimal(condition.value)))
        text = Collate(KeyTextTransform(condition.field, "metadata"), "C")
        return Q(compare(text, Value(condition.value, output_field=TextField())))
    return _equals(condition, value)


def _equals(condition, value):
    if condition.kind == "number":
        return Q(Exact(_Number(condition.field), _decimal(value)))
    return Q(metadata__contains={condition.field: value})


def _decimal(value):
    return Value(Decimal(str(value)), output_field=DecimalField(max_digits=None, decimal_places=None))


class _Number(Func):
    """The field as numeric: a JSON number, or a text that reads as one; NULL for anything else."""

    template = (
        "(CASE jsonb_typeof({0}) WHEN 'number' THEN ({0})::numeric WHEN 'string' THEN"
        " CASE WHEN ({1}) ~ '{2}' THEN ({1})::numeric END END)"
    )
    output_field = DecimalField(max_digits=None, decimal_places=None)

    def __init__(self, field):
        super().__init__(F("metadata"), Value(field, output_field=TextField()))

    def as_sql(self, compiler, connection):
        metadata, _ = compiler.compile(self.source_expressions[0])
        field = self.source_expressions[1].value
        number = NUMBER.replace("%", "%%")
        text = self.template.format(f"{metadata} -> %s", f"{metadata} ->> %s", number)
        return text, [field] * 4
