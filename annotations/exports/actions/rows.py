"""Rows of an export as they are read, and what a table needs to know of them."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotations.labels.types import registry as label_types

# What a value of ground truth comes from: a column of each for every question.
WHOSE = [
    ("source", "text"),
    ("people", "integer"),
    ("machines", "integer"),
    ("simulated", "boolean"),
    ("share", "number"),
    ("votes", "integer"),
    ("confidence", "number"),
]


@dataclass(frozen=True)
class Source:
    """Rows to come, as mappings or as JSON texts, and the Columns that a table needs.

    total: how many rows, None when not known. counts: for the manifest; the reading adds what only it can show.
    """

    rows: Iterator
    columns: list
    total: int | None = None
    counts: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Written:
    rows: int
    snapshot_at: datetime.datetime
    counts: dict


def value_type(spec):
    """The column type of a question's value, as its JSON Schema declares it."""
    declared = label_types[spec.label_type].json_schema(spec.config)
    kind = declared.get("type")
    if kind in ("integer", "number"):
        return "number"
    if kind == "boolean":
        return "boolean"
    if kind == "array" and declared.get("items", {}).get("type") == "string":
        return "texts"
    is_text = kind == "string" or all(isinstance(value, str) for value in declared.get("enum", [None]))
    return "text" if is_text else "json"
