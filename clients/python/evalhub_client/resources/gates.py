"""Gates: conditions that evaluations must meet, and what was decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import NotFound
from ..server import Resource, id_of, path


class Gates(Resource):
    """A gate decides evaluations as passed, failed or undecided, condition by condition."""

    def list(self) -> Iterator[dict[str, Any]]:
        """By name."""
        return self._server.rows(path("gates"), "gates")

    def get(self, gate_id: str) -> dict[str, Any]:
        return self._server.get(path("gates", gate_id))

    def named(self, name: str) -> dict[str, Any]:
        """The gate of this name; NotFound names those that there are."""
        found = {gate["name"]: gate for gate in self.list()}
        if name not in found:
            raise NotFound(f"There is no gate {name!r}. Known: {', '.join(found) or 'none'}.")
        return found[name]

    def create(self, name: str, expression: str, **fields: Any) -> dict[str, Any]:
        """`fields` are those of the API: dataset_id, baseline_rule, baseline_id, least_cases and so on."""
        return self._server.post(path("gates"), {"name": name, "expression": expression, **fields})

    def change(self, gate: Mapping[str, Any] | str, **fields: Any) -> dict[str, Any]:
        return self._server.patch(path("gates", id_of(gate, "gate_id")), fields)

    def delete(self, gate: Mapping[str, Any] | str) -> None:
        self._server.delete(path("gates", id_of(gate, "gate_id")))

    def decide(self, gate: Mapping[str, Any] | str, evaluation: Mapping[str, Any] | str) -> dict[str, Any]:
        """The result for an evaluation, against the baseline that the gate's rule names."""
        body = {"evaluation_id": id_of(evaluation, "evaluation_id")}
        return self._server.post(path("gates", id_of(gate, "gate_id"), "decide"), body)

    def results(self, gate: Mapping[str, Any] | str, **filters: Any) -> Iterator[dict[str, Any]]:
        """What the gate said, newest first; the filter is state."""
        return self._server.rows(path("gates", id_of(gate, "gate_id"), "results"), "results", **filters)
