"""Experiments: which of two or more variants wins, and with what certainty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pandas

from .. import waiting
from ..server import Resource, id_of, path

NO_WINNER = "no_winner"
ENDED = ("completed", "failed", "cancelled")
SECONDS = 3600.0
MOST_ROWS = 1_000


class Experiments(Resource):
    """A plan that never changes once it has started, looks that are stored, and a conclusion."""

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Newest first; filters are status, type and name."""
        return self._server.rows(path("experiments"), "experiments", **filters)

    def get(self, experiment: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.get(self._path(experiment))

    def create(
        self,
        name: str,
        type: str,
        variants: Sequence[Mapping[str, Any]],
        primary_metric: str | Mapping[str, Any],
        *,
        version: Mapping[str, Any] | str | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """A draft. With a dataset `version` every variant answers its cases; without one units are traffic.

        `fields` are those of the API: guardrail_metrics, secondary_metrics, config, scoring, hypothesis, cost_cap_usd.
        """
        body = {"name": name, "type": type, "variants": [*variants], "primary_metric": primary_metric, **fields}
        if version is not None:
            body["dataset_version_id"] = id_of(version, "version_id")
        return self._server.post(path("experiments"), body)

    def start(self, experiment: Mapping[str, Any] | str) -> dict[str, Any]:
        """Begin it, or go on after a pause."""
        return self._server.post(self._path(experiment, "start"), {})

    def pause(self, experiment: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.post(self._path(experiment, "pause"), {})

    def archive(self, experiment: Mapping[str, Any] | str) -> dict[str, Any]:
        return self._server.post(self._path(experiment, "archive"), {})

    def wait(
        self,
        experiment: Mapping[str, Any] | str,
        *,
        timeout: float = SECONDS,
        progress: waiting.Progress | None = None,
    ) -> dict[str, Any]:
        """The results once the evaluations of all variants have ended; of a started experiment over cases."""
        ids = [each["evaluation_id"] for each in self.get(experiment)["variants"]]
        jobs = [path("evaluations", "batch", pk) for pk in ids if pk is not None]
        for job in jobs:
            waiting.until(
                partial(self._server.get, job),
                lambda found: found["status"] in ENDED,
                what="The experiment",
                timeout=timeout,
                progress=progress,
            )
        return self.results(experiment)

    def results(self, experiment: Mapping[str, Any] | str) -> dict[str, Any]:
        """The newest look: verdict, health, and the differences from the control metric by metric."""
        return self._server.get(self._path(experiment, "results"))

    def save_report(self, experiment: Mapping[str, Any] | str, to: str | Path) -> Path:
        """Write the newest look to a file, as a PDF document with its charts."""
        return self._server.save(self._path(experiment, "report.pdf"), to)

    def frame(self, experiment: Mapping[str, Any] | str) -> pandas.DataFrame:
        """The differences of the newest look: metric, role, treatment, n, value, low, high, p and p_corrected."""
        kept = ("metric", "role", "treatment", "n")
        return pandas.DataFrame(
            [
                {name: row[name] for name in kept}
                | {name: row["difference"][name] for name in ("value", "low", "high", "p")}
                | {"p_corrected": row["p_corrected"]}
                for row in self.results(experiment)["differences"]
            ]
        )

    def request_labels(self, experiment: Mapping[str, Any] | str, n_cases: int = 40, **fields: Any) -> dict[str, Any]:
        """Ask people about cases drawn by chance; `fields` are people and seed. The answer names the task."""
        return self._server.post(self._path(experiment, "label-requests"), {"n_cases": n_cases, **fields})

    def allocate(self, experiment: Mapping[str, Any] | str, units: Iterable[str]) -> dict[str, str]:
        """{unit: name of its variant} on traffic; a unit keeps its variant for good. Any number of units."""
        found: dict[str, str] = {}
        for some in _blocks(units):
            answer = self._server.post(self._path(experiment, "allocate"), {"units": some})
            found |= {each["unit"]: each["variant"] for each in answer["allocations"]}
        return found

    def report(self, experiment: Mapping[str, Any] | str, outcomes: Iterable[Mapping[str, Any]]) -> int:
        """How many outcomes {unit, metric, value} were new: the same again is safe. All or none of each 1,000."""
        stored = 0
        for some in _blocks(outcomes):
            stored += self._server.post(self._path(experiment, "outcomes"), {"outcomes": some})["stored"]
        return stored

    def shares(self, experiment: Mapping[str, Any] | str) -> Iterator[dict[str, Any]]:
        """How a bandit has shared out units, oldest first: each change with its seed, chances and posterior."""
        return self._server.rows(self._path(experiment, "shares"), "shares")

    def conclude(
        self, experiment: Mapping[str, Any] | str, winner: Mapping[str, Any] | str = NO_WINNER, notes: str = ""
    ) -> dict[str, Any]:
        """Decide it for good: `winner` is a variant, its id or its name. Nothing of it can change from then on."""
        body = {"winner": id_of(winner, "variant_id"), "notes": notes}
        return self._server.post(self._path(experiment, "conclude"), body)

    def repeat(
        self,
        experiment: Mapping[str, Any] | str,
        version: Mapping[str, Any] | str | None = None,
        *,
        only_new_cases: bool = False,
        name: str = "",
    ) -> dict[str, Any]:
        """A draft with the plan of a concluded experiment on another dataset version, or on new traffic.

        The answer has the `experiment`, and of the version `n_cases` and `n_shared_cases`.
        """
        body: dict[str, Any] = {"only_new_cases": only_new_cases, "name": name}
        if version is not None:
            body["dataset_version_id"] = id_of(version, "version_id")
        return self._server.post(self._path(experiment, "repeat"), body)

    def _path(self, experiment: Mapping[str, Any] | str, *more: str) -> str:
        return path("experiments", id_of(experiment, "experiment_id"), *more)


def _blocks(rows: Iterable[Any]) -> Iterator[list[Any]]:
    rest = iter(rows)
    while some := list(islice(rest, MOST_ROWS)):
        yield some
