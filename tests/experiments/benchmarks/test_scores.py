"""Scores of suites: macro and micro, their intervals, and none where a task is missing."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.benchmarks.scores import TaskFigures, suite_score

EASY, HARD = [1.0, 1, 1, 0], [1.0] + [0] * 7


def figures(key, values, *, weight=1.0, total=None, is_completed=True):
    mean = float(np.mean(values)) if values else None
    m2 = float(((np.array(values) - mean) ** 2).sum()) if values else None
    return TaskFigures(key, weight, total or len(values), len(values), mean, m2, is_completed, is_bounded=True)


def test_macro_scores_weigh_tasks_and_micro_count_cases():
    tasks = [figures("easy", EASY, weight=3), figures("hard", HARD)]
    assert suite_score(tasks, "macro").estimate.value == pytest.approx((3 * 0.75 + 0.125) / 4)
    assert suite_score(tasks, "micro").estimate.value == pytest.approx(4 / 12)

    tasks = [replace(each, is_bounded=False) for each in (figures("easy", EASY), figures("hard", HARD))]
    estimate = suite_score(tasks, "macro").estimate
    weighted = np.array([value * 0.5 * 12 / 4 for value in EASY] + [value * 0.5 * 12 / 8 for value in HARD])
    half = 2.200985 * weighted.std(ddof=1) / np.sqrt(12)
    assert (estimate.low, estimate.high) == pytest.approx((weighted.mean() - half, weighted.mean() + half), abs=1e-5)
    assert (estimate.n, estimate.method) == (12, "Student's t")


def test_scores_and_intervals_stay_on_their_scale():
    tasks = [figures("none", [0.0] * 8), figures("one", HARD)]
    estimate = suite_score(tasks, "macro").estimate
    assert 0 <= estimate.low < estimate.value == 0.0625 < estimate.high < 1

    macro, micro = (suite_score([figures("one", EASY)], how).estimate.value for how in ("macro", "micro"))
    assert macro == micro == 0.75

    tasks = [figures("easy", EASY), figures("hard", [], total=8, is_completed=False)]
    score = suite_score(tasks, "macro")
    assert (score.estimate.value, score.missing) == (None, ("hard",))
    assert (score.n_scored, score.n_total, score.coverage) == (4, 12, pytest.approx(1 / 3))
    assert suite_score([], "micro").coverage is None

    tasks = [
        TaskFigures("few", 2, 6, 6, 1.0, 0.0, True, is_bounded=True),
        TaskFigures("many", 1, 12, 12, 0.75, 2.25, True, is_bounded=True),
    ]
    assert suite_score(tasks, "macro").estimate.high == 1.0
