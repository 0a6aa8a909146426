"""What a list declares: columns, filters, search, order, and what stands there while it is empty."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse

from evalhub.accounts.access import MEMBER
from evalhub.lib import orders
from evalhub.templatetags.states import look_of

MOST_COUNTED = 10_000
MOST_SORTED = 2_000  # by an expression, which is read of every row: at 45 µs a row where the rows lie far apart
FIGURES = ("number", "time", "share", "money")  # kinds that are sorted, the highest first, or say why they are not
KINDS = ("text", "number", "time", "state", "share", "money", "person", "mono", "tags")


@dataclass(frozen=True)
class Column:
    """`value`: a path of attributes ("dataset.name") or a function of the row; the cell of the CSV file.

    `kind` is how the value is drawn (a part of lists/cells.html), or a `template` draws the `row` itself. `sort` names
    the field that the database sorts by; without it the column is sorted by an expression of the list's `sorts`, or not
    at all. One that is not `default` is chosen.
    One without `value` is no column of the file. `is_data`: the title is somebody's words, in any language. `figure`:
    the key of its definition in `evalhub.lib.definitions`.
    """

    key: str
    title: Any
    value: str | Callable[[Any], Any] | None = None
    kind: str = "text"
    template: str = ""
    sort: str = ""
    default: bool = True
    is_data: bool = False
    figure: str = ""

    def read(self, row):
        """The value of a row; None where a part of its path is, and for a column that has no value."""
        if self.value is None or callable(self.value):
            return self.value and self.value(row)
        for part in self.value.split("."):
            row = None if row is None else getattr(row, part)
        return row

    @property
    def cell(self):
        return self.template or f"lists/cells.html#{self.kind}"

    @property
    def in_file(self):
        return self.value is not None


@dataclass(frozen=True)
class Link:
    """A link of the page for members with a capability; `name` is that of the address."""

    title: Any
    name: str
    capability: str = "manage"
    icon: str = "plus"
    primary: bool = False

    @property
    def href(self):
        return reverse(self.name)

    def is_for(self, membership):
        return self.capability == MEMBER or membership.may(self.capability)


@dataclass(frozen=True)
class BulkAction:
    """A button of the bulk bar; `key` is what it sends as `verb`."""

    key: str
    title: Any
    icon: str


@dataclass(frozen=True)
class Bulk:
    """What can be done to several rows: they are sent to `href` as `row`, or all that match as `all=1`, beside the
    `filter` that the list shows. `log_href`: what was done so far."""

    href: str
    actions: list[BulkAction]
    log_href: str = ""


@dataclass(frozen=True)
class Empty:
    """What stands where there is no row at all; `link` is what to do about it, `why_not` said to those who may not."""

    icon: str
    title: Any
    why: Any
    link: Link | None = None
    why_not: Any = ""


@dataclass(frozen=True)
class Preset:
    """A view that a list comes with, shown as a tab: its title and the filters that it sets, {name: text}."""

    title: Any
    filters: dict[str, str]


class List:
    """Rows of one kind, for one request; `parent` is the object whose rows they are, if the page has one.

    The first of `columns` names the row and links to it. `sorts` are expressions by which columns are sorted where
    there are at most MOST_SORTED rows, {key of the column: expression, None where the value is undefined}; `unsorted`
    {key: why a column of FIGURES is not sorted}. `order` is the key of a column, "-" before it turns it; in the order
    of the column `grouped_by` each `group` has a head. `summary` is a template above the rows, `top` one above all of
    the list. Rows of a list `in_palette` are found by their search from every page; it has no parent.
    """

    key = ""
    title: Any = ""
    lead: Any = ""
    capability = "read"
    columns: tuple[Column, ...] = ()
    sorts: Mapping[str, Any] = {}
    unsorted: Mapping[str, str] = {}
    filters: tuple = ()
    search: tuple[str, ...] = ()
    search_label: Any = ""
    order = "-created_at"
    grouped_by = ""
    links: tuple[Link, ...] = ()
    empty = Empty("inbox", "", "")
    template = "lists/page.html"
    filter_template = ""  # further fields of the form of filters, which the page makes parameters of
    summary = top = ""
    presets: tuple[Preset, ...] = ()
    page_size = 50
    in_palette = False

    def __init__(self, request, parent: Any = None):
        self.request, self.parent = request, parent
        self.organization, self.membership = request.organization, request.membership

    def rows(self):
        """The queryset of all rows that the reader may see, with what their cells read."""
        raise NotImplementedError

    def narrow(self, rows, filter, value):
        """The rows that a filter lets through for a value that was read."""
        return filter.narrow(rows, value)

    def searched(self, rows, text):
        """The rows that hold a text in one of the fields of `search`."""
        found = Q()
        for field in self.search:
            found |= Q(**{f"{field}__icontains": text})
        return rows.filter(found)

    def keys(self, rows, field, falls):
        """The keys of an order by a field: that, then the primary key in the same direction."""
        names = [field] if field in ("pk", rows.model._meta.pk.name) else [field, "pk"]
        return orders.keys_of(rows, [f"-{name}" if falls else name for name in names])

    def part(self, rows, keys, values, backward=False):
        """The rows in the order of keys, behind those values (None: all) or before them, the nearest first."""
        return orders.part(rows, keys, values, backward=backward)

    def first(self, ordered, chosen, most):
        """The first `most` of rows that have an order."""
        return list(ordered[:most])

    def count(self, rows, chosen, most):
        """How many rows there are, `most + 1` for more of them; None where it takes too long to count them."""
        return rows.order_by().values("pk")[: most + 1].count()

    def load(self, rows):
        """Add to the rows of a page what cells show beside their fields, in statements whose number is fixed."""

    def is_live(self, rows):
        """Whether a loaded row of a page changes by itself: then the rows are read again every five seconds."""
        return False

    def group(self, row):
        """(title, description) of the group of a row."""
        return "", ""

    def is_simulated(self, row):
        """Whether only simulated models answered for a row."""
        return getattr(row, "simulated", False)

    def summarize(self, rows):
        """What the template `summary` shows, as `list.summary`, of all rows that are asked for, in a fixed number of
        statements."""

    def preset_counts(self, chosen):
        """{title of a preset: how many rows it has, as text} of those that are counted, beside what else is chosen."""
        return {}

    def bulk(self):
        """The Bulk of the list; None where the reader may not change several rows at once."""

    def href(self, row):
        """Where a row leads; empty for rows without a page."""
        return row.get_absolute_url() if hasattr(row, "get_absolute_url") else ""

    def note(self, row):
        """The words under the name of a row, cut to one line: its first content."""
        return ""

    def labels(self, filter):
        """{value: label} of a filter with a closed number of values; those that depend on the reader are added here."""
        return filter.labels or {value: look_of(value).label for value in filter.schema.get("enum", ())}

    def chip_text(self, filter, value):
        """What a filter asks for, in words; empty for the labels of its values."""
        return ""

    def scope(self):
        """Of which parent views are saved; empty where those of all parents look alike."""
        return ""

    def column(self, key):
        return next(column for column in self.columns if column.key == key)

    @property
    def sortable(self):
        return [column.key for column in self.columns if column.sort or column.key in self.sorts]
