"""The Gantt chart of a run: for each task what was planned, what happened, and when the rest is expected to end.

All places are shares of the axis in per cent, so that the drawing has the width of the page.
"""

import dataclasses
import math
from dataclasses import dataclass

from experiments.benchmarks import plan
from experiments.benchmarks.actions.boards import Board, BoardRow
from experiments.benchmarks.models.suite_run_task import COMPLETED, FAILED, RUNNING, SKIPPED, WAITING

STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400)
MOST_TICKS = 6
NARROWEST = 0.4  # per cent: a task of no time is still seen


@dataclass(frozen=True)
class Bar:
    """`kind` is done, running, expected or failed."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class Tick:
    x: float
    seconds: float


@dataclass(frozen=True)
class GanttRow:
    """`left` are the seconds that a task at work is expected to take still; `needs` titles of tasks."""

    task: BoardRow
    needs: list[str]
    outline: Bar
    bars: list[Bar]
    left: float | None
    actual_start: float | None
    actual_end: float | None


@dataclass(frozen=True)
class Gantt:
    """`now` is None once the run has ended; `end` is the expected or the actual one, in seconds."""

    rows: list[GanttRow]
    ticks: list[Tick]
    now: Tick | None
    end: float
    planned: float
    lower_bound: float
    left: float | None

    @property
    def above_bound(self):
        """By which share the plan is longer than the bound; None without one."""
        return self.planned / self.lower_bound - 1 if self.lower_bound else None


def gantt_of(board: Board, *, now) -> Gantt:
    run = board.run
    origin = run.started_at or run.created_at
    elapsed = ((run.finished_at or now) - origin).total_seconds() if run.started_at else 0.0
    spans = {each.row.task.key: _span(each.row, origin) for each in board.tasks}
    left = {each.row.task.key: _left(each, elapsed, spans) for each in board.tasks}
    expected = {} if run.has_ended else _expected(board, left, elapsed)
    end = elapsed if run.has_ended else max([elapsed, *(end for _start, end in expected.values())])
    length = max(run.plan["makespan"], end, 1.0)
    titles = {each.row.task.key: each.row.task.title for each in board.tasks}
    rows = [
        _row(each, titles, spans[each.row.task.key], expected.get(each.row.task.key), left, elapsed, length)
        for each in board.tasks
    ]
    step = next((step for step in STEPS if length / step <= MOST_TICKS), math.ceil(length / MOST_TICKS))
    ticks = [Tick(100 * place * step / length, place * step) for place in range(1, math.ceil(length / step))]
    shown_now = Tick(100 * min(elapsed / length, 1), elapsed) if run.started_at and not run.has_ended else None
    planned, bound = run.plan["makespan"], run.plan["lower_bound"]
    return Gantt(rows, ticks, shown_now, end, planned, bound, None if run.has_ended else max(0.0, end - elapsed))


def _span(row, origin):
    """(start, end) in seconds after the run's start; the end is None while it is at work."""
    start = row.started_at and (row.started_at - origin).total_seconds()
    end = row.finished_at and (row.finished_at - origin).total_seconds()
    return start, end


def _left(each, elapsed, spans):
    """Seconds still to go by the pace so far, else by the estimate; None for a task that is not at work."""
    if each.row.state != RUNNING:
        return None
    past = max(0.0, elapsed - (spans[each.row.task.key][0] or 0.0))
    scored, total = each.figures.n_scored, each.figures.n_total
    if scored:
        return past * (total - scored) / scored
    return max(0.0, each.row.task.estimated_seconds - past)


def _expected(board, left, elapsed):
    """{key: (start, end)} of what is at work and what waits, as the plan would put it from now on."""
    at_work = {key for key, seconds in left.items() if seconds is not None}
    open_tasks = {each.row.task.key: each.row.task.planned for each in board.tasks if not each.row.has_ended}
    tasks = [
        dataclasses.replace(
            task,
            needs=() if key in at_work else tuple(need for need in task.needs if need in open_tasks),
            seconds=left[key] if key in at_work else task.seconds,
        )
        for key, task in open_tasks.items()
    ]
    found = plan.plan(tasks, workers=board.run.parallelism, calls=board.run.calls, running=at_work)
    return {task.key: (elapsed + task.start, elapsed + task.end) for task in found.tasks}


def _row(each, titles, span, expected, left, elapsed, length):
    start, end = span
    state = each.row.state
    bars = []
    if start is not None and state in (COMPLETED, FAILED):
        bars.append(_bar("failed" if state == FAILED else "done", start, end, length))
    if state == RUNNING:
        bars.append(_bar("running", start, elapsed, length))
    if expected and state in (RUNNING, WAITING):
        bars.append(_bar("expected", max(expected[0], elapsed), expected[1], length))
    if start is not None and state not in (COMPLETED, FAILED, RUNNING, SKIPPED, WAITING):
        bars.append(_bar("stopped", start, end, length))
    return GanttRow(
        each,
        [titles[key] for key in each.row.task.needs if key in titles],
        _bar("plan", each.planned.start, each.planned.end, length),
        bars,
        left[each.row.task.key],
        start,
        end,
    )


def _bar(kind, start, end, length):
    width = max(NARROWEST, 100 * (end - start) / length)
    return Bar(kind, round(min(100 * start / length, 100 - NARROWEST), 3), round(width, 3))
