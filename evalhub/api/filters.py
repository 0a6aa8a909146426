"""Filters of lists, over the API and on pages: each is declared once, as it is documented, read and applied."""

import math
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter

from evalhub.api import errors
from evalhub.lib import foreign_values
from evalhub.lib.errors import InvalidInput

LONGEST = 200
HIGHEST = 2**63 - 1


@dataclass(frozen=True)
class Filter:
    """One parameter that narrows a list.

    `read` turns its text into a value, ValueError for one that is not valid; `lookup` is how rows are compared with
    the value, or a function that narrows a queryset by it; `schema` and `valid` tell which texts are valid.
    `title` and `labels` (of a choice's values) are what pages call them. `default` is the text that counts where none
    is named.
    """

    name: str
    lookup: str | Callable[[QuerySet, Any], QuerySet]
    description: str
    read: Callable[[str], Any]
    schema: dict[str, Any]
    valid: str
    many: bool = False
    code: str = "bad_filter"
    title: Any = ""
    labels: Mapping[str, Any] = field(default_factory=dict)
    default: str = ""

    @property
    def parameter(self) -> OpenApiParameter:
        schema = self.schema | ({"default": self.default} if self.default else {})
        return OpenApiParameter(
            self.name,
            {"type": "array", "items": schema, "minItems": 1} if self.many else schema,
            description=self.description,
            extensions=errors.of_parameter(self.code),
            **({"style": "form", "explode": False} if self.many else {}),
        )

    def is_in(self, query: Mapping[str, str]) -> bool:
        """Whether the query string names it, or its default counts."""
        return self.name in query or bool(self.default)

    def value(self, text: str) -> Any:
        """What the text says; InvalidInput for anything that is not valid."""
        try:
            if len(text) > LONGEST or "\0" in text:
                raise ValueError(text)
            return [self.read(part) for part in text.split(",")] if self.many else self.read(text)
        except ValueError:
            words = {"name": self.name, "value": repr(text[:60]), "valid": self.valid}
            raise InvalidInput(_("%(name)s is %(value)s. Valid: %(valid)s.") % words, code=self.code) from None

    def narrow(self, queryset: QuerySet, value: Any) -> QuerySet:
        """The rows that are let through for a value that was read."""
        return self.lookup(queryset, value) if callable(self.lookup) else queryset.filter(**{self.lookup: value})


def choice(
    name: str, lookup: Any, values: Iterable[str], description: str, *, code: str = "bad_filter", **shown: Any
) -> Filter:
    """One or more of some values, with commas between them; a lookup that is a function takes the list of them."""
    known, read, schema = _known(values)
    valid = gettext_lazy("%(values)s, or several with commas between them") % {"values": ", ".join(known)}
    lookup = lookup if callable(lookup) else f"{lookup}__in"
    return Filter(name, lookup, description, read, schema, valid, True, code, **shown)


def one_of(
    name: str, lookup: Any, values: Iterable[str], description: str, *, code: str = "bad_filter", **shown: Any
) -> Filter:
    """Exactly one of some values."""
    known, read, schema = _known(values)
    return Filter(name, lookup, description, read, schema, ", ".join(known), code=code, **shown)


def flag(name: str, lookup: Any, description: str, **shown: Any) -> Filter:
    valid = gettext_lazy("true or false")
    return Filter(name, lookup, description, _flag, {"type": "boolean"}, valid, **shown)


def number(name: str, lookup: Any, description: str, **shown: Any) -> Filter:
    valid = gettext_lazy("a whole number")
    schema = {"type": "integer", "minimum": 0, "maximum": HIGHEST}
    return Filter(name, lookup, description, _number, schema, valid, **shown)


def share(name: str, lookup: Any, description: str, **shown: Any) -> Filter:
    valid = gettext_lazy("a number from 0 to 1")
    return Filter(name, lookup, description, _share, {"type": "number", "minimum": 0, "maximum": 1}, valid, **shown)


def decimal(name: str, lookup: Any, description: str, **shown: Any) -> Filter:
    """Any finite number."""
    valid = gettext_lazy("a number")
    return Filter(name, lookup, description, _decimal, {"type": "number"}, valid, **shown)


def identifier(name: str, lookup: Any, description: str, **shown: Any) -> Filter:
    valid = gettext_lazy("a UUID")
    return Filter(name, lookup, description, uuid.UUID, {"type": "string", "format": "uuid"}, valid, **shown)


def since(lookup: str, description: str, *, name: str = "since", **shown: Any) -> Filter:
    return _time(name, f"{lookup}__gte", description, _moment, {"title": gettext_lazy("From")} | shown)


def until(lookup: str, description: str, *, name: str = "until", **shown: Any) -> Filter:
    """Before a time; of a day, its end is meant."""
    return _time(name, f"{lookup}__lt", description, _end, {"title": gettext_lazy("To")} | shown)


def part_of(name: str, lookup: str, description: str, **shown: Any) -> Filter:
    """A part of a text, in upper or lower case."""
    return text(name, f"{lookup}__icontains", description, **shown)


def text(name: str, lookup: Any, description: str, **shown: Any) -> Filter:
    """A text as it is."""
    valid = gettext_lazy("a text of 1 to 200 characters")
    schema = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    return Filter(name, lookup, description, _text, schema, valid, **shown)


def _time(name, lookup, description, read, shown):
    valid = gettext_lazy("a day or a time such as 2026-01-31T12:00:00Z")
    return Filter(name, lookup, description, read, {"type": "string", "format": "date-time"}, valid, **shown)


def parameters(filters: Iterable[Filter]) -> list[OpenApiParameter]:
    return [each.parameter for each in filters]


def values_of(filters: Iterable[Filter], query: Mapping[str, str]) -> dict[str, Any]:
    """{name: value} of the filters that the query string names, or that have a default."""
    return {each.name: each.value(query.get(each.name, each.default)) for each in filters if each.is_in(query)}


def narrowed(queryset: QuerySet, filters: Iterable[Filter], query: Mapping[str, str]) -> QuerySet:
    """The rows that every filter of the query string lets through."""
    for each in filters:
        if each.is_in(query):
            queryset = each.narrow(queryset, each.value(query.get(each.name, each.default)))
    return queryset


def _known(values):
    """The values as a list, what reads one of them, and its schema."""
    known = list(values)

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(text)
        return text

    return known, read, {"type": "string", "enum": known}


def _flag(text):
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _number(text):
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= HIGHEST):
        raise ValueError(text)
    return int(text)


def _share(text):
    value = float(text) if text.isascii() else math.nan
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def _decimal(text):
    value = float(text) if text.isascii() else math.nan
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _text(text):
    if not text:
        raise ValueError(text)
    return text


def _moment(text):
    """A time, in UTC where it has no offset; the start of a day (UTC)."""
    day = parse_date(text)
    found = foreign_values.in_utc(datetime.combine(day, time.min) if day else parse_datetime(text))
    if found is None:
        raise ValueError(text)
    return found


def _end(text):
    """A time as it is; the start of the next day (UTC) for a day, the last moment of all for the last day of all."""
    moment, is_day = _moment(text), parse_date(text) is not None
    if is_day and moment.date() == date.max:
        return datetime.max.replace(tzinfo=UTC)
    return moment + timedelta(days=1) if is_day else moment
