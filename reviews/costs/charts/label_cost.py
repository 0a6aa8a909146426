"""What an item, a label and an accepted label of each model or task cost."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Table
from evalhub.lib.charts.shares import HUES
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.costs.charts import CostsSubject, at_prices, hue_of, no_calls
from reviews.costs.results import LEAST_N


@charts.registry.register("label_cost")
class LabelCost(charts.PageChart):
    page = "costs"
    title = gettext_noop("Cost per accepted label")
    order = 20

    def missing(self, subject: CostsSubject):
        figures = subject.figures
        return (
            no_calls(subject)
            if not figures.total.calls.n
            else _("Not defined: %(reason)s") % {"reason": figures.total.reason or figures.total.accepted.reason}
        )

    def chart(self, subject: CostsSubject):
        groups = [group for group in subject.figures.groups if group.cost_per_label is not None][:HUES]
        if not groups:
            return None
        estimates = [_estimate(group, hue_of(place)) for place, group in enumerate(groups)]
        chart = charts.dot_intervals(
            estimates,
            title=at_prices(subject, _("Cost per accepted label")),
            finding=at_prices(subject, _finding(estimates)),
            high=None,
            unit=_("audits"),
            least_n=LEAST_N,
            write=numbers.usd,
            write_tick=numbers.usd_short,
        )
        columns = (
            "",
            _("Items"),
            _("Labels"),
            _("Cost per item"),
            _("Cost per label"),
            _("Accepted"),
            _("Audits"),
            _("Cost per accepted label"),
            _("interval"),
        )
        return replace(
            chart,
            definition=_(
                "Cost of a label over the share that blind audits of the random sample accepted, with 95 % interval."
            ),
            note="",
            table=Table(columns, tuple(_row(group) for group in groups)),
            anchor="label-cost",
            items_href=subject.hrefs.get("label_cost", ""),
        )


def _estimate(group, hue):
    found = group.cost_per_accepted_label
    if found is None:
        reason = group.accepted.reason or _("No audited label was accepted.")
        return charts.EstimateMark(group.title, None, n=group.accepted.n, kind="llm", reason=reason, hue=hue)
    value, low, high = found
    return charts.EstimateMark(group.title, value, low if high else None, high, group.accepted.n, "llm", hue=hue)


def _finding(estimates):
    known = [e.value for e in estimates if e.value is not None and e.n >= LEAST_N]
    if not known:
        return _("Cost per accepted label: too few audits for a finding")
    low, high = numbers.usd(min(known)), numbers.usd(max(known))
    if low == high:
        return _("An accepted label costs %(value)s") % {"value": low}
    return _("An accepted label costs %(low)s to %(high)s") % {"low": low, "high": high}


def _row(group):
    found, rate = group.cost_per_accepted_label, group.accepted
    none = _("not defined")
    bounds = numbers.interval(found[1], found[2], write=numbers.usd) if found else ""
    return (
        group.title,
        numbers.count(group.items),
        numbers.count(group.labels),
        numbers.usd(group.cost_per_item),
        numbers.usd(group.cost_per_label),
        none if rate.value is None else numbers.percent(rate.value),
        numbers.count(rate.n),
        numbers.usd(found[0]) if found else none,
        bounds or _("none"),
    )
