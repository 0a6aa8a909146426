"""Runs of suites as they are read: tasks with figures, scores of the suite, and several runs side by side."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from django.utils.translation import gettext as _

from annotations.models import Annotation, AnnotationTask, Annotator, Judgement, Question
from datasets.row_errors import shown
from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.estimate import Estimate
from experiments.benchmarks.actions import figures
from experiments.benchmarks.models import SuiteRun, SuiteRunTask
from experiments.benchmarks.models.suite_run_task import CANCELLED, COMPLETED, FAILED, RUNNING, SKIPPED
from experiments.benchmarks.plan import PlannedTask
from experiments.benchmarks.ranking import Ranked, ranked
from experiments.benchmarks.scores import MACRO, MICRO, SuiteScore, TaskFigures, suite_score
from experiments.evaluations.actions import runs as evaluation_runs
from experiments.evaluations.models import EvaluationScorer
from reviews.quality.actions import people_tests
from reviews.quality.actions.judged_labels import key_of

MOST_SYSTEMS = 30


@dataclass(frozen=True)
class BoardRow:
    """`n_passed` is None where the metric has no threshold."""

    row: SuiteRunTask
    figures: TaskFigures
    planned: PlannedTask
    n_passed: int | None


@dataclass(frozen=True)
class CoveragePart:
    """`kind` is done, todo or failed; place and width in per cent."""

    kind: str
    n: int
    x: float
    width: float


@dataclass(frozen=True)
class Board:
    """A run with its tasks in the order of the plan; `cost_usd` None: the price of a call is unknown."""

    run: SuiteRun
    tasks: list[BoardRow]
    cost_usd: Decimal | None
    simulated: bool

    @cached_property
    def macro(self) -> SuiteScore:
        return suite_score([each.figures for each in self.tasks], MACRO)

    @cached_property
    def micro(self) -> SuiteScore:
        return suite_score([each.figures for each in self.tasks], MICRO)

    @property
    def score(self) -> SuiteScore:
        return self.micro if self.run.suite.aggregation == MICRO else self.macro

    @property
    def overall_score(self) -> float | None:
        return self.score.estimate.value

    def count(self, *states: str) -> int:
        return sum(each.row.state in states for each in self.tasks)

    @property
    def running(self) -> int:
        return self.count(RUNNING)

    @property
    def failed(self) -> int:
        return self.count(FAILED)

    @property
    def skipped(self) -> int:
        return self.count(SKIPPED)

    @property
    def unscored(self) -> int:
        """Tasks that have ended without a score."""
        return self.count(FAILED, SKIPPED, CANCELLED)

    @property
    def cost_of_case(self) -> Decimal | None:
        return None if self.cost_usd is None or not self.score.n_scored else self.cost_usd / self.score.n_scored

    @property
    def parts(self) -> list[CoveragePart]:
        """Cases scored, to do, and of ended tasks without a score; empty parts are left out."""
        over = sum(each.figures.n_total - each.figures.n_scored for each in self.tasks if each.row.has_ended)
        counts = {"done": self.score.n_scored, "todo": self.score.n_total - self.score.n_scored - over, "failed": over}
        found, x = [], 0.0
        for kind, n in counts.items():
            width = 100 * n / (self.score.n_total or 1)
            found += [CoveragePart(kind, n, x, width)] if n else []
            x += width
        return found

    @property
    def progress(self) -> dict:
        return {
            "total_tasks": len(self.tasks),
            "completed_tasks": self.count(COMPLETED),
            "total_items": self.score.n_total,
            "completed_items": self.score.n_scored,
        }


def leaderboard(suite, aggregation: str | None = None) -> "Comparison":
    """The Comparison of the newest run of each system; one without any run has no models."""
    # The newest run of each system, at most MOST_SYSTEMS; one that is open counts only where there is no other.
    found = {}
    runs = SuiteRun.objects.filter(suite=suite).select_related("suite", "system").order_by("-created_at")
    for run in [*runs.exclude(state__in=["waiting", "running"])[:200], *runs.open()[:50]]:
        found.setdefault(run.system_id, run)
    runs = list(found.values())[:MOST_SYSTEMS]
    return compare(runs, aggregation) if runs else Comparison(aggregation or suite.aggregation, [])


def board_of(run: SuiteRun) -> Board:
    return boards_of([run])[0]


def boards_of(runs: list[SuiteRun]) -> list[Board]:
    """The Board of each run; as many statements for many runs as for one."""
    rows = SuiteRunTask.objects.filter(run__in=runs).select_related("task__dataset_version", "evaluation")
    by_run, rows = defaultdict(list), list(rows)
    found, passed = figures.of_rows(rows), figures.passed(rows)
    costs = evaluation_runs.total_costs(evaluations=[row.evaluation for row in rows if row.evaluation_id])
    for row in rows:
        by_run[row.run_id].append(row)
    return [_board(run, by_run[run.pk], found, passed, costs) for run in runs]


def _board(run, rows, found, passed, costs):
    planned = {each["key"]: PlannedTask(**each) for each in run.plan["tasks"]}
    tasks = [BoardRow(row, found[row.pk], planned[row.task.key], passed.get(row.evaluation_id)) for row in rows]
    tasks.sort(key=lambda each: (each.planned.start, each.row.task.position))
    own = [costs[row.evaluation_id] for row in rows if row.evaluation_id]
    is_known = all(cost.usd is not None for cost in own)
    total = sum((cost.usd for cost in own), Decimal(0)) if is_known else None
    return Board(run, tasks, total, any(cost.simulated for cost in own))


@dataclass(frozen=True)
class Compared:
    """One run on the board; without a score it has no rank."""

    board: Board
    score: SuiteScore
    rank: Ranked | None

    @property
    def run_id(self):
        return self.board.run.pk

    @property
    def model_name(self):
        return self.board.run.system.name

    @property
    def overall_score(self):
        return self.score.estimate.value

    @property
    def low(self):
        return self.score.estimate.low

    @property
    def high(self):
        return self.score.estimate.high

    @property
    def place(self):
        return self.rank and self.rank.place

    @property
    def best_rank(self):
        return self.rank and self.rank.best

    @property
    def worst_rank(self):
        return self.rank and self.rank.worst

    @property
    def difference(self) -> Estimate | None:
        return self.rank and self.rank.difference


@dataclass(frozen=True)
class Comparison:
    """Runs of one suite, best first, those without a rank last; `tasks` are those that all ranked runs have."""

    aggregation: str
    models: list[Compared]

    @property
    def winner(self):
        """The best run, unless another may be as good."""
        is_alone = self.models and self.models[0].worst_rank == 1
        return self.models[0].run_id if is_alone else None

    @property
    def comparison(self):
        """A row for each task that any run has, with the score of each run."""
        names, scores = {}, defaultdict(dict)
        for compared in self.models:
            for each in compared.board.tasks:
                names.setdefault(each.row.task.key, each.row.task.title)
                scores[each.row.task.key][compared.run_id] = each.figures.mean
        return [
            {
                "task_key": key,
                "task_name": name,
                "scores": [{"run_id": each.run_id, "score": scores[key].get(each.run_id)} for each in self.models],
            }
            for key, name in names.items()
        ]


@dataclass(frozen=True)
class SuiteJudge:
    """A model that scores tasks of a suite by one metric; `licence` says what tests against people let it do."""

    annotator: Annotator
    metric: str
    licence: str


def judges_of(comparison: Comparison) -> list[SuiteJudge]:
    """The judges behind the scores, each once; two statements."""
    rows = [each.row for compared in comparison.models for each in compared.board.tasks]
    evaluations = [row.evaluation_id for row in rows if row.evaluation_id and row.task.judge]
    scorers = EvaluationScorer.objects.filter(evaluation__in=evaluations, annotator__kind="llm") if evaluations else []
    if not scorers:
        return []
    found = {
        (each.annotator.name, key_of(each.question)): each.annotator
        for each in scorers.select_related("annotator", "question__metric")
    }
    known = people_tests.licences(comparison.models[0].board.run.organization, found.values())
    return [
        SuiteJudge(annotator, key, people_tests.licence_in(known, annotator, key).key)
        for (_name, key), annotator in sorted(found.items(), key=lambda each: each[0])
    ]


def compare(runs: list[SuiteRun], aggregation: str | None = None) -> Comparison:
    """InvalidInput for runs of several suites. Runs are ranked where they have a score and the same tasks."""
    suites = {run.suite_id for run in runs}
    if len(suites) > 1:
        met = ", ".join(sorted({shown(str(run.suite)) for run in runs}))
        words = _("Runs of one version of one suite can be compared, not of %(met)s.")
        raise InvalidInput(words % {"met": met}, code="other_suite")
    aggregation = aggregation or runs[0].suite.aggregation
    boards = boards_of(runs)
    scored = [(board, board.micro if aggregation == MICRO else board.macro) for board in boards]
    tasks = max(({each.row.task.key for each in board.tasks} for board, _score in scored), key=len)
    able = [
        board
        for board, score in scored
        if score.estimate.value is not None and {each.row.task.key for each in board.tasks} == tasks
    ]
    places = {each.key: each for each in _ranked(able, aggregation)}
    models = [Compared(board, score, places.get(board.run.pk)) for board, score in scored]
    models.sort(key=lambda each: (each.rank is None, each.rank.place if each.rank else 0, str(each.run_id)))
    return Comparison(aggregation, models)


def _ranked(boards, aggregation):
    if not boards:
        return []
    numbers = _numbers([each.row for board in boards for each in board.tasks])
    tasks = sorted({each.row.task.key: each.row.task.weight for each in boards[0].tasks}.items())
    cases = {
        key: sorted(set().union(*(numbers[_row(board, key).evaluation.task_id] for board in boards)))
        for key, _weight in tasks
    }
    scores = {
        board.run.pk: {
            key: np.array([numbers[_row(board, key).evaluation.task_id].get(case, np.nan) for case in cases[key]])
            for key, _weight in tasks
        }
        for board in boards
    }
    return ranked(scores, None if aggregation == MICRO else [weight for _key, weight in tasks])


def _row(board, key):
    return next(each.row for each in board.tasks if each.row.task.key == key)


def _numbers(rows):
    """{annotation task's id: {case's id: score of its first metric, as `figures` maps it}}; two statements."""
    found = defaultdict(dict)
    tasks = [row.evaluation.task_id for row in rows]
    scores = Judgement.objects.filter(
        annotation__in=Annotation.objects.current().filter(task__in=tasks),
        question__position=0,
        abstained=False,
        number__isnull=False,
    )
    asked = Question.objects.filter(
        position=0, schema_version__in=AnnotationTask.objects.filter(pk__in=tasks).values("schema_version")
    )
    scales = {question.pk: figures.scale_of(question) for question in asked}
    columns = ("annotation__task_id", "annotation__item__test_case_id", "question_id", "number")
    for task, case, question, number in scores.values_list(*columns):
        found[task][case] = scales[question].share(number)
    return found
