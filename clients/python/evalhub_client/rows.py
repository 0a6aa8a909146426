"""Rows of a DataFrame, or of a list, as JSON objects: what is missing is null, numbers are Python's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

import numpy
import pandas

Rows: TypeAlias = "pandas.DataFrame | Iterable[Mapping[str, Any]]"


def of(data: Rows) -> list[dict[str, Any]]:
    """JSON objects of the rows; a missing value is None."""
    if isinstance(data, pandas.DataFrame):
        return _of_frame(data)
    return [{str(name): plain(value) for name, value in row.items()} for row in data]


def _of_frame(frame: pandas.DataFrame) -> list[dict[str, Any]]:
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        raise ValueError(f"The DataFrame has columns of the same name: {names}.")
    columns = [[plain(value) for value in frame.iloc[:, place].tolist()] for place in range(len(names))]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def plain(value: Any) -> Any:
    """The value as JSON has it: NaN, NaT and NA are None, times ISO texts; TypeError for what JSON cannot hold."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else _missing(value)
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, numpy.ndarray):
        return [plain(part) for part in value.tolist()]
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, numpy.generic):
        return plain(value.item())
    if value is pandas.NA or value is pandas.NaT:
        return None
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"A row holds a {type(value).__name__}, which JSON cannot hold. Turn it into a text or a number.")


def _missing(value: float) -> None:
    if math.isnan(value):
        return None
    raise ValueError("A row holds an infinite number, which JSON cannot hold.")


def need(names: Iterable[str], rows: Sequence[Mapping[str, Any]], *, what: str) -> None:
    """ValueError when a column is not there, with those that are."""
    have = set().union(*rows[:1])
    lacking = [name for name in names if name not in have]
    if rows and lacking:
        raise ValueError(f"{what} needs the column {lacking[0]!r}. There are: {', '.join(sorted(have))}.")
