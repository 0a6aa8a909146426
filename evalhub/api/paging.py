"""Pages of lists as the API documents them, by offset or by cursor, with bounds."""

import base64
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Q
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from evalhub.api.fields import Answer
from evalhub.lib import paging
from evalhub.lib.errors import InvalidInput

CURSOR = OpenApiParameter(
    "cursor", OpenApiTypes.STR, description="`next` of the page before; in place of offset, and as fast on every page"
)


class ListOut(Answer):
    """What all lists answer beside their rows, from a ListPage."""

    total = serializers.IntegerField(allow_null=True, help_text="of all pages; null on pages by cursor")
    has_more = serializers.BooleanField()
    next = serializers.CharField(allow_null=True, help_text="send it as `cursor` for the next page; null at the end")


@dataclass(frozen=True)
class Page:
    limit: int
    offset: int


def read_page(query, *, default=20, maximum=100):
    """`limit` and `offset` of a query string; anything else than whole numbers in range is 400."""
    return Page(
        limit=read_number(query, "limit", default, 1, maximum), offset=read_number(query, "offset", 0, 0, 2_000_000_000)
    )


@dataclass(frozen=True)
class ListPage:
    """A part of a list, as list answers read it. `next` is the cursor of the part after it, None at the end.

    `total` is counted for pages by offset alone: for a walk by cursor that is the first page.
    """

    rows: list
    total: int | None
    has_more: bool
    next: str | None


def list_page(queryset, query, *, keys, default=20, maximum=100, is_counted=True):
    """The ListPage that a query string asks for by `limit` and `offset`, or by `cursor`; two statements or one.

    `keys` are the fields of the order, all rising or all falling ("-created_at"), the last of them unique.
    `is_counted`: whether the first page has its total.
    """
    page, cursor = read_page(query, default=default, maximum=maximum), query.get("cursor")
    if cursor is not None and "offset" in query:
        raise InvalidInput("Send cursor or offset, not both.", code="bad_page")
    ordered = queryset.order_by(*keys)
    after = None if cursor is None else _cursor_values(queryset, keys, cursor)

    def rows(values, _backward):
        found = ordered if values is None else ordered.filter(_behind(keys, values))
        return found[page.offset :] if page.offset else found

    found = paging.read(rows, after=after, size=page.limit)
    last = found.last
    return ListPage(
        rows=found.rows,
        total=queryset.order_by().count() if cursor is None and is_counted else None,
        has_more=last is not None,
        next=None if last is None else _cursor(keys, last),
    )


def _behind(keys, values):
    """The rows that come after the one with these values of the keys."""
    condition, equal = Q(), {}
    for key, value in zip(keys, values, strict=True):
        name = key.removeprefix("-")
        condition |= Q(**equal, **{f"{name}__{'lt' if key.startswith('-') else 'gt'}": value})
        equal[name] = value
    return condition


def _cursor(keys, row):
    values = [getattr(row, key.removeprefix("-")) for key in keys]
    texts = [value.isoformat() if isinstance(value, datetime) else str(value) for value in values]
    return base64.urlsafe_b64encode("|".join(texts).encode()).decode().rstrip("=")


def _cursor_values(queryset, keys, text):
    try:
        texts = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split("|")
        fields = [_field(queryset.model, key) for key in keys]
        return [field.to_python(part) for field, part in zip(fields, texts, strict=True)]
    except (ValueError, ValidationError):
        valid = "`next` of the page before"
        raise InvalidInput(f"cursor is {text[:40]!r}. Valid: {valid}.", code="bad_cursor") from None


def _field(model, key):
    name = key.removeprefix("-")
    return model._meta.pk if name == "pk" else model._meta.get_field(name)


def read_number(query, name, default, low, high):
    """A whole number of a query string within its bounds, else 400."""
    text = query.get(name)
    if text is None:
        return default
    readable = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not readable or not low <= int(text) <= high:
        raise InvalidInput(f"{name} is {text[:40]!r}. Valid values: {low} to {high}.", code="bad_page")
    return int(text)
