"""DataFrames of annotations, from JSON lines as fast as the server sends them."""

from __future__ import annotations

import gc
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pandas

TEXTS = ("annotation_id", "item_id", "external_id", "annotator_id", "annotator", "annotator_kind")
HOW = ("origin", "exposure")
PLAIN = (*TEXTS, "simulated", *HOW, "revision", "flagged", "flag_reason", "time_spent_seconds", "created_at")
BY_QUESTION = ("labels", "justifications", "confidences")
DTYPES = {
    **dict.fromkeys((*TEXTS, *HOW, "flag_reason", "question", "justification"), "string"),
    **dict.fromkeys(("simulated", "flagged"), "boolean"),
    "revision": "Int64",
    "time_spent_seconds": "float64",
    "confidence": "float64",
}


def read_lines(text: str) -> list[dict[str, Any]]:
    """The objects of JSON lines, read at once: no line of the server holds a raw line break.

    Nothing of what is read is garbage yet, and to look for some takes nearly half of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return json.loads(f"[{text.rstrip().replace(chr(10), ',')}]")
    finally:
        if collects:
            gc.enable()


def wide(pages: Iterable[list[dict[str, Any]]]) -> pandas.DataFrame:
    """A row for each annotation, with the columns labels.KEY, justifications.KEY and confidences.KEY of questions."""
    plain: dict[str, list[Any]] = {name: [] for name in PLAIN}
    by_question: dict[str, dict[str, list[Any]]] = {part: {} for part in BY_QUESTION}
    abstained: list[list[str]] = []
    for rows in pages:
        for part, columns in by_question.items():
            _add(columns, [row[part] for row in rows], before=len(abstained))
        for name, values in plain.items():
            values += [row[name] for row in rows]
        abstained += [row["abstained"] for row in rows]
    found = {name: typed(name, values) for name, values in plain.items() if name != "created_at"}
    for part, columns in by_question.items():
        for key in sorted(columns):
            found[f"{part}.{key}"] = typed("justification" if part == "justifications" else part, columns[key])
    found["abstained"] = pandas.Series(abstained, dtype=object)
    found["created_at"] = typed("created_at", plain["created_at"])
    return pandas.DataFrame(found)


def long(pages: Iterable[list[dict[str, Any]]]) -> pandas.DataFrame:
    """A row for each judgement: an annotation's answer to one question, or that it was left without."""
    shared = (*TEXTS, "simulated", *HOW, "revision", "created_at")
    columns: dict[str, list[Any]] = defaultdict(list)
    for rows in pages:
        for row in rows:
            for question in (*row["labels"], *row["abstained"]):
                for name in shared:
                    columns[name].append(row[name])
                columns["question"].append(question)
                columns["value"].append(row["labels"].get(question))
                columns["abstained"].append(question not in row["labels"])
                columns["justification"].append(row["justifications"].get(question))
                columns["confidence"].append(row["confidences"].get(question))
    names = (*TEXTS, "simulated", "question", "value", "abstained", "justification", "confidence", *HOW)
    return pandas.DataFrame({name: typed(name, columns[name]) for name in (*names, "revision", "created_at")})


def of_rows(rows: Iterable[dict[str, Any]], columns: Iterable[str] = ()) -> pandas.DataFrame:
    """A DataFrame of plain JSON rows; `columns` are those of an empty one."""
    found = list(rows)
    names = list(found[0]) if found else list(columns)
    return pandas.DataFrame({name: typed(name, [row.get(name) for row in found]) for name in names})


def typed(name: str, values: list[Any]) -> pandas.Series:
    """The values of a column with the dtype of its name, or the one that fits them."""
    if name.endswith("_at"):
        return pandas.Series(pandas.to_datetime(values, utc=True, format="ISO8601"), dtype="datetime64[us, UTC]")
    dtype = DTYPES.get(name) or _dtype(values)
    return pandas.Series(values, dtype=dtype)


def _dtype(values: list[Any]) -> Any:
    """The pandas type that holds all values as they are: of texts, booleans, whole or other numbers, else objects."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {str}:
        return "string"
    if kinds == {bool}:
        return "boolean"
    if kinds == {int} and all(value is None or -(2**63) <= value < 2**63 for value in values):
        return "Int64"
    return "float64" if kinds and kinds <= {int, float} else object


def _add(columns: dict[str, list[Any]], objects: list[dict[str, Any]], *, before: int) -> None:
    """Lengthen each column by the objects' values, with None where an object lacks its key."""
    for key in {key for each in objects for key in each} - columns.keys():
        columns[key] = [None] * before
    for key, values in columns.items():
        values += [each.get(key) for each in objects]
