"""Alpha over time: the lowest, the highest and the newest period."""

from annotations.agreement.charts.over_time import OverTime
from tests.annotations.agreement.charts.subjects import Row, subject


def period(first, last, value, reason=""):
    return {"first": first, "last": last, "value": value, "low": None, "high": None, "n_items": 9, "reason": reason}


def of(*periods):
    return OverTime().chart(subject(people=Row(details={"over_time": list(periods)})))


def test_extremes_and_the_newest_are_named_and_one_period_is_no_development():
    chart = of(period("05-01", "05-01", 0.4), period("05-02", "05-04", 0.8), period("05-05", "05-05", 0.6))
    assert chart.finding == "Lowest 0.40 (05-01), highest 0.80 (05-02 to 05-04), newest 0.60."
    assert "Gaps are days" in chart.note

    assert of(period("05-01", "05-01", 0.4)) is None
    assert of(*[period("05-01", "05-01", None, "NO_PAIRS")] * 2).finding.startswith("Alpha is not defined")
