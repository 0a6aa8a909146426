"""The share of requests that ended without a valid answer, in each step."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.costs.charts import CostsSubject, estimates, no_calls, unfinished
from reviews.costs.charts.rates import with_groups
from reviews.costs.periods import WEEK
from reviews.costs.results import LEAST_N


@charts.registry.register("failed_requests")
class Failures(charts.PageChart):
    page = "costs"
    title = gettext_noop("Failed requests")
    order = 50

    def missing(self, subject: CostsSubject):
        reason = subject.figures.total.failures.reason
        return (
            no_calls(subject)
            if not subject.figures.total.calls.n
            else _("Not defined: %(reason)s") % {"reason": reason}
        )

    def chart(self, subject: CostsSubject):
        figures = subject.figures
        if figures.total.failures.value is None:
            return None
        chart = charts.line(
            estimates(subject, figures.failures, "llm"),
            title=_("Failed requests"),
            finding=_finding(subject),
            definition=_(
                "Share of requests without a valid answer after all retries, 95 %% interval, n %(n)s. %(open)s"
            )
            % {"n": numbers.count(figures.total.failures.n), "open": unfinished(subject)},
            unit=_("requests"),
            write=numbers.percent,
            write_tick=numbers.percent_short,
            least_n=LEAST_N,
            is_last_open=True,
        )
        chart = with_groups(chart, [(group.title, group.failures) for group in figures.groups], numbers.percent)
        return replace(chart, anchor="failures", items_href=subject.hrefs.get("failed_requests", ""))


def _finding(subject):
    """The share in the period, as the page says it above, and the worst whole step where that is apart."""
    total = subject.figures.total.failures
    if not total.is_sure:
        return _("Failed requests: too few for a finding")
    whole = zip(subject.moments[:-1], subject.figures.failures[:-1], strict=True)
    known = [(moment, rate) for moment, rate in whole if rate.is_sure]
    worst_moment, worst = max(known, key=lambda each: each[1].value, default=("", total))
    words = {"share": numbers.percent(total.value), "worst": numbers.percent(worst.value), "moment": worst_moment}
    if worst.low > total.high:
        if subject.figures.period.step == WEEK:
            return _("%(share)s of requests failed, most in the week of %(moment)s (%(worst)s)") % words
        return _("%(share)s of requests failed, most on %(moment)s (%(worst)s)") % words
    return _("%(share)s of requests failed") % words
