"""Language models as annotators, and their runs over tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .. import waiting
from ..errors import Failed
from ..server import Resource, id_of, path

ENDED = ("completed", "failed", "cancelled")
RUN_SECONDS = 3600.0
Task = Mapping[str, Any] | str


class Annotators(Resource):
    """Language models that tasks can be given to."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        return self._server.rows(path("annotators"), "annotators", **filters)

    def get(self, annotator_id: str) -> dict[str, Any]:
        return self._server.get(path("annotators", annotator_id))

    def create(self, model: str, **fields: Any) -> dict[str, Any]:
        """Make one, or find the one with the same settings; `fields` are name, method, prompt_version, parameters."""
        return self._server.post(path("annotators"), {"model": model, **fields})

    def set_status(self, annotator: Mapping[str, Any] | str, status: str) -> dict[str, Any]:
        """Pause or wake it in all its tasks."""
        return self._server.patch(path("annotators", id_of(annotator, "annotator_id")), {"status": status})


class Runs(Resource):
    """Runs of language models: over a task, and all of the organization."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """All runs, newest first; filters are kind and status."""
        return self._server.rows(path("runs"), "runs", **filters)

    def get(self, run_id: str) -> dict[str, Any]:
        return self._server.get(path("runs", run_id))

    def of_task(self, task: Task) -> list[dict[str, Any]]:
        return self._server.get(_of(task))["runs"]

    def estimate(self, task: Task, model: str, **fields: Any) -> dict[str, Any]:
        """What a run is likely to cost and to take; nothing is started."""
        return self._server.post(_of(task, "estimate"), {"model": model, **fields})

    def start(
        self,
        task: Task,
        model: str | Mapping[str, Any],
        *,
        policy: Mapping[str, Any] | None = None,
        critic_model: str | None = None,
        repeat: bool = False,
        **fields: Any,
    ) -> dict[str, Any]:
        """Let a model answer every item of a task; safe to repeat.

        `model` is a name such as openai/gpt-4o-mini, with `fields` of `Annotators.create`, or an annotator.
        """
        annotator = Annotators(self._server).create(model, **fields) if isinstance(model, str) else model
        body: dict[str, Any] = {"annotator_id": annotator["annotator_id"]}
        chosen = {"policy": policy, "critic_model": critic_model, "repeat": repeat or None}
        return self._server.post(_of(task), body | {name: value for name, value in chosen.items() if value is not None})

    def wait(
        self, run: Mapping[str, Any], *, timeout: float = RUN_SECONDS, progress: waiting.Progress | None = None
    ) -> dict[str, Any]:
        """The run, once it has ended; Failed when all of its requests failed. Some may have: see `progress`."""
        found = waiting.until(
            lambda: self.get(run["run_id"]),
            lambda found: found["status"] in ENDED,
            what="The run",
            timeout=timeout,
            progress=progress,
        )
        if found["status"] == "failed":
            raise Failed(f"The run failed: {found.get('status_reason') or 'see its requests'}", details=found)
        return found

    def set_state(self, run: Mapping[str, Any] | str, state: str) -> dict[str, Any]:
        """`state` is run, pause or cancel."""
        return self._server.patch(path("runs", id_of(run, "run_id")), {"desired_state": state})

    def retry_failed(self, run: Mapping[str, Any] | str) -> dict[str, Any]:
        """Put failed requests back in line."""
        return self._server.patch(path("runs", id_of(run, "run_id")), {"retry_failed": True})


def _of(task: Task, *more: str) -> str:
    return path("annotations", "tasks", id_of(task, "task_id"), "annotators", *more)
