"""Offset pages as the API documents them, with bounds."""

from dataclasses import dataclass

from evalhub.lib.errors import InvalidInput


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
    """Rows of a list that is paged by offset, as list answers read it."""

    rows: list
    total: int
    has_more: bool

    @classmethod
    def of(cls, queryset, page):
        """The part of an ordered query that a Page asks for; two statements."""
        total = queryset.order_by().count()
        rows = list(queryset[page.offset : page.offset + page.limit])
        return cls(rows=rows, total=total, has_more=page.offset + len(rows) < total)


def read_number(query, name, default, low, high):
    """A whole number of a query string within its bounds, else 400."""
    text = query.get(name)
    if text is None:
        return default
    readable = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not readable or not low <= int(text) <= high:
        raise InvalidInput(f"{name} is {text[:40]!r}. Valid values: {low} to {high}.", code="bad_page")
    return int(text)
