"""Pages of long lists by key: each is one range of an index, however far down it lies."""

from dataclasses import dataclass
from urllib.parse import urlencode

SIZE = 50


@dataclass(frozen=True)
class Stretch:
    """Rows in the list's order; `has_more` says whether the direction of reading goes on."""

    rows: list
    has_more: bool


@dataclass(frozen=True)
class Page:
    """`rows` in the list's order; the queries lead to its neighbours, empty where there is none."""

    rows: list
    before_query: str
    after_query: str


def keyset(queryset, request, *, field, kind, descending=False, size=SIZE):
    """A page of `queryset` by the unique `field`, rising or `descending`; `kind` as in `page_of`. One statement."""
    down, up, order = ("lt", "gt", f"-{field}") if descending else ("gt", "lt", field)
    turned = order[1:] if descending else f"-{order}"

    def after(key):
        found = queryset if key is None else queryset.filter(**{f"{field}__{down}": key})
        rows = list(found.order_by(order)[: size + 1])
        return Stretch(rows[:size], len(rows) > size)

    def before(key):
        rows = list(queryset.filter(**{f"{field}__{up}": key}).order_by(turned)[: size + 1])
        return Stretch(rows[:size][::-1], len(rows) > size)

    return page_of(request, field=field, kind=kind, after=after, before=before)


def page_of(request, *, field, kind, after, before):
    """The page that the address asks for by `after=<key>` or `before=<key>`, where a row's key is its `field`.

    `after(key)` and `before(key)` read a Stretch; key None is the top. A key that `kind` cannot read (ValueError)
    begins at the top: links age.
    """
    upper, lower = _key(request.GET.get("before"), kind), _key(request.GET.get("after"), kind)
    if upper is not None:
        found = before(upper)
        more_above, more_below = found.has_more, True
    else:
        found = after(lower)
        more_above, more_below = lower is not None, found.has_more
    rows = found.rows
    return Page(
        rows=rows,
        before_query=_query(request, "before", getattr(rows[0], field)) if rows and more_above else "",
        after_query=_query(request, "after", getattr(rows[-1], field)) if rows and more_below else "",
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
