"""Export files of a task."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import waiting
from ..errors import Failed
from ..server import Resource, id_of, path

ENDED = ("completed", "failed", "cancelled")
EXPORT_SECONDS = 600.0


class Exports(Resource):
    """Files of ground truth or annotations, as one snapshot."""

    def create(self, task: Mapping[str, Any] | str, **options: Any) -> dict[str, Any]:
        """Ask for an export; `options` are kind, format, consensus_threshold, annotator_kinds and others of the API."""
        return self._server.post(path("annotations", "tasks", id_of(task, "task_id"), "export"), options)

    def get(self, export_id: str) -> dict[str, Any]:
        return self._server.get(path("exports", export_id))

    def wait(
        self, export: Mapping[str, Any], *, timeout: float = EXPORT_SECONDS, progress: waiting.Progress | None = None
    ) -> dict[str, Any]:
        """The export, once its file is there."""
        found = waiting.until(
            lambda: self.get(export["export_id"]),
            lambda found: found["status"] in ENDED,
            what="The export",
            timeout=timeout,
            progress=progress,
        )
        if found["status"] != "completed":
            raise Failed(f"The export is {found['status']}: {found['error'] or 'somebody ended it'}", details=found)
        return found

    def download(
        self,
        task: Mapping[str, Any] | str,
        to: str | Path,
        *,
        timeout: float = EXPORT_SECONDS,
        progress: waiting.Progress | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Make an export, write its file to `to`, and return its manifest; `options` are those of `create`."""
        export = self.wait(self.create(task, **options), timeout=timeout, progress=progress)
        self._server.save(export["download_url"], to)
        return export["manifest"]
