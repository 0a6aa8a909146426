"""Agreement over time: every item whole in one period, no value where alpha is not defined."""

import pytest

from annotations.agreement.comparisons.over_time import MOST_PERIODS, over_time
from annotations.agreement.label_arrays import Labels
from annotations.agreement.metrics.alpha import alpha
from annotations.agreement.patterns import Patterns

# Items 0 to 3: two labels each. Agreeing, differing, agreeing, differing.
ROWS = [(0, "a", 1), (0, "b", 1), (1, "a", 0), (1, "b", 1), (2, "a", 0), (2, "b", 0), (3, "a", 1), (3, "b", 0)]


def labels(rows=ROWS):
    items, annotators, numbers = zip(*rows, strict=True)
    return Labels.of_numbers(items=items, annotators=annotators, numbers=numbers, domain=(0, 1))


def periods(day, rows=ROWS):
    return over_time(labels(rows), day, level="nominal")


def test_one_period_is_the_whole_and_items_count_where_they_were_finished_and_without_labels_there_is_no_time():
    (only,) = periods([5, 5, 5, 5])
    assert (only.first, only.last) == (5, 5)
    assert only.estimate == alpha(Patterns.from_labels(labels()), level="nominal")

    first, gap, last = periods([5, 5, 7, 7])
    halves = [alpha(Patterns.from_labels(labels(rows)), level="nominal") for rows in (ROWS[:4], ROWS[4:])]
    assert [first.estimate.value, last.estimate.value] == [half.value for half in halves]
    assert (gap.first, gap.last, gap.estimate.value, gap.estimate.reason) == (6, 6, None, "NO_PAIRS")

    assert over_time(labels().where(labels().item < 0), [1, 1, 1, 1], level="nominal") == []


@pytest.mark.parametrize("n_days", [1, 2, 11, 12, 13, 24, 25, 1000])
def test_periods_cover_every_day_once(n_days):
    found = periods([1, 1, n_days, n_days])

    assert len(found) <= MOST_PERIODS
    assert [found[0].first, found[-1].last] == [1, n_days]
    assert all(after.first == before.last + 1 for before, after in zip(found, found[1:], strict=False))
    assert sum(period.estimate.n_labels_total for period in found) == len(ROWS)
