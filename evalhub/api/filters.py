"""Filters of lists over the API: each is declared once, as the document shows it and as it is read and applied."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from django.db.models import QuerySet
from django.utils.dateparse import parse_date, parse_datetime
from drf_spectacular.utils import OpenApiParameter

from evalhub.lib.errors import InvalidInput

LONGEST = 200
HIGHEST = 2**63 - 1


@dataclass(frozen=True)
class Filter:
    """One parameter that narrows a list.

    `read` turns its text into a value, ValueError for one that is not valid; `lookup` is how rows are compared with
    the value; `schema` and `valid` tell which texts are valid.
    """

    name: str
    lookup: str
    description: str
    read: Callable[[str], Any]
    schema: dict[str, Any]
    valid: str
    many: bool = False
    code: str = "bad_filter"

    @property
    def parameter(self) -> OpenApiParameter:
        return OpenApiParameter(
            self.name,
            {"type": "array", "items": self.schema} if self.many else self.schema,
            description=self.description,
            **({"style": "form", "explode": False} if self.many else {}),
        )

    def value(self, text: str) -> Any:
        """What the text says; InvalidInput for anything that is not valid."""
        try:
            if len(text) > LONGEST or "\0" in text:
                raise ValueError(text)
            return [self.read(part) for part in text.split(",")] if self.many else self.read(text)
        except ValueError:
            raise InvalidInput(f"{self.name} is {text[:60]!r}. Valid: {self.valid}.", code=self.code) from None


def choice(name: str, lookup: str, values: Iterable[str], description: str, *, code: str = "bad_filter") -> Filter:
    """One or more of some values, with commas between them."""
    known = list(values)

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(text)
        return text

    valid = f"{', '.join(known)}, or several with commas between them"
    return Filter(name, f"{lookup}__in", description, read, {"type": "string", "enum": known}, valid, True, code)


def flag(name: str, lookup: str, description: str) -> Filter:
    return Filter(name, lookup, description, _flag, {"type": "boolean"}, "true or false")


def number(name: str, lookup: str, description: str) -> Filter:
    return Filter(name, lookup, description, _number, {"type": "integer"}, "a whole number")


def identifier(name: str, lookup: str, description: str) -> Filter:
    return Filter(name, lookup, description, uuid.UUID, {"type": "string", "format": "uuid"}, "a UUID")


def since(lookup: str, description: str) -> Filter:
    schema = {"type": "string", "format": "date-time"}
    return Filter(
        "since", f"{lookup}__gte", description, _moment, schema, "a day or a time such as 2026-01-31T12:00:00Z"
    )


def part_of(name: str, lookup: str, description: str) -> Filter:
    """A part of a text, in upper or lower case."""
    return Filter(name, f"{lookup}__icontains", description, _text, {"type": "string"}, "a text of 1 to 200 characters")


def parameters(filters: Iterable[Filter]) -> list[OpenApiParameter]:
    return [each.parameter for each in filters]


def narrowed(queryset: QuerySet, filters: Iterable[Filter], query: Mapping[str, str]) -> QuerySet:
    """The rows that every filter of the query string lets through."""
    for each in filters:
        if each.name in query:
            queryset = queryset.filter(**{each.lookup: each.value(query[each.name])})
    return queryset


def _flag(text):
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _number(text):
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= HIGHEST):
        raise ValueError(text)
    return int(text)


def _text(text):
    if not text:
        raise ValueError(text)
    return text


def _moment(text):
    """A time, in UTC where it has no offset; the start of a day (UTC)."""
    day = parse_date(text)
    found = datetime.combine(day, time.min) if day else parse_datetime(text)
    if found is None:
        raise ValueError(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
