"""What the tasks of suite runs have come to: read from the summaries of their evaluations."""

from experiments.benchmarks.models import SuiteRunTask
from experiments.benchmarks.models.suite_run_task import COMPLETED
from experiments.benchmarks.scores import TaskFigures
from experiments.evaluations.models import ScoreSummary


def of_rows(rows: list[SuiteRunTask]) -> dict[int, TaskFigures]:
    """{id of a row: TaskFigures of its task's first metric}; one statement. What is not scored yet has none scored."""
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
    config = summary.question.config
    return TaskFigures(
        task.key,
        task.weight,
        summary.n_total,
        summary.n_scored,
        summary.mean,
        summary.m2,
        row.state == COMPLETED,
        is_bounded=(config.get("min"), config.get("max")) == (0, 1),
    )
