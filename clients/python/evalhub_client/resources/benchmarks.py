"""Benchmarks: suites of tasks on which systems are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas

from .. import waiting
from ..server import Resource, id_of, path

ENDED = ("COMPLETED", "FAILED", "CANCELLED")
SECONDS = 24 * 3600.0

Suite = Mapping[str, Any] | str
SuiteRun = Mapping[str, Any] | str


class Benchmarks(Resource):
    """A suite is frozen with its first run; each task of a run is an evaluation."""

    def list(self) -> Iterator[dict[str, Any]]:
        """Suites, newest first."""
        return self._server.rows(path("benchmarks", "suites"), "suites")

    def get(self, suite: Suite) -> dict[str, Any]:
        """A suite with its tasks and the file that it came from."""
        return self._server.get(path("benchmarks", "suites", id_of(suite, "suite_id")))

    def create(self, definition: str | None = None, *, shipped: str | None = None) -> dict[str, Any]:
        """Add a suite from the text of its YAML file, or one that comes with the server by its key.

        The same content again is the same suite. ValueError for both or none.
        """
        if (definition is None) == (shipped is None):
            raise ValueError("Give the text of a suite file, or the key of a suite that comes with the server.")
        body = {"shipped": shipped} if definition is None else {"definition": definition}
        return self._server.post(path("benchmarks", "suites"), body)

    def run(self, suite: Suite, model: Mapping[str, Any] | str, **fields: Any) -> dict[str, Any]:
        """Start a model, a name or {"name", "version", "provider", "config"}, on a suite.

        `fields` are tasks, parallelism, calls, cost_cap_usd and webhook_url of the API.
        """
        named = {"name": model} if isinstance(model, str) else dict(model)
        body = {"suite_id": id_of(suite, "suite_id"), "model": named, **fields}
        return self._server.post(path("benchmarks", "runs"), body)

    def runs(self, suite: Suite | None = None) -> Iterator[dict[str, Any]]:
        """Runs, newest first, of one suite or of all."""
        chosen = None if suite is None else id_of(suite, "suite_id")
        return self._server.rows(path("benchmarks", "runs"), "runs", suite_id=chosen)

    def result(self, run: SuiteRun) -> dict[str, Any]:
        """A run with its progress, its scores, their coverage and its cost."""
        return self._server.get(path("benchmarks", "runs", id_of(run, "run_id")))

    def wait(
        self, run: SuiteRun, *, timeout: float = SECONDS, progress: waiting.Progress | None = None
    ) -> dict[str, Any]:
        """The run once it has ended; tasks that failed say why."""
        return waiting.until(
            lambda: self.result(run),
            lambda found: found["status"] in ENDED,
            what="The run",
            timeout=timeout,
            progress=progress,
        )

    def pause(self, run: SuiteRun) -> dict[str, Any]:
        """Start no more tasks; those that are at work go on."""
        return self._change(run, "pause")

    def resume(self, run: SuiteRun) -> dict[str, Any]:
        return self._change(run, "run")

    def cancel(self, run: SuiteRun) -> dict[str, Any]:
        return self._change(run, "cancel")

    def retry(self, run: SuiteRun) -> dict[str, Any]:
        """Try the tasks again that have no score; completed ones are kept."""
        return self._change(run, "retry")

    def compare(self, runs: Sequence[SuiteRun]) -> dict[str, Any]:
        """Runs of one suite side by side; `winner` is None where the best one is within noise of another."""
        return self._server.post(path("benchmarks", "compare"), {"run_ids": [id_of(run, "run_id") for run in runs]})

    def leaderboard(self, suite: Suite, *, score: str | None = None) -> pandas.DataFrame:
        """A row for each system, by its newest run: score, low, high, rank, best_rank and worst_rank.

        `score` is macro or micro, the suite's own without one.
        """
        found = self._server.get(path("benchmarks", "suites", id_of(suite, "suite_id"), "leaderboard"), score=score)
        return pandas.DataFrame(found["models"])

    def _change(self, run: SuiteRun, desired_state: str) -> dict[str, Any]:
        return self._server.patch(path("benchmarks", "runs", id_of(run, "run_id")), {"desired_state": desired_state})
