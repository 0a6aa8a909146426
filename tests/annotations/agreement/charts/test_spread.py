"""The distribution of labels, as the overview draws it too."""

from annotations.agreement.charts.spread import Spread
from evalhub.lib import charts
from tests.annotations.agreement.charts.subjects import subject


def test_it_is_the_chart_of_the_subject():
    drawn = charts.stacked_shares([charts.Shares("Ada", (3, 1))], ["Yes", "No"], title="Verdict", finding="Yes.")

    assert Spread().chart(subject(spread=drawn)) is drawn and Spread().chart(subject()) is None
