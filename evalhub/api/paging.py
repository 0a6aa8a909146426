"""Pages of lists as the API documents them, by offset or by cursor, with bounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from evalhub.api.fields import Answer
from evalhub.lib import orders, paging
from evalhub.lib.errors import InvalidInput

FURTHEST = 2_000_000_000
NEXT_HELP = "send it as `cursor` for the next page; null at the end"


def limit_of(default: int, maximum: int) -> OpenApiParameter:
    """The parameter `limit` of a list."""
    schema = {"type": "integer", "minimum": 1, "maximum": maximum, "default": default}
    return OpenApiParameter("limit", schema, description="how many at most")


LIMIT = limit_of(20, 100)
OFFSET = OpenApiParameter(
    "offset",
    {"type": "integer", "minimum": 0, "maximum": FURTHEST},
    description="how many to pass over; `cursor` is as fast on every page",
    deprecated=True,
)
MOST_COUNTED = 10_000
CURSOR = OpenApiParameter(
    "cursor", OpenApiTypes.STR, description="`next` of the page before; in place of offset, and as fast on every page"
)


def former_cursor(name: str) -> OpenApiParameter:
    """What `cursor` was called in a list; it is read as before."""
    return OpenApiParameter(name, OpenApiTypes.STR, description="send `cursor` in its place", deprecated=True)


def read_cursor(query: Mapping[str, str], former: str) -> str | None:
    """`cursor` of a query string, or what its former name says."""
    given = [name for name in ("cursor", former) if name in query]
    if len(given) > 1 or (given and "offset" in query):
        raise InvalidInput(f"Send one of cursor, {former} and offset.", code="bad_page")
    return query[given[0]] if given else None


class ListOut(Answer):
    """What all lists answer beside their rows, from a ListPage."""

    total = serializers.IntegerField(
        allow_null=True, help_text=f"of all pages; null on pages by cursor, and above {MOST_COUNTED:,}"
    )
    has_more = serializers.BooleanField()
    next = serializers.CharField(allow_null=True, help_text=NEXT_HELP)


@dataclass(frozen=True)
class Page:
    limit: int
    offset: int


def read_page(query, *, default=20, maximum=100):
    """`limit` and `offset` of a query string; anything else than whole numbers in range is 400."""
    return Page(
        limit=read_number(query, "limit", default, 1, maximum), offset=read_number(query, "offset", 0, 0, FURTHEST)
    )


@dataclass(frozen=True)
class ListPage:
    """A part of a list, as list answers read it. `next` is the cursor of the part after it, None at the end.

    `total` is counted for pages by offset alone: for a walk by cursor that is the first page. None above MOST_COUNTED.
    """

    rows: list
    total: int | None
    has_more: bool
    next: str | None


def whole(rows: Sequence[Any]) -> ListPage:
    """A list that is always answered as a whole, since it is short."""
    return ListPage(rows=list(rows), total=len(rows), has_more=False, next=None)


@dataclass(frozen=True)
class Pages:
    """How a list is read page by page: `keys` of its order as `list_page` takes them, and bounds of a page's rows."""

    keys: tuple[str, ...]
    default: int = 20
    maximum: int = 100

    @property
    def parameters(self) -> list[OpenApiParameter]:
        return [limit_of(self.default, self.maximum), CURSOR, OFFSET]

    def page(self, queryset: QuerySet, query: Mapping[str, str], *, is_counted: bool = True) -> ListPage:
        bounds = {"default": self.default, "maximum": self.maximum}
        return list_page(queryset, query, keys=self.keys, **bounds, is_counted=is_counted)


def list_page(queryset, query, *, keys, default=20, maximum=100, is_counted=True):
    """The ListPage that a query string asks for by `limit` and `offset`, or by `cursor`; two statements or one.

    `keys` are the fields of the order, rising or falling ("-created_at"), the last of them unique.
    `is_counted`: whether the first page has its total.
    """
    page, cursor = read_page(query, default=default, maximum=maximum), query.get("cursor")
    if cursor is not None and "offset" in query:
        raise InvalidInput("Send cursor or offset, not both.", code="bad_page")
    order = orders.keys_of(queryset, keys)
    ordered = orders.ordered(queryset, order)
    after = None if cursor is None else _cursor_values(order, cursor)

    def rows(values, _backward):
        found = ordered if values is None else ordered.filter(orders.behind(order, values))
        return found[page.offset :] if page.offset else found

    found = paging.read(rows, after=after, size=page.limit)
    last = found.last
    return ListPage(
        rows=found.rows,
        total=_counted(queryset) if cursor is None and is_counted else None,
        has_more=last is not None,
        next=None if last is None else orders.cursor_of(order, last),
    )


def _counted(queryset):
    """How many rows there are, None for more than MOST_COUNTED: counting a million takes a second."""
    found = queryset.order_by().values("pk")[: MOST_COUNTED + 1].count()
    return found if found <= MOST_COUNTED else None


def _cursor_values(order, text):
    try:
        return orders.values_of(order, text)
    except ValueError:
        valid = "`next` of the page before"
        raise InvalidInput(f"cursor is {text[:40]!r}. Valid: {valid}.", code="bad_cursor") from None


def read_number(query, name, default, low, high):
    """A whole number of a query string within its bounds, else 400."""
    text = query.get(name)
    if text is None:
        return default
    readable = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not readable or not low <= int(text) <= high:
        raise InvalidInput(f"{name} is {text[:40]!r}. Valid values: {low} to {high}.", code="bad_page")
    return int(text)
