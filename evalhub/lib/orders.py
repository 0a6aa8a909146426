"""Orders of lists by any field and a unique one behind it, and cursors: where a page ends, as text of an address."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from evalhub.lib import foreign_values


@dataclass(frozen=True)
class Key:
    """A field of an order; `falls`: from high to low. Rows without a value (`nullable`) come last either way."""

    field: str
    falls: bool
    nullable: bool
    output: Any


def keys_of(queryset: QuerySet, names: Sequence[str]) -> list[Key]:
    """Keys of names such as "-created_at", "dataset__name" or one of an annotation; the last is unique."""
    return [_key(queryset, name) for name in names]


def summed(queryset: QuerySet, by: str, amount: Any, outer: str = "pk") -> Subquery:
    """An aggregate of what belongs to a row by the field `by`, for an order; None where nothing does."""
    of_row = queryset.filter(**{by: OuterRef(outer)}).order_by().values(by)
    return Subquery(of_row.annotate(amount=amount).values("amount"))


def ordered(queryset: QuerySet, keys: Sequence[Key], *, backward: bool = False) -> QuerySet:
    return queryset.order_by(*(_expression(key, backward) for key in keys))


def behind(keys: Sequence[Key], values: Sequence[Any], *, backward: bool = False) -> Q:
    """The rows that come after the one with these values, or before it."""
    condition, equal = Q(pk__in=[]), Q()
    for key, value in zip(keys, values, strict=True):
        if value is None:
            further = Q(**{f"{key.field}__isnull": False}) if backward else None
        else:
            falls = key.falls is not backward
            found = Q(**{f"{key.field}__{'lt' if falls else 'gt'}": value})
            further = found | Q(**{f"{key.field}__isnull": True}) if key.nullable and not backward else found
        if further is not None:
            condition |= equal & further
        equal &= Q(**({f"{key.field}__isnull": True} if value is None else {key.field: value}))
    return _bound(keys[0], values[0], backward) & condition


def part(queryset: QuerySet, keys: Sequence[Key], values: Sequence[Any] | None, *, backward: bool = False) -> QuerySet:
    """The rows in their order behind those values of the keys (None: all), or before them, the nearest first."""
    found = ordered(queryset, keys, backward=backward)
    return found if values is None else found.filter(behind(keys, values, backward=backward))


def cursor_of(keys: Sequence[Key], row: Any) -> str:
    values = [_text(_value(row, key.field)) for key in keys]
    return base64.urlsafe_b64encode(json.dumps(values, ensure_ascii=False).encode()).decode().rstrip("=")


def values_of(keys: Sequence[Key], cursor: str) -> list[Any]:
    """The values that `cursor_of` wrote for the same keys; ValueError for any other text."""
    try:
        texts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode())
        if not isinstance(texts, list) or not all(text is None or isinstance(text, str) for text in texts):
            raise ValueError(cursor)
        return [_read(key, text) for key, text in zip(keys, texts, strict=True)]
    except (ValidationError, RecursionError):
        raise ValueError(cursor) from None


def _key(queryset, name):
    field, falls = name.removeprefix("-"), name.startswith("-")
    annotation = queryset.query.annotations.get(field)
    if annotation is not None:
        return Key(field, falls, True, annotation.output_field)
    model, found, nullable = queryset.model, None, False
    for part in field.split("__"):
        found = model._meta.pk if part == "pk" else model._meta.get_field(part)
        nullable, model = nullable or found.null, found.related_model
    return Key(field, falls, nullable, found)


def _expression(key, backward):
    """Without a word about nulls where there are none: Postgres takes no index for an order that it does not have."""
    falls = key.falls is not backward
    if not key.nullable:
        return f"-{key.field}" if falls else key.field
    nulls = {"nulls_first": True} if backward else {"nulls_last": True}
    return F(key.field).desc(**nulls) if falls else F(key.field).asc(**nulls)


def _bound(key, value, backward):
    """What the first key alone says, which is a range of an index; the whole condition is not."""
    if value is None or (key.nullable and not backward):
        return Q()
    falls = key.falls is not backward
    return Q(**{f"{key.field}__{'lte' if falls else 'gte'}": value})


def _value(row, field):
    for part in field.split("__"):
        row = None if row is None else getattr(row, part)
    return row


def _text(value):
    if value is None:
        return None
    return value.isoformat() if isinstance(value, date) else str(value)


def _read(key, text):
    if text is None:
        if not key.nullable:
            raise ValueError(key.field)
        return None
    if "\0" in text:
        raise ValueError(key.field)
    value = key.output.to_python(text)
    if isinstance(value, datetime):
        value = foreign_values.in_utc(value)
    if value is None or isinstance(value, float | Decimal) and foreign_values.number(text) is None:
        raise ValueError(key.field)
    return value
