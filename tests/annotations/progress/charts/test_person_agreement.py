"""Agreement with others by week: the latest week that has it, and the reason in those that do not."""

from annotations.progress.charts.person_agreement import PersonAgreement
from tests.annotations.progress.charts.subjects import person


def test_latest_defined_week_is_named_and_undefined_weeks_say_why():
    chart = PersonAgreement().chart(person((30, 0.6, 30), (25, 0.75, 24), (4, None, 4)))

    assert chart.finding == "Others gave the same answer in 75 % of cases in the latest week"
    assert chart.definition == "Mean share of an item, with its 95 % interval; 24 shared items in that week."
    assert [tuple(row) for row in chart.table.rows] == [
        ("04 May", "60 %", "95 % CI 50 % to 70 %", "30"),
        ("11 May", "75 %", "95 % CI 65 % to 85 %", "24"),
        ("18 May", "fewer than 20 shared items", "none", "4"),
    ]


def test_too_few_shared_items_in_all_weeks_are_no_picture():
    chart, alone = PersonAgreement(), person((30, None, 19), (4, None, 0))

    assert chart.chart(alone) is None
    assert chart.missing(alone) == "Not defined yet: no week has 20 items that others have answered too."
