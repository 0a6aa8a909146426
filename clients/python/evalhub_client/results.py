"""What became of rows that were sent in chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas

from .errors import EvalHubClientError

ROWS_AT_ONCE = 1_000
SHOWN = 3


@dataclass
class PushResult:
    """How many rows were created, existed already or were refused; `rows` has what the server said of each, in order.

    `index` of a row counts from 0 through all rows that were sent.
    """

    created: int = 0
    existing: int = 0
    refused: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    def frame(self) -> pandas.DataFrame:
        """The rows as a DataFrame."""
        return pandas.DataFrame(self.rows)

    def refusals(self) -> pandas.DataFrame:
        """The refused rows alone."""
        return pandas.DataFrame([row for row in self.rows if row["status"] == "refused"])

    def __repr__(self) -> str:
        return f"PushResult(created={self.created}, existing={self.existing}, refused={self.refused})"


class RowsRefused(EvalHubClientError):
    """The server refused some of the rows; `result` says which and why, and what became of the others."""

    def __init__(self, text: str, result: PushResult) -> None:
        super().__init__(text)
        self.result = result


def push(
    rows: Sequence[dict[str, Any]],
    send: Callable[[list[dict[str, Any]]], dict[str, Any]],
    *,
    name: str,
    refused: str,
    progress: Callable[[int, int], None] | None = None,
) -> PushResult:
    """Send rows a thousand at a time; an answer has its rows under `name`.

    `refused`: "raise" raises RowsRefused at the end when a row was refused, "keep" leaves that to the caller.
    `progress(rows done, rows in all)` is called after each request.
    """
    if refused not in ("raise", "keep"):
        raise ValueError(f'refused is {refused!r}. Valid: "raise" or "keep".')
    result = PushResult()
    for first, chunk in _chunks(rows):
        answer = send(chunk)
        for status in ("created", "existing", "refused"):
            setattr(result, status, getattr(result, status) + answer[status])
        result.rows += [row | {"index": row["index"] + first} for row in answer[name]]
        if progress is not None:
            progress(first + len(chunk), len(rows))
    if result.refused and refused == "raise":
        raise RowsRefused(_refusal_text(result), result)
    return result


def _chunks(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    for first in range(0, len(rows), ROWS_AT_ONCE):
        yield first, list(rows[first : first + ROWS_AT_ONCE])


def _refusal_text(result: PushResult) -> str:
    first = [row for row in result.rows if row["status"] == "refused"][:SHOWN]
    reasons = "; ".join(f"row {row['index']}: {_reason(row)}" for row in first)
    others = f"; and {result.refused - len(first)} more" if result.refused > len(first) else ""
    return f"{result.refused} of {len(result.rows)} rows were refused: {reasons}{others}. All of them: error.result."


def _reason(row: dict[str, Any]) -> Any:
    error = row.get("error")
    return error["message"] if error else row.get("reason")
