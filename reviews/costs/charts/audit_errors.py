"""The share of wrong answers of models that blind audits of the random sample found, in each step."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.costs.charts import CostsSubject, estimates, unfinished
from reviews.costs.charts.rates import with_groups
from reviews.costs.results import LEAST_N, Rate


@charts.registry.register("audit_errors")
class AuditErrors(charts.PageChart):
    page = "costs"
    title = gettext_noop("Model error rate in audits")
    order = 70

    def missing(self, subject: CostsSubject):
        return _("Not defined: no answer of the random sample was audited blind in this period. Audit some of them.")

    def chart(self, subject: CostsSubject):
        figures = subject.figures
        total = figures.total_errors
        if total.value is None:
            return None
        words = {
            "rate": numbers.percent(total.value),
            "low": numbers.percent(total.low),
            "high": numbers.percent(total.high),
            "n": numbers.count(total.n),
        }
        finding = (
            _("Audits find errors in %(rate)s of model answers")
            if total.is_sure
            else _("Errors in audits: %(n)s so far, too few for a finding")
        )
        chart = charts.line(
            estimates(subject, figures.errors, "llm"),
            title=_("Model error rate in audits"),
            finding=finding % words,
            definition=_(
                "Blind audits of the random sample only, weighted by its chances: 95 %% interval %(low)s to %(high)s, "
                "n %(n)s. %(open)s"
            )
            % (words | {"open": unfinished(subject)}),
            unit=_("audited labels"),
            write=numbers.percent,
            write_tick=numbers.percent_short,
            least_n=LEAST_N,
            is_last_open=True,
            is_small=subject.is_small,
        )
        chart = with_groups(
            chart, [(group.title, _errors(group.accepted)) for group in figures.groups], numbers.percent
        )
        return replace(chart, anchor="audit-errors", items_href=subject.hrefs.get("audit_errors", ""))


def _errors(accepted):
    if accepted.value is None:
        return accepted
    return Rate(1 - accepted.value, 1 - accepted.high, 1 - accepted.low, accepted.n)
