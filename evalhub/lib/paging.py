"""Pages of long lists by key: each is one range of an index, however far down it lies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest

SIZE = 50
Rows = Callable[[Any, bool], Any]  # (cursor or None, backward) to a query or a list


@dataclass(frozen=True)
class Slice:
    """`rows` in the list's order; `first` and `last` are those that lead to more before and after, None at an end."""

    rows: list
    first: object
    last: object


@dataclass(frozen=True)
class Page:
    """`rows` in the list's order; the queries lead to its neighbours, empty where there is none."""

    rows: list
    before_query: str
    after_query: str


def read(rows: Rows, *, before: Any = None, after: Any = None, size: int = SIZE) -> Slice:
    """The Slice before the cursor `before`, else the one after `after`, else the first one.

    `rows(cursor, backward)` gives those after the cursor (None: all), or those before it, the nearest first; a query
    or a list of at least `size + 1` where there are as many.
    """
    backward = before is not None
    found = list(rows(before if backward else after, backward)[: size + 1])
    has_more, found = len(found) > size, found[:size]
    if backward:
        found.reverse()
    has_before, has_after = (has_more, True) if backward else (after is not None, has_more)
    return Slice(found, found[0] if found and has_before else None, found[-1] if found and has_after else None)


def keyset(
    queryset: QuerySet,
    request: HttpRequest,
    *,
    field: str,
    kind: Callable[[str], Any],
    descending: bool = False,
    size: int = SIZE,
) -> Page:
    """A page of `queryset` by the unique `field`, rising or `descending`; `kind` as in `page_of`. One statement."""

    def rows(key, backward):
        falls = descending is not backward
        found = queryset if key is None else queryset.filter(**{f"{field}__{'lt' if falls else 'gt'}": key})
        return found.order_by(f"-{field}" if falls else field)

    return page_of(request, field=field, kind=kind, rows=rows, size=size)


def page_of(request: HttpRequest, *, field: str, kind: Callable[[str], Any], rows: Rows, size: int = SIZE) -> Page:
    """The page that the address asks for by `after=<key>` or `before=<key>`, where a row's key is its `field`.

    `rows` as in `read`. A key that `kind` cannot read (ValueError) begins at the top: links age.
    """
    upper, lower = _key(request.GET.get("before"), kind), _key(request.GET.get("after"), kind)
    found = read(rows, before=upper, after=lower, size=size)
    return Page(
        rows=found.rows,
        before_query=_query(request, "before", getattr(found.first, field)) if found.first is not None else "",
        after_query=_query(request, "after", getattr(found.last, field)) if found.last is not None else "",
    )


def _key(text, kind):
    if not text:
        return None
    try:
        return kind(text)
    except ValueError:
        return None


def _query(request, name, key):
    kept = {key: value for key, value in request.GET.items() if key not in ("before", "after") and value}
    return "?" + urlencode(kept | {name: str(key)})
