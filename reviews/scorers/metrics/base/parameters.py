"""Parameters of metrics: a frozen dataclass whose fields say by their defaults and bounds what is valid."""

import dataclasses
from typing import Any

from annotations.labels.reading import ObjectReader, listed, not_valid

LONGEST_TEXT = 2000


@dataclasses.dataclass(frozen=True)
class Parameters:
    """No parameters."""


def number(default: float, *, low: float | None = None, high: float | None = None, whole: bool = False) -> Any:
    return dataclasses.field(default=default, metadata={"minimum": low, "maximum": high, "whole": whole})


def choice(default: str, *others: str) -> Any:
    return dataclasses.field(default=default, metadata={"choices": (default, *others)})


def json_object() -> Any:
    """None where it is not given."""
    return dataclasses.field(default=None, metadata={"is_object": True})


def read(kind: type, given: dict[str, object] | None) -> Any:
    """The parameters of a class; InvalidInput names the first that is wrong, the value met and what is valid."""
    reader = ObjectReader({} if given is None else given)
    found = {field.name: _value(reader, field) for field in dataclasses.fields(kind)}
    reader.end()
    return kind(**found)


def _value(reader, field):
    if isinstance(field.default, bool):
        return reader.flag(field.name, field.default)
    if isinstance(field.default, int | float):
        return reader.number(field.name, field.default, **field.metadata)
    if field.metadata.get("is_object"):
        return reader.mapping(field.name) if reader.has(field.name) else None
    if "choices" not in field.metadata:
        return reader.text(field.name, field.default, maximum=LONGEST_TEXT, lines=True)
    value = reader.text(field.name, field.default)
    if value not in field.metadata["choices"]:
        raise not_valid(field.name, value, listed(field.metadata["choices"]))
    return value
