"""Result reviews of job directories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import waiting
from ..errors import Failed
from ..server import Resource, id_of, path

REVIEW_SECONDS = 3600.0


class Jobs(Resource):
    """Job directories that models review."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Jobs, newest first; the filter is state."""
        return self._server.rows(path("reviews", "jobs"), "jobs", **filters)

    def get(self, job: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.get(path("reviews", "jobs", id_of(job, "job_id")))

    def create(self, directory: str, *, models: Sequence[str] | None = None, **fields: Any) -> dict[str, Any]:
        """Hand over a directory on the server; `fields` are critic_model and cost_to_scale."""
        body = {"job_dir": directory, **fields} | ({} if models is None else {"models": list(models)})
        return self._server.post(path("reviews", "jobs"), body)

    def upload(self, archive: str | Path, *, models: Sequence[str] | None = None, **fields: Any) -> dict[str, Any]:
        """Hand over a directory of this machine as an archive (.zip, .tar.gz)."""
        form = {**fields} | ({} if models is None else {"models": ",".join(models)})
        file = (Path(archive).name, Path(archive).read_bytes())
        return self._server.post(path("reviews", "jobs"), files={"file": file}, data=form)

    def wait(
        self,
        job: Mapping[str, Any] | str,
        *,
        timeout: float = REVIEW_SECONDS,
        progress: waiting.Progress | None = None,
    ) -> dict[str, Any]:
        """The job with its result, once models have reviewed it."""
        found = waiting.until(
            lambda: self.get(job),
            lambda found: found["state"] != "reviewing",
            what="The review",
            timeout=timeout,
            progress=progress,
        )
        if found["state"] == "failed":
            raise Failed(f"The review failed: {found['error']}", details=found)
        return found

    def sign_off(self, job: Mapping[str, Any] | str, verdict: str, note: str = "") -> dict[str, Any]:
        """Close a reviewed job; `verdict` is trust, caution or reject."""
        address = path("reviews", "jobs", id_of(job, "job_id"), "sign-off")
        return self._server.post(address, {"verdict": verdict, "note": note})
