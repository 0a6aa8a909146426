"""Audited errors: the interval and n of the whole period, and what is no finding yet."""

from reviews.costs.charts.audit_errors import AuditErrors
from tests.reviews.costs_figures import NO_RATE, group, rate, subject, weeks


def drawn(total, *errors):
    return AuditErrors().chart(subject(groups=(group(),), total_errors=total, errors=weeks(errors, NO_RATE)))


def test_errors_have_interval_and_count():
    chart = drawn(rate(0.098, 326), rate(0.148, 120), rate(0.08, 206), rate(0.1, 4))

    assert chart.finding == "Audits find errors in 9.8 % of model answers"
    assert "95 % interval 6." in chart.definition and "n 326." in chart.definition
    assert chart.svg.count('class="faint"') == 1
    assert chart.table.rows[-1][:2] == ("fast", "25.0 %")


def test_few_audits_are_no_finding():
    assert drawn(rate(0.5, 4), rate(0.5, 4)).finding == "Errors in audits: 4 so far, too few for a finding"


def test_no_audit_says_what_to_do():
    assert drawn(NO_RATE) is None
    assert AuditErrors().missing(subject()).endswith("Audit some of them.")
