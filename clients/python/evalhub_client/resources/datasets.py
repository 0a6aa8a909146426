"""Datasets, their versions, and their cases."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas

from .. import rows, waiting
from ..errors import Failed
from ..results import PushResult, push
from ..rows import Rows
from ..server import Resource, id_of, path

Version = Mapping[str, Any]
Counted = Callable[[int, int], None]
IMPORT_SECONDS = 600.0
SHOWN_ERRORS = 3


class Datasets(Resource):
    """Datasets with numbered versions. A version is the mapping that the server answers: it has both ids."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        return self._server.rows(path("datasets"), "datasets", **filters)

    def get(self, dataset_id: str) -> dict[str, Any]:
        return self._server.get(path("datasets", dataset_id))

    def create(self, name: str, **fields: Any) -> dict[str, Any]:
        """A dataset without versions; `fields` are description, type and tags."""
        return self._server.post(path("datasets"), {"name": name, **fields})

    def from_frame(
        self,
        name: str,
        data: Rows,
        *,
        columns: Mapping[str, Any] | None = None,
        publish: bool = True,
        timeout: float = IMPORT_SECONDS,
        **fields: Any,
    ) -> dict[str, Any]:
        """A new dataset of these rows: its version, published unless `publish` is false.

        `columns` says which column is what, as `add_version` takes it; `fields` are those of `create`.
        """
        dataset = self.create(name, **fields)
        version = self.add_version(dataset, data, columns=columns, timeout=timeout)
        return self.publish(version) if publish else version

    def versions(self, dataset: Mapping[str, Any] | str) -> Iterator[dict[str, Any]]:
        """The versions of a dataset, newest first."""
        return self._server.rows(path("datasets", id_of(dataset, "dataset_id"), "versions"), "versions")

    def version(self, dataset: Mapping[str, Any] | str, number: int) -> dict[str, Any]:
        return self._server.get(path("datasets", id_of(dataset, "dataset_id"), "versions", number))

    def add_version(
        self,
        dataset: Mapping[str, Any] | str,
        data: Rows | str | Path,
        *,
        columns: Mapping[str, Any] | None = None,
        description: str = "",
        timeout: float = IMPORT_SECONDS,
        progress: waiting.Progress | None = None,
    ) -> dict[str, Any]:
        """Import rows, or a file (.csv, .json, .jsonl, .parquet), as the next version; all of it or nothing.

        `columns` is {"input": column, "expected_output": column, "acceptable_answers": column, "external_id": column,
        "outputs": {name of a system: column}, "metadata": [column]}; without it the usual names are understood.
        Waits until the server has checked it; Failed names the first rows that are wrong.
        """
        name, content = _file(data)
        form = {"description": description} | ({} if columns is None else {"mapping": json.dumps(columns)})
        made = self._server.post(
            path("datasets", id_of(dataset, "dataset_id"), "versions"), files={"file": (name, content)}, data=form
        )
        found = waiting.until(
            lambda: self.version(made["dataset_id"], made["version_number"]),
            lambda version: version["validation_status"] != "PENDING",
            what=f"The import of version {made['version_number']}",
            timeout=timeout,
            progress=progress,
        )
        if found["validation_status"] != "VALID":
            errors = "; ".join(found["validation_errors"][:SHOWN_ERRORS])
            raise Failed(f"The file was refused, {found['error_count']} errors: {errors}", details=found)
        return found

    def open_version(self, dataset: Mapping[str, Any] | str, description: str = "") -> dict[str, Any]:
        """The next version, without a file: cases are added to it until it is published."""
        address = path("datasets", id_of(dataset, "dataset_id"), "versions", "open")
        return self._server.post(address, {"description": description})

    def publish(self, version: Version) -> dict[str, Any]:
        """Freeze a version: annotation tasks need a published one."""
        return self._server.post(_of_version(version, "publish"))

    def deprecate(self, version: Version) -> dict[str, Any]:
        """Take a version out of use for new annotation tasks."""
        return self._server.post(_of_version(version, "deprecate"))


class Cases(Resource):
    """The cases of a version."""

    def add(
        self,
        version: Version,
        data: Rows,
        *,
        columns: Mapping[str, Any] | None = None,
        refused: str = "raise",
        progress: Counted | None = None,
    ) -> PushResult:
        """Add cases to an open version, a thousand at a time; sent again, those that are stored are `existing`.

        Columns are external_id, input (or its parts prompt, conversation, context, system_prompt), expected_output,
        acceptable_answers and metadata. `columns` names them as `Datasets.add_version` does, without outputs.
        """
        found = rows.of(data)
        cases = [_case(row, columns) for row in found] if columns is not None else found
        address = _of_version(version, "cases")
        return push(
            cases,
            lambda chunk: self._server.post(address, {"cases": chunk}),
            name="cases",
            refused=refused,
            progress=progress,
        )

    def list(self, version: Version, filter: Mapping[str, Any] | None = None) -> Iterator[dict[str, Any]]:
        """The cases in their order; `filter` is over metadata, such as {"topic": "billing"}."""
        chosen = None if filter is None else json.dumps(filter)
        return self._server.rows(_of_version(version, "cases"), "cases", limit=1000, filter=chosen)

    def frame(self, version: Version, filter: Mapping[str, Any] | None = None) -> pandas.DataFrame:
        """The cases as a DataFrame, with the columns input.KEY, metadata.KEY and outputs.NAME."""
        found = [_flat(case) for case in self.list(version, filter)]
        return pandas.DataFrame(found).convert_dtypes() if found else pandas.DataFrame(columns=list(SHARED))

    def sample(self, version: Version, size: int, **options: Any) -> list[dict[str, Any]]:
        """Cases drawn by chance; `options` are strategy, stratify_by and seed."""
        return self._server.post(_of_version(version, "sample"), {"size": size, **options})["cases"]


SHARED = ("test_case_id", "row_index", "external_id", "expected_output", "acceptable_answers")


def _of_version(version: Version, *more: str) -> str:
    return path("datasets", version["dataset_id"], "versions", version["version_number"], *more)


def _file(data: Rows | str | Path) -> tuple[str, bytes]:
    """The name and the bytes of what is uploaded; rows become JSON lines."""
    if isinstance(data, (str, Path)):
        return Path(data).name, Path(data).read_bytes()
    out = io.StringIO()
    for row in rows.of(data):
        out.write(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
    return "cases.jsonl", out.getvalue().encode()


def _case(row: Mapping[str, Any], columns: Mapping[str, Any]) -> dict[str, Any]:
    """A row as the body of a case, by which column is what."""
    known = {"input", "expected_output", "acceptable_answers", "external_id", "metadata"}
    if unknown := sorted(set(columns) - known):
        raise ValueError(f"columns has {unknown[0]!r}. Valid: {', '.join(sorted(known))}.")
    chosen = columns["input"]
    case: dict[str, Any] = {"input": _input(row, chosen)}
    used = {chosen} if isinstance(chosen, str) else set(chosen.values() if isinstance(chosen, Mapping) else chosen)
    for name in ("expected_output", "acceptable_answers", "external_id"):
        if columns.get(name) is not None:
            case[name] = row[columns[name]]
            used.add(columns[name])
    metadata: Sequence[str] = columns.get("metadata", [name for name in row if name not in used])
    case["metadata"] = {name: row[name] for name in metadata if row[name] is not None}
    if case.get("external_id") is not None:
        case["external_id"] = str(case["external_id"])
    if case.get("expected_output") is not None:
        case["expected_output"] = str(case["expected_output"])
    return case


def _input(row: Mapping[str, Any], chosen: Any) -> Any:
    if isinstance(chosen, str):
        return row[chosen]
    pairs = chosen.items() if isinstance(chosen, Mapping) else ((name, name) for name in chosen)
    return {key: row[column] for key, column in pairs}


def _flat(case: Mapping[str, Any]) -> dict[str, Any]:
    flat = {name: case[name] for name in SHARED}
    for part in ("input", "metadata", "outputs"):
        held = case[part] if isinstance(case[part], Mapping) else {"": case[part]}
        flat |= {f"{part}.{key}".rstrip("."): value for key, value in held.items()}
    return flat
