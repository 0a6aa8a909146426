"""Pages of long lists by keyset: each page is one range of an index, however far down it lies."""

from dataclasses import dataclass
from urllib.parse import urlencode

SIZE = 50


@dataclass(frozen=True)
class Page:
    """`rows` in the list's order; the queries lead to its neighbours, empty where there is none."""

    rows: list
    newer_query: str
    older_query: str


def keyset(queryset, request, *, field, kind, descending=False, size=SIZE):
    """One page of `queryset` by the unique `field`; `kind` reads a key from the address. One statement.

    The address holds `older=<key>` (what lies below that row) or `newer=<key>` (what lies above). A key that cannot
    be read begins at the top: links age.
    """
    older, newer = _key(request.GET.get("older"), kind), _key(request.GET.get("newer"), kind)
    downward = "lt" if descending else "gt"
    upward = "gt" if descending else "lt"
    order = f"-{field}" if descending else field
    if newer is not None:
        found = queryset.filter(**{f"{field}__{upward}": newer}).order_by(_turned(order))
        rows = list(found[: size + 1])
        more_above, more_below = len(rows) > size, True
        rows = rows[:size][::-1]
    else:
        found = queryset if older is None else queryset.filter(**{f"{field}__{downward}": older})
        rows = list(found.order_by(order)[: size + 1])
        more_above, more_below = older is not None, len(rows) > size
        rows = rows[:size]
    return Page(
        rows=rows,
        newer_query=_query(request, "newer", rows[0], field) if rows and more_above else "",
        older_query=_query(request, "older", rows[-1], field) if rows and more_below else "",
    )


def _turned(order):
    return order.removeprefix("-") if order.startswith("-") else f"-{order}"


def _key(text, kind):
    if not text:
        return None
    try:
        return kind(text)
    except ValueError:
        return None


def _query(request, name, row, field):
    kept = {key: value for key, value in request.GET.items() if key not in ("older", "newer") and value}
    return "?" + urlencode(kept | {name: str(getattr(row, field))})
