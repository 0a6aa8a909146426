"""Rubric studies, and the evidence sets that they read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .. import rows, waiting
from ..errors import Failed
from ..results import ROWS_AT_ONCE
from ..server import Resource, id_of, path

ENDED = ("completed", "failed", "cancelled")
STUDY_SECONDS = 6 * 3600.0


class Studies(Resource):
    """Rubric studies; `Client.study(id)` has the tables of one."""

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


class EvidenceSets(Resource):
    """Texts that studies read, in sets; a study reads those that its set has when it is made."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Evidence sets, newest first; filters are name, country and since."""
        return self._server.rows(path("evidence-sets"), "evidence_sets", **filters)

    def get(self, evidence_set: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.get(_address(evidence_set))

    def create(self, name: str, concept: str, **fields: Any) -> dict[str, Any]:
        """A set without texts; `fields` are start_date, end_date and country."""
        return self._server.post(
            path("evidence-sets"),
            {"name": name, "concept": concept} | {key: rows.plain(value) for key, value in fields.items()},
        )

    def add(
        self,
        evidence_set: Mapping[str, Any] | str,
        texts: rows.Rows,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Add texts at the end, a thousand at a time: a DataFrame or mappings; returns how many.

        Columns are raw_content, and as far as there are some title, url, cleaned_content, neutralized_content and
        abstracted_content. A refused text refuses its thousand; those before it are stored.
        """
        given = [{name: value for name, value in row.items() if value is not None} for row in rows.of(texts)]
        rows.need(["raw_content"], given, what="A text")
        for first in range(0, len(given), ROWS_AT_ONCE):
            part = given[first : first + ROWS_AT_ONCE]
            self._server.post(f"{_address(evidence_set)}/evidence", {"evidence": part})
            if progress is not None:
                progress(first + len(part), len(given))
        return len(given)

    def evidence(self, evidence_set: Mapping[str, Any] | str) -> Iterator[dict[str, Any]]:
        """Its texts in their order, without the texts themselves."""
        return self._server.rows(f"{_address(evidence_set)}/evidence", "evidence")

    def text(self, evidence_set: Mapping[str, Any] | str, position: int) -> dict[str, Any]:
        """One of them with its text and what was made of it; positions count from 1."""
        return self._server.get(f"{_address(evidence_set)}/evidence/{position}")


def _address(evidence_set: Mapping[str, Any] | str) -> str:
    return path("evidence-sets", id_of(evidence_set, "evidence_set_id"))
