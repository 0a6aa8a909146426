"""The corrected share of passes."""

from reviews.quality.charts.judge_corrected import JudgeCorrected
from tests.reviews.judge_subjects import line, subject


def corrected(*ends, reason=""):
    lines = [line("judge_alone", 0.72, 0.66, 0.77), line("corrected", *ends, reason=reason), line("people_alone", 0.6)]
    return JudgeCorrected().chart(subject({"corrected_rate": lines})).finding


def test_correction_is_said_or_why_there_is_none_and_nothing_measured_has_a_reason_in_place_of_the_drawing():
    assert corrected(0.68, 0.6, 0.76) == "The pass rate goes from 0.72 to 0.68 when its errors are taken out."
    assert "no interval" in corrected(0.68)
    assert corrected(None, reason="no better") == "No corrected rate: no better."

    assert JudgeCorrected().chart(subject()) is None and JudgeCorrected().missing(subject())
