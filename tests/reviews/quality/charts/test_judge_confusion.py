"""Counts of what the judge says beside what people say."""

from reviews.quality.charts.judge_confusion import JudgeConfusion
from tests.reviews.judge_subjects import subject


def counts(rows, *, is_verdict=True):
    values = [1.0, 0.0] if is_verdict else [0.0, 1.0]
    return subject(details={"people_agreement": {"values": values, "counts": rows, "is_verdict": is_verdict}})


def test_counts_say_which_errors_there_are_and_counts_of_values_that_do_not_pass_or_fail():
    drawn = JudgeConfusion().chart(counts([[250, 11], [20, 74]]))
    assert drawn.finding == "It fails 11 of 261 that people pass, and passes 20 of 94 that people fail."
    assert [row[0] for row in drawn.table.rows] == ["People: pass", "People: fail"]

    drawn = JudgeConfusion().chart(counts([[5, 1], [0, 4]], is_verdict=False))
    assert drawn.finding == "It says what most people say on 9 of 10 items."
    assert [row[0] for row in drawn.table.rows] == ["People: No", "People: Yes"]


def test_nothing_measured_has_a_reason_in_place_of_the_drawing():
    assert JudgeConfusion().chart(subject()) is None and JudgeConfusion().missing(subject())
