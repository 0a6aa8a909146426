"""Agreement of people in the period: of one question, which the chart names."""

import datetime

from reviews.costs.charts.people_agreement import PeopleAgreement
from reviews.costs.results import Agreement, Rate
from tests.reviews.costs_figures import subject

DAYS = (datetime.date(2026, 10, 4), datetime.date(2026, 10, 11))


def drawn(*rates, of_all):
    points = tuple(zip(DAYS, rates, strict=True))
    agreement = Agreement("Is it right?", "Support", "7", "ordinal", points, of_all)
    return PeopleAgreement().chart(subject(agreement=agreement))


def test_the_agreement_of_the_task_is_the_finding():
    chart = drawn(Rate(0.6, 0.5, 0.7, 30), Rate(0.74, 0.61, 0.84, 40), of_all=Rate(0.7, 0.6, 0.8, 70))

    assert chart.finding == "Alpha of people is 0.70"
    assert "“Is it right?” in “Support”" in chart.definition and "n 70." in chart.definition
    assert [row[0] for row in chart.table.rows] == ["4 Oct", "11 Oct"]


def test_few_items_are_no_finding():
    assert (
        drawn(Rate(0.6, n=3), Rate(0.7, n=4), of_all=Rate(0.7, n=7)).finding
        == "Alpha of people: too few items for a finding"
    )


def test_no_question_says_why():
    assert PeopleAgreement().chart(subject()) is None
    assert PeopleAgreement().missing(subject()).startswith("Not defined: no question has items")
