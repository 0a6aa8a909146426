"""Failed requests: the share in the period, and the worst step where the two are apart."""

from reviews.costs.charts.failures import Failures
from tests.reviews.costs_figures import NO_RATE, group, rate, subject, weeks


def drawn(*rates, total=None):
    total = group("", failures=total or rate(0.02, 900))
    return Failures().chart(subject(groups=(group(),), total=total, failures=weeks(rates, NO_RATE)))


def test_an_outage_is_named():
    chart = drawn(rate(0.062, 400), rate(0.018, 400), rate(0.02, 100))

    assert chart.finding == "2.0 % of requests failed, most in the week of 9 Nov (6.2 %)"
    assert chart.table.rows[-1][0] == "fast"


def test_weeks_that_do_not_differ_are_no_event():
    assert drawn(rate(0.02, 50), rate(0.01, 50), rate(0.02, 9)).finding == "2.0 % of requests failed"


def test_few_requests_give_no_finding():
    chart = drawn(rate(0.5, 4), total=rate(0.5, 4))

    assert chart.finding == "Failed requests: too few for a finding"


def test_nothing_ended_says_why():
    nothing = subject(total=group("", failures=NO_RATE))

    assert Failures().chart(nothing) is None
    assert Failures().missing(nothing) == "Not defined: No request has ended."
