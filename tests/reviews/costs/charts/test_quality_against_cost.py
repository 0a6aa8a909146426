"""Quality against cost: a verdict only where the interval of the difference leaves zero out."""

import pytest

from reviews.costs.charts.quality_against_cost import QualityAgainstCost
from tests.reviews.costs_figures import group, rate, subject


def drawn(*groups):
    return QualityAgainstCost().chart(subject(groups=groups, total=group("")))


@pytest.mark.parametrize(
    ("n", "start"),
    [(40, "2 times the price, 10.0 points better (−"), (4000, "slow is 10.0 points better than fast (")],
)
def test_more_audits_make_a_verdict(n, start):
    chart = drawn(group("fast", accepted=rate(0.75, n)), group("slow", labels_usd=4.0, accepted=rate(0.85, n)))

    assert chart.finding.startswith(start)
    assert chart.finding.endswith("inconclusive") is (n == 40)


def test_best_and_cheapest():
    chart = drawn(group("fast", accepted=rate(0.9, 90)), group("slow", labels_usd=4.0, accepted=rate(0.8, 90)))

    assert chart.finding == "fast is best and cheapest: 90.0 % accepted"


def test_few_audits_give_no_finding_and_a_grey_mark():
    chart = drawn(group("fast", accepted=rate(0.9, 9)))

    assert chart.finding.endswith("too few audits for a finding") and chart.svg.count('class="faint"') == 1


def test_without_a_cost_there_is_no_point():
    assert drawn(group(reason="No price is known.")) is None
