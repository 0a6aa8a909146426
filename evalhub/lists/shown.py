"""A list as its templates draw it: lines of cells, headers, chips, the controls of filters and saved views."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from evalhub.accounts.actions import saved_views
from evalhub.accounts.models import SavedView
from evalhub.api.filters import LONGEST
from evalhub.lib import orders, paging
from evalhub.lib.charts.numbers import count
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists import address
from evalhub.lists.address import Chosen
from evalhub.lists.declaration import FIGURES, MOST_COUNTED, MOST_SORTED, Column, List


@dataclass(frozen=True)
class Cell:
    column: Column
    value: Any


@dataclass(frozen=True)
class Line:
    row: Any
    href: str
    note: str
    cells: list[Cell]
    head: tuple[Any, Any] | None = None  # of the group that begins with this row


@dataclass(frozen=True)
class Header:
    """`sort` is the value of aria-sort, `href` the order that a click asks for; empty where there is none, and
    `note` says why there is none now."""

    column: Column
    href: str = ""
    sort: str = ""
    note: str = ""


@dataclass(frozen=True)
class Chip:
    title: Any
    text: str
    href: str


@dataclass(frozen=True)
class Control:
    """A filter as a form field: `kind` "choice" (`several` may be chosen), "time", "number", "share" or "text".

    One that `has_default` is never without a value.
    """

    name: str
    title: Any
    kind: str
    text: str
    options: list[tuple[str, Any, bool]]
    several: bool
    longest: int
    has_default: bool = False


@dataclass(frozen=True)
class ViewLink:
    label: str
    href: str
    is_current: bool
    is_shared: bool = False
    count: str = ""


@dataclass
class Shown:
    """One page of a list; `problem` says what in the address cannot be used, and then there is no line.

    `status` is that of the answer. `total` is `MOST_COUNTED + 1` for more rows, None where they were not counted.
    """

    declared: List
    chosen: Chosen
    views: list[SavedView]
    problem: str = ""
    status: int = 200
    lines: list[Line] = field(default_factory=list)
    total: int | None = 0
    is_live: bool = False
    summary: Any = None
    preset_counts: dict[Any, str] = field(default_factory=dict)
    before_href: str = ""
    after_href: str = ""

    @cached_property
    def columns(self):
        return [column for column in self.declared.columns if column.key in self.chosen.columns]

    @property
    def column_choices(self):
        return [(column, column.key in self.chosen.columns) for column in self.declared.columns[1:]]

    @property
    def headers(self):
        return [self._header(column) for column in self.columns]

    @cached_property
    def chips(self):
        filters = [each for each in self.declared.filters if each.name in self.chosen.values]
        return [self._chip(each) for each in filters]

    @cached_property
    def controls(self):
        return [self._control(each) for each in self.declared.filters]

    @property
    def is_few(self):
        """Whether rows are sorted by an expression."""
        return self.total is not None and self.total <= MOST_SORTED

    @property
    def is_more(self):
        return self.total is not None and self.total > MOST_COUNTED

    @property
    def counted(self):
        return self.total and min(self.total, MOST_COUNTED)

    @property
    def is_blank(self):
        """Nothing is there at all, so that there is nothing to search or filter."""
        return not (self.lines or self.problem or self.chosen.is_narrowed or "after" in self.chosen.texts)

    @cached_property
    def is_all_simulated(self):
        """Whether every row of the page is of simulated models: then the head says it, not each row."""
        return bool(self.lines) and all(self.declared.is_simulated(line.row) for line in self.lines)

    @property
    def links(self):
        return [link for link in self.declared.links if link.is_for(self.declared.membership)]

    @property
    def empty_link(self):
        link = self.declared.empty.link
        return link if link and link.is_for(self.declared.membership) else None

    @cached_property
    def bulk(self):
        return self.declared.bulk() if self.lines else None

    @property
    def may_share(self):
        return self.declared.membership.may("manage")

    @cached_property
    def view(self):
        """The view that is open: the one named in the address, whatever was changed in it."""
        return next((view for view in self.views if str(view.pk) == self.chosen.texts.get("view")), None)

    @property
    def view_is_changed(self):
        return self.view is not None and self.view.query != self.chosen.view_query

    @property
    def may_change_view(self):
        return self.view is not None and saved_views.may_change(view=self.view, by=self.declared.membership)

    @property
    def view_links(self):
        is_all = self.view is None and not self.chosen.view_query and not self.problem
        links = [] if self.declared.presets else [ViewLink(_("All"), self.declared.request.path, is_all)]
        return [*self._preset_links(), *links] + [
            ViewLink(view.name, f"?{_joined(view.query, f'view={view.pk}')}", view is self.view, view.shared)
            for view in self.views
        ]

    @property
    def clear_href(self):
        return self.chosen.address(q=None, **dict.fromkeys(self.chosen.values))

    @property
    def live_href(self):
        """The page itself, for its rows as they are by now."""
        return self.declared.request.path + self.chosen.address(page=True)

    @property
    def default_columns_href(self):
        return self.chosen.address(columns=None)

    @property
    def file_href(self):
        return self.chosen.address() + ("&" if self.chosen.address() != "?" else "") + "format=csv"

    @property
    def kept_by_search(self):
        return self.chosen.others("q")

    @property
    def kept_by_filters(self):
        return self.chosen.others(*(each.name for each in self.declared.filters))

    @property
    def kept_by_columns(self):
        return self.chosen.others("columns")

    def _header(self, column):
        is_counted = column.key in self.declared.sorts
        if not column.sort and not is_counted:
            return Header(column)
        if is_counted and not self.is_few:
            return Header(column, note=_too_many(column))
        if self.chosen.sorts != column.key:
            begins_high = column.kind in FIGURES or is_counted
            return Header(column, self.chosen.address(sort=f"-{column.key}" if begins_high else column.key))
        falls = self.chosen.sort.startswith("-")
        turned = column.key if falls else f"-{column.key}"
        return Header(column, self.chosen.address(sort=turned), "descending" if falls else "ascending")

    def _preset_links(self):
        """They set the filters that presets name and leave all others as they are."""
        names = dict.fromkeys(name for preset in self.declared.presets for name in preset.filters)
        set_now = {name: text for name, text in self.chosen.texts.items() if name in names}
        return [
            ViewLink(
                preset.title,
                self.declared.request.path + self.chosen.address(view=None, **(names | preset.filters)),
                self.view is None and not self.problem and set_now == preset.filters,
                count=self.preset_counts.get(preset.title, ""),
            )
            for preset in self.declared.presets
        ]

    def _labels(self, each):
        if each.schema["type"] == "boolean":
            return {"true": _("Yes"), "false": _("No")}
        return self.declared.labels(each)

    def _chip(self, each):
        return Chip(each.title or each.name, self._chip_label(each), self.chosen.address(**{each.name: None}))

    def _chip_label(self, each):
        """What a filter asks for, in words."""
        text, labels = self.chosen.texts[each.name], self._labels(each)
        labelled = ", ".join(str(labels.get(part, part)) for part in (text.split(",") if each.many else [text]))
        return self.declared.chip_text(each, self.chosen.values[each.name]) or labelled

    def _control(self, each):
        text, labels = self.chosen.texts.get(each.name, each.default), self._labels(each)
        if labels and each.name in self.chosen.values and not each.many and text not in labels:
            labels = {text: self._chip_label(each)} | labels
        parts = text.split(",") if each.many else [text]
        options = [(value, label, value in parts) for value, label in labels.items()]
        kind = "choice" if options else _kind(each.schema)
        longest = each.schema.get("maxLength", LONGEST)
        return Control(each.name, each.title or each.name, kind, text, options, each.many, longest, bool(each.default))


def show(declared, params):
    """The Shown that the parameters of an address ask for, one that says what is wrong with them else.

    Three statements, whatever the number of rows, and those of the list's `rows` and `load`.
    """
    membership = declared.membership
    views = SavedView.objects.visible(membership=membership, list_key=declared.key, scope=declared.scope())
    try:
        chosen = address.read(declared, params)
        shown = Shown(declared, chosen, list(views))
        _fill(shown)
    except (Conflict, InvalidInput) as error:
        status = 422 if isinstance(error, InvalidInput) else error.status
        named = {"view": params["view"]} if "view" in params else {}
        return Shown(declared, address.nothing(declared, **named), list(views), problem=error.message, status=status)
    return shown


def _fill(shown):
    declared, chosen = shown.declared, shown.chosen
    rows = address.narrowed(declared, chosen)
    shown.total = declared.count(rows, chosen, MOST_COUNTED)
    if chosen.sorts in declared.sorts and not shown.is_few:
        raise InvalidInput(_too_many(declared.column(chosen.sorts)), code="bad_sort")
    rows, keys = address.order_of(declared, chosen, rows)
    found = paging.read(
        lambda values, backward: declared.first(
            declared.part(rows, keys, values, backward), chosen, declared.page_size + 1
        ),
        before=_cursor(keys, chosen, "before"),
        after=_cursor(keys, chosen, "after"),
        size=declared.page_size,
    )
    declared.load(found.rows)
    shown.is_live = declared.is_live(found.rows)
    is_grouped = bool(declared.grouped_by) and chosen.sort.removeprefix("-") == declared.grouped_by
    groups = [declared.group(row) if is_grouped else None for row in found.rows]
    heads = [group if group != before else None for before, group in zip([None, *groups], groups, strict=False)]
    shown.lines = [_line(declared, shown.columns, row, head) for row, head in zip(found.rows, heads, strict=True)]
    shown.summary = declared.summarize(rows) if declared.summary or declared.top else None
    shown.preset_counts = declared.preset_counts(chosen)
    if found.first is not None:
        shown.before_href = chosen.address(before=orders.cursor_of(keys, found.first))
    if found.last is not None:
        shown.after_href = chosen.address(after=orders.cursor_of(keys, found.last))


def _cursor(keys, chosen, name):
    text = chosen.texts.get(name)
    if text is None:
        return None
    try:
        return orders.values_of(keys, text)
    except ValueError:
        words = _("%(name)s is %(value)s. Valid: what the links to other pages have.")
        raise InvalidInput(words % {"name": name, "value": repr(text[:40])}, code="bad_cursor") from None


def _line(declared, columns, row, head):
    cells = [Cell(column, column.read(row)) for column in columns]
    return Line(row, declared.href(row), declared.note(row), cells, head)


def _too_many(column):
    words = _("More than %(n)s rows cannot be sorted by %(column)s. Narrow the list with a filter or a search first.")
    return words % {"n": count(MOST_SORTED), "column": column.title}


def _kind(schema):
    if schema.get("format") == "date-time":
        return "time"
    if schema["type"] == "number" and schema.get("maximum") != 1:
        return "text"
    return {"integer": "number", "number": "share"}.get(schema["type"], "text")


def _joined(*queries):
    return "&".join(filter(None, queries))
