"""Spend over time: the finding compares whole steps, what is unknown is said."""

import pytest

from reviews.costs.charts.spend import Spend
from reviews.costs.results import Calls
from tests.reviews.costs_figures import group, subject, weeks


def spent(*values, **calls):
    return subject(
        groups=(group(),), total=group("", calls=Calls(9, sum(values), **calls)), spend={"fast": weeks(values, 0.0)}
    )


@pytest.mark.parametrize(
    ("values", "finding"),
    [
        ((31.0, 91.0, 5.0), "Spend rose from $31 to $91 a week"),
        ((91.0, 31.0, 80.0), "Spend fell from $91 to $31 a week"),
        ((30.0, 31.0, 5.0), "Spend stays near $31 a week"),
        ((5.0,), "$5.00 spent"),
    ],
)
def test_finding_goes_from_the_first_to_the_last_whole_week(values, finding):
    chart = Spend().chart(spent(*values))

    assert chart.finding == finding
    assert "The week of 23 Nov is not over." in chart.definition


def test_calls_without_a_price_are_said():
    chart = Spend().chart(spent(1.0, 2.0, 3.0, unpriced=2))

    assert "The price of 2 calls is unknown and not in it." in chart.definition


def test_nine_groups_are_eight_colours():
    groups = tuple(group(f"m{number}") for number in range(9))
    spend = {each.key: weeks([9.0 - place, 1.0], 0.0) for place, each in enumerate(groups)}

    chart = Spend().chart(subject(groups=groups, total=group(""), spend=spend))

    assert [key.label for key in chart.legend][6:] == ["m6", "other (2)"]


def test_nothing_spent_says_why():
    unpriced = subject(total=group("", calls=Calls(7)))

    assert Spend().chart(unpriced) is None
    assert Spend().missing(unpriced) == "Not defined: no call of this period has a known price."
    assert Spend().missing(subject()).startswith("Not defined: no model was called")
