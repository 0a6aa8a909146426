"""Answers of systems to cases, with what they cost and how long they took."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pandas

from .. import rows
from ..annotation_frames import of_rows
from ..results import PushResult, push
from ..rows import Rows
from ..server import Resource, id_of, path

COLUMNS = (
    "external_id",
    "test_case_id",
    "system",
    "system_id",
    "text",
    "error",
    "repetition",
    "finish_reason",
    "latency_ms",
    "tokens_in",
    "tokens_out",
    "cost_usd",
)
WHOLE = ("repetition", "tokens_in", "tokens_out")


class Outputs(Resource):
    """The outputs of a version's cases."""

    def push(
        self,
        version: Mapping[str, Any],
        data: Rows,
        *,
        system: str | Mapping[str, Any] | None = None,
        columns: Mapping[str, str] | None = None,
        refused: str = "raise",
        progress: Callable[[int, int], None] | None = None,
    ) -> PushResult:
        """Add answers to cases of an open or published version, a thousand at a time; nothing is replaced.

        Columns are external_id or test_case_id, text or error, and as known: system, repetition (from 1),
        finish_reason, latency_ms, tokens_in, tokens_out, cost_usd. `columns` is {one of these: the data's own name}.
        `system` is a name, or {"name", "model", "model_version", "provider", "prompt", "system_prompt", "parameters"},
        of all rows. The same rows again are `existing`.
        """
        outputs = [_output(row, system, columns or {}) for row in rows.of(data)]
        address = path("datasets", version["dataset_id"], "versions", version["version_number"], "outputs")
        return push(
            outputs,
            lambda chunk: self._server.post(address, {"outputs": chunk}),
            name="outputs",
            refused=refused,
            progress=progress,
        )

    def send(self, version: Mapping[str, Any] | str, data: Rows) -> PushResult:
        """Send what a running system answered to an open version, a thousand rows at a time, each thousand all or none.

        Columns are input (or prompt, conversation, context, system_prompt) and external_id, metadata, expected_output,
        system or system_id, text or error, and as known those of `push` and occurred_at. The same external_id again is
        `existing`.
        """
        given = [{name: value for name, value in row.items() if value is not None} for row in rows.of(data)]
        body = {"dataset_version_id": id_of(version, "version_id")}
        return push(
            given,
            lambda chunk: self._server.post(path("outputs"), body | {"outputs": chunk}),
            name="outputs",
            refused="raise",
        )

    def list(self, version: Mapping[str, Any], system_id: str | None = None) -> Iterator[dict[str, Any]]:
        """The outputs in the order of their cases."""
        address = path("datasets", version["dataset_id"], "versions", version["version_number"], "outputs")
        return self._server.rows(address, "outputs", limit=1000, system_id=system_id)

    def frame(self, version: Mapping[str, Any], system_id: str | None = None) -> pandas.DataFrame:
        """The outputs as a DataFrame."""
        return of_rows(self.list(version, system_id))


def _output(row: Mapping[str, Any], system: Any, columns: Mapping[str, str]) -> dict[str, Any]:
    """A row as the body of an output; pandas makes floats of whole numbers where one is missing."""
    output = {name: row.get(columns.get(name, name)) for name in COLUMNS}
    found = {name: value for name, value in output.items() if value is not None}
    if system is not None:
        found.setdefault("system", system)
    for name in WHOLE:
        if isinstance(found.get(name), float) and found[name].is_integer():
            found[name] = int(found[name])
    for name in ("external_id", "test_case_id"):
        if name in found:
            found[name] = str(found[name])
    return found
