"""The figures of a calibration as a chart."""

from types import SimpleNamespace

from reviews.quality.charts import CalibrationSubject
from reviews.quality.charts.calibration_results import CalibrationResults


def line(key, value, reason=""):
    ends = (None, None) if value is None else (value - 0.1, value + 0.1)
    return SimpleNamespace(key=key, title=key, value=value, low=ends[0], high=ends[1], n=40, reason=reason)


def chart(*lines, has_passed=True):
    return CalibrationResults().chart(CalibrationSubject("The judge", has_passed, list(lines)))


def test_only_measures_from_minus_one_to_one_are_drawn_in_their_order_and_finding_says_whether_the_judge_passed():
    drawn = chart(line("swap_consistency", 0.9), line("self_preference", 3.0), line("spearman", 0.8))
    assert [row[0] for row in drawn.table.rows] == ["spearman", "swap_consistency"]

    assert chart(line("spearman", 0.8)).finding == "The judge passed: all results are within bounds."
    assert "did not pass" in chart(line("spearman", 0.1), has_passed=False).finding


def test_nothing_is_drawn_without_a_value():
    assert chart(line("spearman", None, "Too few.")) is None
