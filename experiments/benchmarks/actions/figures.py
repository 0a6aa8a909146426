"""What the tasks of suite runs have come to: read from the summaries of their evaluations."""

from dataclasses import dataclass

from annotations.models import Question
from experiments.benchmarks.models import SuiteRunTask
from experiments.benchmarks.models.suite_run_task import COMPLETED
from experiments.benchmarks.scores import TaskFigures
from experiments.evaluations.models import ScoreSummary
from experiments.evaluations.summary_estimates import bounds_of


@dataclass(frozen=True)
class Scale:
    """Scores of a scale with two ends are mapped to 0 to 1, so that tasks can be averaged; others stay as they are."""

    least: float = 0.0
    span: float = 1.0
    is_bounded: bool = False

    def share(self, value: float) -> float:
        return (value - self.least) / self.span


def scale_of(question: Question) -> Scale:
    least, most = bounds_of(question)
    return Scale() if least is None or most is None or most <= least else Scale(least, most - least, True)


def of_rows(rows: list[SuiteRunTask]) -> dict[int, TaskFigures]:
    """{id of a row: TaskFigures of its task's first metric, mapped by its Scale}; one statement.

    What is not scored yet has none scored.
    """
    found = {summary.evaluation_id: summary for summary in _summaries(rows).select_related("question")}
    return {row.pk: _figures(row, found.get(row.evaluation_id)) for row in rows}


def passed(rows: list[SuiteRunTask]) -> dict[object, int | None]:
    """{evaluation's id: how many cases pass its first metric}; one statement."""
    return dict(_summaries(rows).values_list("evaluation", "n_passed"))


def _summaries(rows):
    evaluations = [row.evaluation_id for row in rows if row.evaluation_id]
    return ScoreSummary.objects.filter(evaluation__in=evaluations, slice="", question__position=0).order_by("pk")


def _figures(row, summary):
    task = row.task
    if summary is None:
        return TaskFigures(task.key, task.weight, task.dataset_version.row_count, 0, None, None, False)
    scale = scale_of(summary.question)
    return TaskFigures(
        task.key,
        task.weight,
        summary.n_cases_total,
        summary.n_cases,
        None if summary.mean is None else scale.share(summary.mean),
        None if summary.m2 is None else summary.m2 / scale.span**2,
        row.state == COMPLETED,
        is_bounded=scale.is_bounded,
    )
