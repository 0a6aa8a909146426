"""Answers by day: the total and the busiest day."""

import datetime

from annotations.progress.charts import TaskSubject
from annotations.progress.charts.answers_by_day import AnswersByDay

FIRST, SECOND = datetime.date(2026, 5, 1), datetime.date(2026, 5, 2)


def test_finding_names_the_busiest_day():
    chart = AnswersByDay().chart(TaskSubject(None, [(FIRST, 2), (SECOND, 7)]))

    assert chart.finding == "9 answers by people in 2 days. Most on 2026-05-02: 7."


def test_days_without_answers_are_not_drawn():
    assert AnswersByDay().chart(TaskSubject(None, [(FIRST, 0), (SECOND, 0)])) is None
