"""What a reader asks a list for, as it stands in the address."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from evalhub.lib.errors import InvalidInput
from evalhub.lists import OWN, PAGING

LONGEST_SEARCH = 200
SORT_VALUE = "sort_value"


@dataclass(frozen=True)
class Chosen:
    """`texts` are the parameters of the address by name, `values` those of filters as they were read."""

    texts: dict[str, str]
    values: dict[str, Any]
    search: str
    sort: str
    columns: tuple[str, ...]

    @property
    def is_narrowed(self):
        return bool(self.values or self.search)

    @property
    def sorts(self):
        """The key of the column that is sorted by."""
        return self.sort.removeprefix("-")

    @property
    def view_query(self):
        """What a saved view keeps: all but the page, the view itself and the format."""
        return query({name: text for name, text in self.texts.items() if name not in (*PAGING, "view", "format")})

    def address(self, *, page=False, **changes):
        """The address with some parameters changed, or left out (None); it begins at the first page unless `page`."""
        kept = {name: text for name, text in self.texts.items() if (page or name not in PAGING) and name != "format"}
        return "?" + query({name: text for name, text in (kept | changes).items() if text is not None})

    def others(self, *names):
        """The parameters that a form keeps beside its own fields."""
        return [(name, text) for name, text in self.texts.items() if name not in (*names, *PAGING, "format")]


def texts_of(params):
    """{name: text} of a QueryDict: fields that were left empty go, several values of a name are one with commas."""
    found = {name: ",".join(filter(None, params.getlist(name))) for name in params}
    return {name: text for name, text in found.items() if text}


def is_plain(params):
    """Whether an address is the short one of what it asks for; what forms send seldom is."""
    return all(len(params.getlist(name)) == 1 and params[name] for name in params)


def query(texts):
    return urlencode(texts, safe=",:")


def nothing(declared, **texts):
    """What is asked for by an address without parameters, but for a view that is open."""
    return Chosen(texts, {}, "", declared.order, _default_columns(declared))


def read(declared, params):
    """The Chosen of a QueryDict; InvalidInput tells of the first name or value that cannot be used."""
    texts = texts_of(params)
    filters = {each.name: each for each in declared.filters}
    for name in texts:
        if name not in filters and name not in OWN:
            valid = ", ".join([*filters, *OWN])
            words = _("Unknown parameter %(name)s. Valid: %(valid)s.")
            raise InvalidInput(words % {"name": name[:60], "valid": valid}, code="unknown_parameter")
    usual = {"columns": ",".join(_default_columns(declared))} | {each.name: each.default for each in declared.filters}
    texts = {name: text for name, text in texts.items() if text != usual.get(name)}
    if texts.get("format", "csv") != "csv":
        words = _("format is %(value)s. Valid: csv.")
        raise InvalidInput(words % {"value": repr(texts["format"][:40])}, code="bad_format")
    values = {name: filters[name].value(text) for name, text in texts.items() if name in filters}
    text = texts.get("q", "")
    if len(text) > LONGEST_SEARCH or "\0" in text:
        raise InvalidInput(_("The search has more than %(n)s characters.") % {"n": LONGEST_SEARCH}, code="bad_search")
    return Chosen(
        texts=texts,
        values=values,
        search=text.strip(),
        sort=_sort(declared, texts.get("sort", declared.order)),
        columns=_columns(declared, texts.get("columns", "")),
    )


def narrowed(declared, chosen):
    """All rows of a list that are asked for, without an order."""
    rows = declared.rows()
    for each in declared.filters:
        if each.name in chosen.values:
            rows = declared.narrow(rows, each, chosen.values[each.name])
        elif each.default:
            rows = declared.narrow(rows, each, each.value(each.default))
    return declared.searched(rows, chosen.search) if chosen.search else rows


def order_of(declared, chosen, rows):
    """(rows, keys of the order by the column that is sorted by); the rows have the value of its expression."""
    expression, field = declared.sorts.get(chosen.sorts), declared.column(chosen.sorts).sort
    if expression is not None:
        rows, field = rows.annotate(**{SORT_VALUE: expression}), SORT_VALUE
    return rows, declared.keys(rows, field, chosen.sort.startswith("-"))


def _default_columns(declared):
    return tuple(column.key for column in declared.columns if column.default)


def _sort(declared, text):
    if text.removeprefix("-") in declared.sortable:
        return text
    valid = ", ".join(declared.sortable)
    words = _("sort is %(value)s. Valid: %(valid)s, each with a - before it for the other direction.")
    raise InvalidInput(words % {"value": repr(text[:60]), "valid": valid}, code="bad_sort")


def _columns(declared, text):
    """Those that were named, in the list's order; the first column is always there."""
    if not text:
        return _default_columns(declared)
    known, named = [column.key for column in declared.columns], text.split(",")
    for key in named:
        if key not in known:
            words = _("columns has %(value)s. Valid: %(valid)s, with commas between them.")
            raise InvalidInput(words % {"value": repr(key[:60]), "valid": ", ".join(known)}, code="bad_columns")
    return tuple(key for key in known if key in named or key == known[0])
