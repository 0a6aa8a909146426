"""What an address asks for."""

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.costs import forms
from tests.reviews.costs_world import ask


def test_nothing_asked_is_twelve_weeks_by_model():
    found = ask()

    assert (found.period.key, found.period.step, found.by, found.source) == ("12w", "week", "model", None)


def test_a_month_is_shown_by_day():
    assert ask(period="month").period.step == "day"


def test_address_keeps_what_is_not_changed_and_a_step_that_the_period_has():
    found = ask(period="month", step="day", by="task")

    assert found.query(by="model") == "?period=month&step=day&by=model"
    assert found.query(period="12m") == "?period=12m&step=week&by=task"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"period": "year"}, "period is 'year'. Valid: month, 12w, 12m."),
        ({"by": "person"}, "by is 'person'. Valid: model, task."),
        ({"step": "day", "period": "12m"}, "Valid for 12 months: week."),
        ({"task": "7"}, "task is '7'. Valid: a UUID."),
        ({"model": "\0"}, "model is"),
    ],
)
def test_what_is_not_valid_is_refused_with_what_is(query, words):
    with pytest.raises(InvalidInput, match=words.replace("(", r"\(")):
        forms.read(query)
