"""What tasks bring: annotations, judgements, ground truth and agreement, as DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pandas

from .. import annotation_frames, waiting
from ..server import Resource, id_of, path

Task = Mapping[str, Any] | str
FRESH_SECONDS = 120.0
FIGURES = ("value", "low", "high", "reason", "n_items", "n_annotators", "n_labels", "interpretation", "notes")
TRUTH = (
    "item_id",
    "position",
    "external_id",
    "question",
    "value",
    "version",
    "source",
    "share",
    "confidence",
    "people",
    "machines",
    "simulated",
    "created_at",
)


class Annotations(Resource):
    """The current annotations of a task, of people, models and programs alike.

    Filters are annotator_id, kind (human, llm, program), item_id, flagged, origin, exposure, since and question.
    """

    def list(self, task: Task, **filters: Any) -> Iterator[dict[str, Any]]:
        """One annotation after the other, as the API has them."""
        for page in self._pages(task, None, filters):
            yield from page

    def frame(self, task: Task, *, progress: Callable[[int], None] | None = None, **filters: Any) -> pandas.DataFrame:
        """A row for each annotation, with the columns labels.KEY, justifications.KEY and confidences.KEY.

        `progress(rows read so far)` is called after each page.
        """
        return annotation_frames.wide(self._pages(task, progress, filters))

    def judgements(
        self, task: Task, *, progress: Callable[[int], None] | None = None, **filters: Any
    ) -> pandas.DataFrame:
        """A row for each answer to one question: question, value, abstained, justification, confidence."""
        return annotation_frames.long(self._pages(task, progress, filters))

    def _pages(
        self, task: Task, progress: Callable[[int], None] | None, filters: Mapping[str, Any]
    ) -> Iterator[list[dict[str, Any]]]:
        """Pages of annotations; the next one is on its way while one is read."""
        address, params, count = _of(task, "annotations.jsonl"), dict(filters), 0
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(self._server.request, "GET", address, params=params)
            while coming is not None:
                response = coming.result()
                onward = response.links.get("next", {}).get("url")
                coming = None if onward is None else pool.submit(self._server.request, "GET", onward)
                page = annotation_frames.read_lines(response.text)
                count += len(page)
                if progress is not None:
                    progress(count)
                yield page


class GroundTruth(Resource):
    """The values that people agreed on, decided or imported."""

    def list(self, task: Task, **filters: Any) -> Iterator[dict[str, Any]]:
        """The current values; filters are source, question and since."""
        return self._server.rows(_of(task, "ground-truth"), "ground_truth", limit=1000, **filters)

    def frame(self, task: Task, **filters: Any) -> pandas.DataFrame:
        """A row for each item and question that has a value."""
        return annotation_frames.of_rows(self.list(task, **filters), TRUTH)


class Agreement(Resource):
    """How far annotators agree; computed in the background, so all methods wait until all answers are in it."""

    def frame(self, task: Task, *, timeout: float = FRESH_SECONDS) -> pandas.DataFrame:
        """A row for each question, scope (people, …) and metric: value, 95 % interval and n, or why there is none."""
        questions = self._fresh(task, "progress", timeout)["agreement_metrics"]["questions"]
        found = [
            {"question": question, "scope": scope, "metric": metric, **{name: figure[name] for name in FIGURES}}
            for question, scopes in questions.items()
            for scope, metrics in scopes.items()
            for metric, figure in metrics.items()
        ]
        return annotation_frames.of_rows(found, ("question", "scope", "metric", *FIGURES))

    def pairs(self, task: Task, *, timeout: float = FRESH_SECONDS) -> pandas.DataFrame:
        """A row for each question and two annotators: alpha, kappa, percent, and the items that both labelled."""
        found = []
        for matrix in self._fresh(task, "pairs", timeout)["questions"]:
            names = {each["annotator_id"]: each["name"] for each in matrix["annotators"]}
            for pair in matrix["pairs"]:
                whom = {"first": names.get(pair["first"]), "second": names.get(pair["second"])}
                ids = {"first_id": pair["first"], "second_id": pair["second"]}
                found.append({"question": matrix["question"]} | pair | whom | ids)
        names = ("question", "first", "second", "n_items", "alpha", "kappa", "percent", "reason")
        return annotation_frames.of_rows(found, (*names, "first_id", "second_id"))

    def annotators(self, task: Task, *, timeout: float = FRESH_SECONDS) -> pandas.DataFrame:
        """A row for each annotator: answers, agreement with people, average time."""
        found = self._fresh(task, "progress", timeout)["annotator_stats"]
        names = ("annotator_id", "name", "kind", "simulated", "annotations_count")
        return annotation_frames.of_rows(found, (*names, "agreement_rate", "average_time_seconds"))

    def _fresh(self, task: Task, what: str, timeout: float) -> dict[str, Any]:
        """What the server answers once its figures hold all answers; reading the progress makes it compute them."""
        waiting.until(
            lambda: self._server.get(_of(task, "progress")),
            lambda found: not found["stale"],
            what="The computation of the agreement",
            timeout=timeout,
        )
        return self._server.get(_of(task, what))


def _of(task: Task, *more: str) -> str:
    return path("annotations", "tasks", id_of(task, "task_id"), *more)
