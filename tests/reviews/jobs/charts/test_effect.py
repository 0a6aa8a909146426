"""The estimated effect of a job, drawn where an axis can hold it."""

import pytest

from reviews.jobs.charts import EstimateSubject
from reviews.jobs.charts.effect import Effect


def chart(value, low, high):
    event = {"effect_estimate": value, "ci_lower": low, "ci_upper": high, "sample_size": 1200}
    return Effect().chart(EstimateSubject(event))


def test_table_holds_the_interval_and_zero_is_inconclusive():
    assert chart(10.5, -5.0, 15.0).table.rows == (("Estimated effect", "10.5", "−5", "15", "1,200"),)

    assert "inconclusive" in chart(10.0, -5.0, 15.0).note
    assert chart(10.0, 5.0, 15.0).note == "" == chart(-10.0, -15.0, -5.0).note


@pytest.mark.parametrize("size", [1e-7, 1e13])
def test_nothing_is_drawn_of_what_no_axis_holds(size):
    assert chart(size, size / 2, size) is None
