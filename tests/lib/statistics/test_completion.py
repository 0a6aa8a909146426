"""When work is done at the pace of its last days."""

import pytest

from benchmarks import coverage
from evalhub.lib.statistics.completion import MOST_DAYS, forecast


def test_the_pace_is_the_mean_of_the_days():
    found = forecast([40, 36, 38, 42, 34], left=120)

    assert (found.per_day, found.day) == (38, 4)
    assert found.early <= found.day <= found.late
    assert found.expected[:2] == (38, 76) and found.expected[3] == 120
    assert all(low <= middle <= high for low, middle, high in zip(found.least, found.expected, found.most, strict=True))


@pytest.mark.parametrize("counts", [[], [12], [0, 0, 0]])
def test_too_few_days_say_nothing(counts):
    assert forecast(counts, left=10) is None


def test_days_of_completion():
    even, uneven = forecast([20] * 10, left=100), forecast([0, 40] * 5, left=100)
    assert even.day == uneven.day == 5
    assert uneven.late - uneven.early > even.late - even.early

    found = forecast([1, 30], left=200)
    assert found.late is None and found.day == 13 and len(found.expected) == 26

    found = forecast([1, 1], left=MOST_DAYS + 1)
    assert found.day is None and len(found.expected) == MOST_DAYS

    assert forecast([3, 5], left=0).day == 1

    assert coverage.completion_covered("even", 4, 300) >= 0.8
