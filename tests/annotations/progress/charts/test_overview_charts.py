"""The charts of a task's overview: what their captions say."""

import datetime
from types import SimpleNamespace

from annotations.progress.actions.forecasts import of_days
from annotations.progress.charts import NO_LABEL, UNDECIDED, TaskSubject
from annotations.progress.charts.completion_forecast import CompletionForecast
from annotations.progress.charts.ground_truth import TaskGroundTruth
from annotations.progress.charts.question_agreement import QuestionAgreement

DAYS = [(datetime.date(2026, 5, day), n) for day, n in ((1, 0), (2, 10), (3, 14), (4, 12), (5, 0))]


def subject(*, missing=24, status="ACTIVE", due_on=None, truth=None, agreement=(), days=DAYS):
    given = sum(n for _day, n in days)
    return TaskSubject(
        task=SimpleNamespace(status=status, due_on=due_on, consensus_threshold=2 / 3),
        states=SimpleNamespace(missing=missing),
        days=days,
        given=given,
        people=2,
        forecast=of_days(days, given=given, missing=missing),
        truth=truth or {},
        agreement=agreement,
        named=lambda day, long=False: f"{day:%A %d %B}" if long else f"{day:%d %b}",
    )


def snapshot(value, *, machines=(), reason=""):
    low, high = (None, None) if value is None else (value - 0.1, value + 0.1)
    details = {"machines": list(machines)}
    return SimpleNamespace(value=value, low=low, high=high, n_items=40, reason=reason, details=details)


def test_forecast_names_the_day_and_the_pace():
    chart = CompletionForecast().chart(subject(due_on=datetime.date(2026, 5, 9)))

    assert chart.finding == "Done Wednesday 06 May at 12 answers a day"
    assert chart.definition.startswith("36 of 60 answers by 2 people.") and chart.definition.endswith("Due 09 May.")
    assert [row[:2] for row in chart.table.rows[:5]] == [
        ("01 May", "0"), ("02 May", "10"), ("03 May", "24"), ("04 May", "36"), ("05 May", "36")
    ]  # fmt: skip


def test_forecast_says_why_there_is_none():
    cases = [
        (subject(days=DAYS[:2]), "The forecast needs 2 days of answers"),
        (subject(status="PAUSED"), "No forecast while the task is not active"),
        (subject(missing=0), "All answers are given"),
        (subject(missing=9000), "Over a year left at 12 answers a day"),
    ]
    for given, finding in cases:
        assert CompletionForecast().chart(given).finding == finding
    assert CompletionForecast().chart(subject(days=[(day, 0) for day, _n in DAYS])) is None


def test_ground_truth_of_people_is_apart_from_what_is_provisional():
    truth = {"adjudicated": 1, "consensus": 4, "mixed": 2, "llm_panel": 3, UNDECIDED: 5, NO_LABEL: 6}

    chart = TaskGroundTruth().chart(subject(truth=truth))

    assert chart.finding == "5 of 21 items have ground truth by people"
    assert [row[1] for row in chart.table.rows] == ["1", "4", "2", "3", "5", "6"]
    assert TaskGroundTruth().chart(subject()) is None


def test_agreement_names_the_best_and_the_worst_question():
    machines = [{"annotator_id": "1", "value": 0.5}]
    found = [
        ("Right?", {"people": snapshot(0.8), "between": snapshot(0.5, machines=machines)}),
        ("Helpful?", {"people": snapshot(0.4)}),
    ]

    chart = QuestionAgreement().chart(subject(agreement=found))

    assert chart.finding == "People agree most on “Right?” (alpha 0.80), least on “Helpful?” (0.40)"
    assert [row[0] for row in chart.table.rows] == ["Right?", "Models with people", "Helpful?"]
    undefined = [("Right?", {"people": snapshot(None, reason="NO_PAIRS")})]
    assert QuestionAgreement().chart(subject(agreement=undefined)) is None
