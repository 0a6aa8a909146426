"""Pairs of annotators: a cell for every two, and the two that differ most."""

from annotations.agreement.charts.pairs import Pairs
from tests.annotations.agreement.charts.subjects import matrix, pair, subject


def test_each_two_have_a_cell_that_leads_to_their_items_and_nothing_is_drawn_without_pairs():
    found = matrix(pair("ada", "ben", 0.9), pair("ben", "cyd", 0.2), pair("ada", "cyd", None, 0, "NO_PAIRS"))
    chart = Pairs().chart(subject(matrix=found, href_of_pair=lambda first, second: f"/items/{first}-{second}"))
    assert chart.finding == "Ben and Cyd differ most: alpha 0.20 on 30 shared items."
    assert chart.svg.count("/items/ada-ben") == chart.svg.count("/items/ben-ada") == 1
    assert "/items/ada-cyd" not in chart.svg

    assert Pairs().chart(subject()) is None
