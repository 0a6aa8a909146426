"""Annotation tasks, and the answers that are sent to them in bulk."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .. import rows, waiting
from ..results import PushResult, push
from ..rows import Rows
from ..server import Resource, id_of, path

Task = Mapping[str, Any] | str
READY_SECONDS = 600.0
PARTS = ("labels", "justifications", "confidences", "quotes")
BESIDE = ("time_spent_seconds", "flagged", "flag_reason", "revision", "schema_version", "lease_token")
NAMESPACE = uuid.UUID("6f2f7c2e-54a9-4d0e-9a2a-3d2f7c1f0b11")


class Tasks(Resource):
    """Annotation tasks."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Tasks, newest first; filters are status, name, dataset_version_id and since."""
        return self._server.rows(path("annotations", "tasks"), "tasks", **filters)

    def get(self, task: Task) -> dict[str, Any]:
        return self._server.get(_of(task))

    def create(
        self,
        name: str,
        version: Mapping[str, Any] | str,
        form: Mapping[str, Any] | Sequence[Mapping[str, Any]],
        *,
        instructions: str,
        activate: bool = True,
        timeout: float = READY_SECONDS,
        progress: waiting.Progress | None = None,
        **settings: Any,
    ) -> dict[str, Any]:
        """A task over a published version. `form` is {"fields": [question, …]}, or the list of questions alone.

        `settings` are the others of the API, such as output_name, required_annotations_per_item and sampling_config.
        Waits until its items are ready and hands them out, unless `activate` is false.
        """
        fields = form if isinstance(form, Mapping) else {"fields": list(form)}
        body = {"name": name, "dataset_version_id": id_of(version, "version_id"), "annotation_schema": fields}
        task = self._server.post(path("annotations", "tasks"), body | {"instructions": instructions, **settings})
        if not activate:
            return task
        self.activate(task)
        return self.wait_until_ready(task, timeout=timeout, progress=progress)

    def wait_until_ready(
        self, task: Task, *, timeout: float = READY_SECONDS, progress: waiting.Progress | None = None
    ) -> dict[str, Any]:
        """The task, once all of its items are there."""
        return waiting.until(
            lambda: self.get(task),
            lambda found: found["preparation"] == "READY",
            what="The drawing of items",
            timeout=timeout,
            progress=progress,
        )

    def change(self, task: Task, **changes: Any) -> dict[str, Any]:
        """Change settings, the form of a draft (annotation_schema), or the status."""
        return self._server.patch(_of(task), changes)

    def activate(self, task: Task) -> dict[str, Any]:
        return self.change(task, status="ACTIVE")

    def pause(self, task: Task) -> dict[str, Any]:
        return self.change(task, status="PAUSED")

    def complete(self, task: Task) -> dict[str, Any]:
        return self.change(task, status="COMPLETED")

    def items(self, task: Task, external_id: str | None = None) -> Iterator[dict[str, Any]]:
        """The items in their order, without content: item_id, position, test_case_id, external_id, open_slots."""
        return self._server.rows(_of(task, "items"), "items", limit=1000, external_id=external_id)

    def progress(self, task: Task) -> dict[str, Any]:
        """Counts of items, agreement and annotators, as the server has them now."""
        return self._server.get(_of(task, "progress"))


class Submissions(Resource):
    """Answers of the key's owner to many items at once."""

    def push(
        self,
        task: Task,
        data: Rows,
        *,
        labels: Mapping[str, str] | Sequence[str] | None = None,
        justifications: Mapping[str, str] | None = None,
        confidences: Mapping[str, str] | None = None,
        quotes: Mapping[str, str] | None = None,
        refused: str = "raise",
        progress: Callable[[int, int], None] | None = None,
    ) -> PushResult:
        """Submit a row for each item, a thousand at a time.

        Items are named by the column item_id or external_id. `labels` is {question: column}, or a list of questions
        that are columns; without it the columns `labels.QUESTION`, or `QUESTION` of the task's form, are taken, as
        `annotations.frame` has them. The same goes for the other parts. Further columns: time_spent_seconds, flagged,
        flag_reason, revision. Each row has a submission_id made of the key, the task and its content, unless it has a
        column of that name: the same rows again are `existing`, however often they are sent.
        """
        found = rows.of(data)
        by_part = {
            "labels": labels if labels is None or isinstance(labels, Mapping) else {name: name for name in labels},
            "justifications": justifications,
            "confidences": confidences,
            "quotes": quotes,
        }
        columns = {part: self._columns(task, found, part, given) for part, given in by_part.items()}
        if found and not columns["labels"]:
            raise ValueError(f"No column is a question of the form. There are: {', '.join(found[0])}.")
        whose = hashlib.sha256(self._server.key.encode()).hexdigest()
        bodies = [_body(row, columns, f"{whose} {id_of(task, 'task_id')}") for row in found]
        return push(
            bodies,
            lambda chunk: self._server.post(_of(task, "annotations"), {"annotations": chunk}),
            name="results",
            refused=refused,
            progress=progress,
        )

    def _columns(
        self, task: Task, found: Sequence[Mapping[str, Any]], part: str, given: Mapping[str, str] | None
    ) -> Mapping[str, str]:
        """{question: column} of one part of the answers."""
        have = list(found[0]) if found else []
        if given is not None:
            rows.need(given.values(), found, what=part)
            return given
        named = {name.removeprefix(f"{part}."): name for name in have if name.startswith(f"{part}.")}
        if named or part != "labels" or not found:
            return named
        form = self._server.get(_of(task))["annotation_schema"]
        return {field["key"]: field["key"] for field in form["fields"] if field["key"] in have}


def _body(row: Mapping[str, Any], columns: Mapping[str, Mapping[str, str]], whose: str) -> dict[str, Any]:
    """One row as the API takes it."""
    name = "item_id" if row.get("item_id") is not None else "external_id"
    if row.get(name) is None:
        raise ValueError("A row names no item. Valid: a column item_id or external_id with a value in each row.")
    body: dict[str, Any] = {name: str(row[name])}
    for part in PARTS:
        answers = {key: row[column] for key, column in columns[part].items() if row[column] is not None}
        if answers or part == "labels":
            body[part] = answers
    body |= {name: row[name] for name in BESIDE if row.get(name) is not None}
    content = json.dumps(body, sort_keys=True, ensure_ascii=False)
    body["submission_id"] = str(row.get("submission_id") or uuid.uuid5(NAMESPACE, f"{whose} {content}"))
    return body


def _of(task: Task, *more: str) -> str:
    return path("annotations", "tasks", id_of(task, "task_id"), *more)
