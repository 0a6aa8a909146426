"""The libraries of prompts and metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..server import Resource, path


class Prompts(Resource):
    """Prompts of judges, critics, rubrics, evidence views, grading and methods, each with versions."""

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

    def remove_label(self, kind: str, name: str, label: str) -> None:
        self._server.delete(path("prompts", kind, name, "labels", label))

    def find(self, stored: str) -> dict[str, Any]:
        """The version that an annotation, run or study names as its `prompt_version`."""
        return self._server.get(path("prompts", "find"), version=stored)

    def usage(self, kind: str, name: str, version: int | str) -> dict[str, Any]:
        """Who uses a version."""
        return self._server.get(path("prompts", kind, name, "versions", version, "usage"))

    def set_examples(self, kind: str, name: str, annotations: Iterable[int | str]) -> dict[str, Any]:
        """Audited answers of models that the draft shows before the item, in this order."""
        body = {"annotations": [int(each) for each in annotations]}
        return self._server.put(path("prompts", kind, name, "draft", "examples"), body)

    def preview(
        self, kind: str, name: str, *, version: int | str | None = None, item: int | str | None = None
    ) -> dict[str, Any]:
        """What a version says about a real item; the draft and the newest one without."""
        return self._server.get(path("prompts", kind, name, "preview"), version=version, item=item)

    def estimate(self, kind: str, name: str, model: str, **fields: Any) -> dict[str, Any]:
        """Calls and price of a trial; `fields` are version and items."""
        return self._server.post(path("prompts", kind, name, "trials", "estimate"), {"model": model, **fields})

    def try_on_items(self, kind: str, name: str, model: str, **fields: Any) -> dict[str, Any]:
        """Start a trial of a version on items; `trials` has its answers."""
        return self._server.post(path("prompts", kind, name, "trials"), {"model": model, **fields})

    def trials(self, kind: str, name: str) -> Iterator[dict[str, Any]]:
        """The trials of a prompt with their answers."""
        return self._server.rows(path("prompts", kind, name, "trials"), "trials", limit=None)


class Metrics(Resource):
    """Questions with scale and criteria that forms copy; each change is a version."""

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
