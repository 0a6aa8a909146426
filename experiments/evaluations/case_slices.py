"""Slices of cases by the values of their metadata, in which differences are told apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

MOST_VALUES = 50  # of a field


@dataclass(frozen=True)
class CaseSlice:
    """`field` has `value` in the metadata of the cases int[n]."""

    field: str
    value: str
    cases: np.ndarray


def slices_of(
    metadata: Mapping[int, Mapping[str, Any]], fields: Sequence[str], *, most: int | None = MOST_VALUES
) -> list[CaseSlice]:
    """The CaseSlices of each field's values, the most frequent ones first, `most` of them; `metadata` by case."""
    cases, found = np.array(list(metadata), dtype=np.int64), []
    for name in fields:
        values = np.array([_text(each.get(name)) for each in metadata.values()], dtype=object)
        names, counts = np.unique(values[values != ""].astype(str), return_counts=True)
        for place in np.argsort(-counts, kind="stable")[:most]:
            found.append(CaseSlice(name, str(names[place]), cases[values == names[place]]))
    return found


def _text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
