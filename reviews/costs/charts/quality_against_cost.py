"""The share of a model's labels that audits accepted, against what a label costs."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.charts.shares import HUES
from evalhub.lib.statistics import bounded_mean
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.costs.charts import CostsSubject, at_prices, hue_of, no_calls
from reviews.costs.results import LEAST_N


@charts.registry.register("quality_against_cost")
class QualityAgainstCost(charts.PageChart):
    page = "costs"
    title = gettext_noop("Quality against cost")
    order = 30

    def missing(self, subject: CostsSubject):
        total = subject.figures.total
        if not total.calls.n:
            return no_calls(subject)
        return _("Not defined: %(reason)s") % {"reason": total.reason or total.accepted.reason}

    def chart(self, subject: CostsSubject):
        priced = [group for group in subject.figures.groups if group.cost_per_label is not None][:HUES]
        known = [(place, group) for place, group in enumerate(priced) if group.accepted.value is not None]
        if not known:
            return None
        dots = [
            charts.Dot(
                group.title,
                group.cost_per_label,
                group.accepted.value,
                group.accepted.low,
                group.accepted.high,
                group.accepted.n,
                "llm",
                hue=hue_of(place),
            )
            for place, group in known
        ]
        chart = charts.scatter(
            dots,
            title=at_prices(subject, _("Quality against cost")),
            finding=at_prices(subject, _finding([group for _place, group in known])),
            x_title=_("cost per label"),
            y_title=_("accepted"),
            write_x=numbers.usd_short,
            write_y=numbers.percent,
            write_tick_y=numbers.percent_short,
            unit=_("audits"),
            least_n=LEAST_N,
        )
        definition = _("Share accepted in blind audits of the random sample (95 % interval) against cost per label.")
        return replace(
            chart, definition=definition, anchor="quality", items_href=subject.hrefs.get("quality_against_cost", "")
        )


def _finding(groups):
    """The best against the best of those that cost less; no verdict where the interval of the difference has zero."""
    sure = [group for group in groups if group.accepted.is_sure]
    if not sure:
        return _("Quality against cost: too few audits for a finding")
    best = max(sure, key=lambda group: group.accepted.value)
    cheaper = [group for group in sure if group.cost_per_label < best.cost_per_label]
    words = {"best": best.title, "share": numbers.percent(best.accepted.value)}
    if not cheaper:
        if len(sure) == 1:
            return _("%(best)s: %(share)s of labels accepted") % words
        return _("%(best)s is best and cheapest: %(share)s accepted") % words
    near = max(cheaper, key=lambda group: group.accepted.value)
    found = bounded_mean.difference(*((each.accepted.value, each.accepted) for each in (best, near)))
    words |= {
        "near": near.title,
        "times": numbers.short(round(best.cost_per_label / near.cost_per_label, 1)),
        "points": numbers.point(100 * (best.accepted.value - near.accepted.value), 1),
        "low": numbers.point(100 * found.low, 1),
        "high": numbers.point(100 * found.high, 1),
    }
    if found.low <= 0:
        return _("%(times)s times the price, %(points)s points better (%(low)s to %(high)s): inconclusive") % words
    return _(
        "%(best)s is %(points)s points better than %(near)s (%(low)s to %(high)s) at %(times)s times the price"
    ) % (words)
