"""Rubric studies, and the evidence sets that they read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .. import waiting
from ..errors import Failed
from ..server import Server, id_of, path

ENDED = ("completed", "failed", "cancelled")
STUDY_SECONDS = 6 * 3600.0


class Studies:
    """Rubric studies; `Client.study(id)` has the tables of one."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Studies, newest first; filters are status, evidence_set, name and since."""
        return self._server.rows(path("studies"), "studies", **filters)

    def get(self, study: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.get(path("studies", id_of(study, "study_id")))

    def create(
        self, name: str, evidence_set: Mapping[str, Any] | str, settings: Mapping[str, Any], **fields: Any
    ) -> dict[str, Any]:
        """A study of an evidence set as it is now, paused unless `start=True`; `fields` are policy and start."""
        body = {"name": name, "evidence_set_id": id_of(evidence_set, "evidence_set_id"), "settings": dict(settings)}
        return self._server.post(path("studies"), body | fields)

    def clone(self, study: Mapping[str, Any] | str, name: str, **fields: Any) -> dict[str, Any]:
        """Another study of the same evidence set; `fields` are the settings that change, policy and start."""
        return self._server.post(path("studies", id_of(study, "study_id"), "clone"), {"name": name, **fields})

    def set_state(self, study: Mapping[str, Any] | str, state: str) -> dict[str, Any]:
        """`state` is run, pause or cancel."""
        return self._server.patch(path("studies", id_of(study, "study_id")), {"desired_state": state})

    def wait(
        self,
        study: Mapping[str, Any] | str,
        *,
        timeout: float = STUDY_SECONDS,
        progress: waiting.Progress | None = None,
    ) -> dict[str, Any]:
        """The study, once its run has ended; Failed when that failed."""
        found = waiting.until(
            lambda: self.get(study),
            lambda found: found["run"]["status"] in ENDED,
            what="The study",
            timeout=timeout,
            progress=progress,
        )
        if found["run"]["status"] == "failed":
            raise Failed(f"The study failed: {found['run']['status_reason'] or 'see its requests'}", details=found)
        return found
