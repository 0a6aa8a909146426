"""Evaluations: scores of single outputs, or of a dataset version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas

from .. import waiting
from ..server import Resource, id_of, path
from .gates import Gates

ENDED = ("completed", "failed", "cancelled")
SECONDS = 3600.0


class Evaluations(Resource):
    """Programs and models score outputs; a mean says of how many, and why the others have no score."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Newest first; filters are status, type, dataset_version_id, name, created_after, created_before."""
        return self._server.rows(path("evaluations"), "runs", **filters)

    def get(self, evaluation_id: str) -> dict[str, Any]:
        return self._server.get(path("evaluations", evaluation_id))

    def score(self, input: Any, output: str, metrics: Sequence[Any], **fields: Any) -> dict[str, Any]:
        """Score one output; `fields` are expected_output, context, config and metadata of the API.

        Its status is pending where the scores took longer than the server waits: `wait` for them.
        """
        body = {"input": input, "output": output, "metrics": [*metrics], **fields}
        return self._server.post(path("evaluations"), body)

    def create(self, version: Mapping[str, Any] | str, metrics: Sequence[Any], **fields: Any) -> dict[str, Any]:
        """Begin to score a dataset version; `fields` are those of the API, such as output_name, system and config."""
        body = {"dataset_version_id": id_of(version, "version_id"), "metrics": [*metrics], **fields}
        return self._server.post(path("evaluations", "batch"), body)

    def create_online(self, version: Mapping[str, Any] | str, metrics: Sequence[Any], **fields: Any) -> dict[str, Any]:
        """Score what arrives from now on in an open version; `fields` as in the API, such as sampling."""
        body = {"dataset_version_id": id_of(version, "version_id"), "metrics": [*metrics], **fields}
        return self._server.post(path("evaluations", "online"), body)

    def collection(self, evaluation: Mapping[str, Any] | str, desired_state: str) -> dict[str, Any]:
        """Change an online evaluation: "pause", "collect" what arrives from now on, or "stop" it for good."""
        way = path("evaluations", id_of(evaluation, "evaluation_id"))
        return self._server.patch(way, {"desired_state": desired_state})

    def days(self, evaluation: Mapping[str, Any] | str) -> pandas.DataFrame:
        """What the scores of an online evaluation come to: a row for each metric, scorer and day."""
        found = self._server.get(path("evaluations", id_of(evaluation, "evaluation_id"), "days"))
        return pandas.DataFrame(found["days"])

    def events(self, evaluation: Mapping[str, Any] | str, **filters: Any) -> Iterator[dict[str, Any]]:
        """Scores as events gen_ai.evaluation.result; the filter `scored_after` leaves out those before a time."""
        way = path("evaluations", id_of(evaluation, "evaluation_id"), "events")
        return self._server.rows(way, "events", **filters)

    def job(self, evaluation: Mapping[str, Any] | str) -> dict[str, Any]:
        """Its progress, figures and cost so far."""
        return self._server.get(path("evaluations", "batch", id_of(evaluation, "evaluation_id")))

    def wait(
        self,
        evaluation: Mapping[str, Any] | str,
        *,
        timeout: float = SECONDS,
        progress: waiting.Progress | None = None,
    ) -> dict[str, Any]:
        """The job once it has ended, with the scores that it has."""
        return waiting.until(
            lambda: self.job(evaluation),
            lambda found: found["status"] in ENDED,
            what="The evaluation",
            timeout=timeout,
            progress=progress,
        )

    def decide(
        self,
        evaluation: Mapping[str, Any] | str,
        expression: str,
        *,
        baseline: Mapping[str, Any] | str | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """What an expression says of it: state and conditions; `fields` are least_cases and least_scored_share."""
        body = {"expression": expression, **fields}
        if baseline is not None:
            body["baseline_id"] = id_of(baseline, "evaluation_id")
        return self._server.post(path("evaluations", id_of(evaluation, "evaluation_id"), "gate"), body)

    def gate(
        self,
        evaluation: Mapping[str, Any] | str,
        expression: str | None = None,
        *,
        gate: str | None = None,
        timeout: float = SECONDS,
        **fields: Any,
    ) -> dict[str, Any]:
        """Decide it, once it has ended, by an expression or by the gate of this name; ValueError for both or none."""
        if (expression is None) == (gate is None):
            raise ValueError("Give an expression, or the name of a gate.")
        given = {name: value for name, value in fields.items() if value is not None}
        if gate is not None and given:
            raise ValueError(f"A gate has its own {' and '.join(given)}. Give them with an expression.")
        self.wait(evaluation, timeout=timeout)
        if gate is None:
            return self.decide(evaluation, str(expression), **given)
        gates = Gates(self._server)
        return gates.decide(gates.named(gate), evaluation)

    def results(self, evaluation: Mapping[str, Any] | str, **filters: Any) -> Iterator[dict[str, Any]]:
        """Outputs with their scores; filters are metric, min_score, max_score, failed, disagree, filter and search."""
        way = path("evaluations", id_of(evaluation, "evaluation_id"), "results")
        return self._server.rows(way, "results", **filters)

    def frame(self, evaluation: Mapping[str, Any] | str, **filters: Any) -> pandas.DataFrame:
        """A row for each score: row_index, external_id, system, metric, scorer, score, reasoning, failure_code."""
        kept = ("row_index", "external_id", "system", "repetition")
        return pandas.DataFrame(
            [
                {name: row[name] for name in kept}
                | {name: score[name] for name in ("metric", "scorer", "score", "reasoning", "failure_code")}
                for row in self.results(evaluation, **filters)
                for score in row["scores"]
            ]
        )

    def compare(
        self,
        baseline: Mapping[str, Any] | str,
        *evaluations: Mapping[str, Any] | str,
        slice_by: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Differences from a baseline on the same cases, metric by metric, also by the values of metadata fields."""
        ids = [id_of(each, "evaluation_id") for each in evaluations]
        body = {"baseline_id": id_of(baseline, "evaluation_id"), "evaluation_ids": ids, "slice_by": [*slice_by]}
        return self._server.post(path("evaluations", "compare"), body)

    def cancel(self, evaluation: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.patch(path("evaluations", id_of(evaluation, "evaluation_id")), {"desired_state": "cancel"})

    def retry_failed(self, evaluation: Mapping[str, Any] | str) -> dict[str, Any]:
        """Try failed requests to models and failed scores of programs again; it has to have ended."""
        return self._server.patch(path("evaluations", id_of(evaluation, "evaluation_id")), {"retry_failed": True})
