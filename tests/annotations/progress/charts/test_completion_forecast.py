"""The forecast of a task: its caption, and why there is none."""

import datetime

from annotations.progress.charts.completion_forecast import CompletionForecast
from tests.annotations.progress.charts.subjects import DAYS, subject


def test_forecast_names_the_day_and_the_pace_and_forecast_says_why_there_is_none():
    chart = CompletionForecast().chart(subject(due_on=datetime.date(2026, 5, 9)))
    assert chart.finding == "Done Wednesday 06 May at 12 answers a day"
    assert chart.definition.startswith("36 of 60 answers by 2 people.") and chart.definition.endswith("Due 09 May.")
    assert [row[:2] for row in chart.table.rows[:5]] == [
        ("01 May", "0"), ("02 May", "10"), ("03 May", "24"), ("04 May", "36"), ("05 May", "36")
    ]  # fmt: skip

    cases = [
        (subject(days=DAYS[:2]), "The forecast needs 2 days of answers"),
        (subject(status="PAUSED"), "No forecast while the task is not active"),
        (subject(missing=0), "All answers are given"),
        (subject(missing=9000), "Over a year left at 12 answers a day"),
    ]
    for given, finding in cases:
        assert CompletionForecast().chart(given).finding == finding


def test_expected_answers_follow_the_given_ones_with_an_interval():
    chart = CompletionForecast().chart(subject())

    assert chart.table.rows[4][:2] == ("05 May", "36")
    assert [row[:2] for row in chart.table.rows[5:]] == [("06 May", "60"), ("07 May", "60"), ("08 May", "60")]
    assert [row[2].replace("\u00a0", " ") for row in chart.table.rows[4:]] == [
        "none",
        "80 % 48 to 60",
        "80 % 56 to 60",
        "80 % 60 to 60",
    ]
    assert chart.definition == "36 of 60 answers by 2 people. The shaded fan is the 80 % interval."


def test_task_without_answers_says_what_a_forecast_needs():
    chart, unbegun = CompletionForecast(), subject(days=[(day, 0) for day, _n in DAYS])

    assert chart.chart(unbegun) is None
    assert chart.missing(unbegun) == "No answers yet. A forecast needs 2 days of answers."
