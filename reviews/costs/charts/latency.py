"""How long calls took in each step: the median and the 95th percentile."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.costs.charts import CostsSubject, no_calls, unfinished
from reviews.costs.results import LEAST_N


@charts.registry.register("call_latency")
class Latency(charts.PageChart):
    page = "costs"
    title = gettext_noop("Latency")
    order = 40

    def missing(self, subject: CostsSubject):
        return (
            _("Not defined: no call of this period was timed.") if subject.figures.total.calls.n else no_calls(subject)
        )

    def chart(self, subject: CostsSubject):
        total = subject.figures.total.calls
        if not total.timed:
            return None
        series = [
            charts.Series(
                [_point(*each, name) for each in zip(subject.moments, subject.figures.calls, strict=True)], name, hue
            )
            for name, hue in (("p50", "hue-1"), ("p95", "hue-4"))
        ]
        words = {"p50": numbers.seconds(total.p50_seconds), "p95": numbers.seconds(total.p95_seconds)}
        chart = charts.lines(
            series,
            title=_("Latency"),
            finding=_("Half of the calls answer within %(p50)s, 95 %% within %(p95)s") % words,
            definition=_("Time from sending to the answer of each call, retries counted, n %(n)s. %(unfinished)s")
            % {"n": numbers.count(total.timed), "unfinished": unfinished(subject)},
            unit=_("calls"),
            write=numbers.seconds,
            write_tick=numbers.seconds_short,
            least_n=LEAST_N,
            is_last_open=True,
        )
        rows = [
            (
                group.title,
                *(
                    _("not defined") if value is None else numbers.seconds(value)
                    for value in (group.calls.p50_seconds, group.calls.p95_seconds)
                ),
                numbers.count(group.calls.timed),
            )
            for group in subject.figures.groups
        ]
        table = replace(chart.table, rows=(*chart.table.rows, *rows))
        return replace(chart, table=table, anchor="latency", items_href=subject.hrefs.get("call_latency", ""))


def _point(moment, calls, name):
    value = calls.p50_seconds if name == "p50" else calls.p95_seconds
    return charts.EstimateMark(
        moment, value, n=calls.timed, kind="llm", reason=_("no timed call") if value is None else ""
    )
