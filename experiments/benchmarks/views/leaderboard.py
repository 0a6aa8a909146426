"""The leaderboard of a suite: score intervals and rank ranges as they are drawn, and the scores by task."""

from dataclasses import dataclass

from evalhub.lib.charts import numbers
from experiments.benchmarks.actions.boards import Compared, Comparison

SHADES = 6


@dataclass(frozen=True)
class Interval:
    """Places on the axis in per cent; low and high are None without an interval."""

    x: float
    low: float | None
    high: float | None

    @property
    def width(self):
        return None if self.low is None else self.high - self.low


@dataclass(frozen=True)
class SystemRow:
    compared: Compared
    interval: Interval
    rank: Interval


@dataclass(frozen=True)
class TaskCell:
    value: float | None
    half: float | None
    shade: int


@dataclass(frozen=True)
class LeaderboardTable:
    """`unranked` have no score: a task of theirs is open, failed or below its coverage. `tied` cannot be told apart
    from the first one, which is among them."""

    rows: list[SystemRow]
    unranked: list[Compared]
    ticks: list[tuple]
    rank_ticks: list[tuple]
    tied: int
    n_pairs: int
    tasks: list[tuple]


def board_of(comparison: Comparison, suite) -> LeaderboardTable:
    ranked = [each for each in comparison.models if each.rank]
    axis = _Axis.over([value for each in ranked for value in (each.overall_score, each.low, each.high)])
    rows = [SystemRow(each, axis.interval(each.overall_score, each.low, each.high), _rank(each, len(ranked)))
            for each in ranked]  # fmt: skip
    tasks = []  # (BenchmarkTask, [TaskCell of each system])
    figures = [{each.row.task.key: each.figures for each in compared.board.tasks} for compared in ranked]
    for task in suite.tasks.select_related("dataset_version"):
        own = [by_key.get(task.key) for by_key in figures]
        if any(own):
            tasks.append((task, [_cell(each) for each in own]))
    return LeaderboardTable(
        rows=rows,
        unranked=[each for each in comparison.models if not each.rank],
        ticks=axis.ticks(),
        rank_ticks=[(_rank_place(place, len(ranked)), place) for place in range(1, len(ranked) + 1)],
        tied=sum(each.best_rank == 1 for each in ranked),
        n_pairs=len(ranked) * (len(ranked) - 1) // 2,
        tasks=tasks,
    )


@dataclass(frozen=True)
class _Axis:
    low: float
    high: float
    values: list[float]

    @classmethod
    def over(cls, values):
        known = [value for value in values if value is not None] or [0.0, 1.0]
        margin = max(0.02, 0.08 * (max(known) - min(known)))
        low, high = min(known) - margin, max(known) + margin
        return cls(low, high, [value for value in numbers.ticks(low, high) if low <= value <= high])

    def place(self, value):
        return round(100 * (value - self.low) / (self.high - self.low), 2)

    def interval(self, value, low, high):
        ends = (None, None) if low is None else (self.place(low), self.place(high))
        return Interval(self.place(value), *ends)

    def ticks(self):
        return [(self.place(value), numbers.tick_label(value)) for value in self.values]


def _rank_place(rank, count):
    return 50.0 if count == 1 else round(4 + 92 * (rank - 1) / (count - 1), 2)


def _rank(each, count):
    return Interval(*(_rank_place(rank, count) for rank in (each.rank.place, each.best_rank, each.worst_rank)))


def _cell(figures):
    if figures is None or figures.mean is None:
        return TaskCell(None, None, 0)
    estimate = figures.estimate
    half = None if estimate.low is None else (estimate.high - estimate.low) / 2
    shade = min(SHADES, 1 + int(max(0.0, figures.mean) * SHADES)) if figures.is_bounded else 0
    return TaskCell(figures.mean, half, shade)
