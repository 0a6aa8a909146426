"""What was spent in each step, stacked by model or task."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.charts.shares import HUES
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext
from reviews.costs.charts import CostsSubject, at_prices, hue_of, no_calls, unfinished
from reviews.costs.periods import WEEK


@charts.registry.register("spend")
class Spend(charts.PageChart):
    page = "costs"
    title = gettext_noop("Spend over time")
    order = 10
    is_wide = True

    def missing(self, subject: CostsSubject):
        total = subject.figures.total.calls
        if not total.n:
            return no_calls(subject)
        return _("Not defined: no call of this period has a known price.")

    def chart(self, subject: CostsSubject):
        spend, titles = subject.figures.spend, {group.key: group.title for group in subject.figures.groups}
        if not spend:
            return None
        kept = list(spend) if len(spend) <= HUES else list(spend)[: HUES - 1]
        groups = [charts.Group(titles[key], spend[key], hue_of(place)) for place, key in enumerate(kept)]
        if len(kept) < len(spend):
            rest = [spend[key] for key in spend if key not in kept]
            sums = tuple(sum(values) for values in zip(*rest, strict=True))
            groups.append(charts.Group(_("other (%(n)s)") % {"n": len(rest)}, sums, hue_of(HUES)))
        chart = charts.stacked_bars(
            subject.moments,
            groups,
            title=at_prices(subject, _("Spend over time")),
            finding=at_prices(subject, _finding(subject)),
            definition=_definition(subject),
            write=numbers.usd,
            write_tick=numbers.usd_short,
            is_last_open=True,
            is_small=subject.is_small,
        )
        return replace(chart, anchor="spend", items_href=subject.hrefs.get("spend", ""))


def totals(figures):
    """What was spent in each step, all groups together."""
    return [sum(values) for values in zip(*figures.spend.values(), strict=True)]


def _finding(subject):
    """From the first whole step that cost anything to the last whole one."""
    figures = subject.figures
    whole = totals(figures)[:-1]
    while whole and not whole[0]:
        whole.pop(0)
    if len(whole) < 2:
        return _("%(total)s spent") % {"total": numbers.usd(figures.total.calls.cost_usd)}
    first, last = whole[0], whole[-1]
    words = {"first": numbers.usd_short(first), "last": numbers.usd_short(last)}
    weekly = figures.period.step == WEEK
    if last > 1.1 * first:
        text = (
            _("Spend rose from %(first)s to %(last)s a week")
            if weekly
            else _("Spend rose from %(first)s to %(last)s a day")
        )
    elif last < 0.9 * first:
        text = (
            _("Spend fell from %(first)s to %(last)s a week")
            if weekly
            else _("Spend fell from %(first)s to %(last)s a day")
        )
    else:
        text = _("Spend stays near %(last)s a week") if weekly else _("Spend stays near %(last)s a day")
    return text % words


def _definition(subject):
    total = subject.figures.total.calls
    parts = [
        _("%(total)s in total, calls: %(n)s.") % {"total": numbers.usd(total.cost_usd), "n": numbers.count(total.n)}
    ]
    if total.unpriced:
        words = ngettext(
            "The price of %(n)s call is unknown and not in it.",
            "The price of %(n)s calls is unknown and not in it.",
            total.unpriced,
        )
        parts.append(words % {"n": numbers.count(total.unpriced)})
    return " ".join([*parts, unfinished(subject)])
