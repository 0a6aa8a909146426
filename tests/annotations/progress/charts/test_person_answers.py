"""One person's answers in each week: their sum, and that there are none."""

from annotations.progress.charts.person_answers import PersonAnswers
from tests.annotations.progress.charts.subjects import person


def test_answers_of_each_week_and_their_sum_and_weeks_without_answers_are_no_picture():
    chart = PersonAnswers().chart(person((3, None, 0), (0, None, 0), (1200, None, 0)))
    assert chart.finding == "1,203 answers in 3 weeks"
    assert chart.table.rows == (("04 May", "3"), ("11 May", "0"), ("18 May", "1,200"), ("Total", "1,203"))

    chart, nobody = PersonAnswers(), person((0, None, 0), (0, None, 0))
    assert chart.chart(nobody) is None
    assert chart.missing(nobody) == "No answers in the last 12 weeks."
