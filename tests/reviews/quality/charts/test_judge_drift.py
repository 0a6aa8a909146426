"""Agreement by week."""

import pytest

from reviews.quality.charts.judge_drift import JudgeDrift
from tests.reviews.judge_subjects import line, subject


@pytest.mark.parametrize("change, words", [
    (line("change", -0.2, -0.3, -0.1), "has fallen"),
    (line("change", -0.04, -0.1, 0.03), "No drift shown"),
    (line("change", None), "Not enough weeks"),
])  # fmt: skip
def test_drift_is_told_from_the_interval(change, words):
    weeks = [{"week": f"2026-03-{day:02d}", "value": 0.9, "low": 0.8, "high": 0.95, "n": 40} for day in (2, 9, 16)]

    drawn = JudgeDrift().chart(subject({"drift": [change]}, {"drift": {"weeks": weeks}}))

    assert words in drawn.finding and len(drawn.table.rows) == 3


def test_nothing_measured_has_a_reason_in_place_of_the_drawing():
    assert JudgeDrift().chart(subject()) is None and JudgeDrift().missing(subject())
