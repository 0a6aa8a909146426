"""How long the system took for an output."""

from dataclasses import replace

import numpy as np

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.statistics import quantiles
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from experiments.evaluations.charts import EvaluationSubject

BARS = 12


@charts.registry.register("evaluation_latency")
class Latency(charts.PageChart):
    page = "evaluation_latency"
    title = gettext_noop("Latency of the system")
    order = 20

    def missing(self, subject: EvaluationSubject):
        return _("Not known: the outputs have no latency.")

    def chart(self, subject: EvaluationSubject):
        if not subject.latencies:
            return None
        values = np.asarray(subject.latencies)
        counts, edges = np.histogram(values, bins=BARS)
        p50, p95 = _quantile("p50", values, 0.5), _quantile("p95", values, 0.95)
        chart = charts.stacked_bars(
            tuple(numbers.count(round(edge)) for edge in edges[:-1]),
            [charts.Group(_("outputs"), tuple(counts.tolist()), "hue-5")],
            title=_("Latency of the system"),
            finding=_("%(p50)s, %(p95)s") % {"p50": p50, "p95": p95},
            definition=_("Outputs by latency in ms; each bar starts at the number below it. Time of judges excluded."),
            write=lambda count: numbers.count(int(count)),
        )
        return replace(chart, anchor="latency", items_href=subject.results_href)


def _quantile(name, values, share):
    found = quantiles.of_values(values, share)
    words = f"{name} {numbers.count(round(found.value))} ms"
    if found.low is None:
        return words
    ends = {"low": numbers.count(round(found.low)), "high": numbers.count(round(found.high))}
    return f"{words} ({_('%(low)s to %(high)s') % ends})"
