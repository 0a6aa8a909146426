"""The libraries of prompts and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..server import Server, path


class Prompts:
    """Prompts of judges, critics, rubrics, evidence views, grading and methods, each with versions."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """All prompts; filters are kind and q."""
        return self._server.rows(path("prompts"), "prompts", limit=None, **filters)

    def get(
        self, kind: str, name: str, *, label: str | None = None, version: int | str | None = None
    ) -> dict[str, Any]:
        """The version in use, the one with a label (production, staging), or one by its number or key."""
        if version is not None:
            return self._server.get(path("prompts", kind, name, "versions", version))
        return self._server.get(path("prompts", kind, name), label=label)

    def draft(self, kind: str, name: str, content: str, note: str = "") -> dict[str, Any]:
        """Write the draft of the next version."""
        return self._server.put(path("prompts", kind, name, "draft"), {"content": content, "note": note})

    def publish(self, kind: str, name: str, content_sha256: str | None = None) -> dict[str, Any]:
        """Publish the draft; with its hash only if nobody has changed it."""
        body = {} if content_sha256 is None else {"content_sha256": content_sha256}
        return self._server.post(path("prompts", kind, name, "publish"), body)

    def set_label(self, kind: str, name: str, label: str, version: int | str) -> dict[str, Any]:
        """Move a label to a version: so a change is taken into use, or rolled back."""
        return self._server.put(path("prompts", kind, name, "labels", label), {"version": str(version)})


class Metrics:
    """Questions with scale and criteria that forms copy; each change is a version."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Metrics; filters are key, label_type and q."""
        return self._server.rows(path("metrics"), "metrics", **filters)

    def get(self, metric_id: str) -> dict[str, Any]:
        return self._server.get(path("metrics", metric_id))

    def create(self, key: str, label_type: str, **fields: Any) -> dict[str, Any]:
        """A metric; `fields` are title, config, criteria, direction, pass_at and method."""
        return self._server.post(path("metrics"), {"key": key, "label_type": label_type, **fields})

    def add_version(self, metric_id: str, **fields: Any) -> dict[str, Any]:
        return self._server.post(path("metrics", metric_id, "versions"), fields)

    def versions(self, metric_id: str) -> Iterator[dict[str, Any]]:
        return self._server.rows(path("metrics", metric_id, "versions"), "metrics")
