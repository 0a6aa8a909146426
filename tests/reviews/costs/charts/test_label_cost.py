"""Cost per accepted label: with its interval, grey below the least number of audits."""

from reviews.costs.charts.label_cost import LabelCost
from tests.reviews.costs_figures import NO_RATE, group, rate, subject


def test_each_model_has_its_cost_and_interval():
    fast, slow = group("fast"), group("slow", labels_usd=6.0)

    chart = LabelCost().chart(subject(groups=(fast, slow), total=group("")))

    assert chart.finding == "An accepted label costs $0.0267 to $0.08"
    assert chart.table.rows[0][:7] == ("fast", "100", "100", "$0.02", "$0.02", "75.0 %", "40")
    assert chart.table.rows[0][8].startswith("95 % CI $0.02")


def test_too_few_audits_are_grey_and_no_finding():
    chart = LabelCost().chart(subject(groups=(group(accepted=rate(0.5, 4)),), total=group("")))

    assert chart.finding == "Cost per accepted label: too few audits for a finding"
    assert chart.svg.count('class="faint"') == 1


def test_a_model_without_audits_says_so():
    chart = LabelCost().chart(subject(groups=(group(accepted=NO_RATE),), total=group("")))

    assert chart.table.rows[0][5] == "not defined" and NO_RATE.reason in chart.svg


def test_nothing_to_divide_says_why():
    nothing = subject(total=group("", reason="The price of 1 call is unknown."))

    assert LabelCost().chart(nothing) is None
    assert LabelCost().missing(nothing) == "Not defined: The price of 1 call is unknown."
