"""A figure measured again and again, as dots with their intervals over time against a limit, each with its verdict."""

from collections.abc import Callable, Sequence

from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Chart, EstimateMark, Table
from evalhub.lib.charts.plot import plot_over
from evalhub.lib.charts.svg import element, mark, percent
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

SIGNS = {"passed": "✓", "failed": "✕", "undecided": "?"}
NAMES = {"passed": gettext_noop("passed"), "failed": gettext_noop("failed"), "undecided": gettext_noop("undecided")}
UNDEFINED = gettext_noop("Not defined.")


def trend(
    points: Sequence[EstimateMark],
    verdicts: Sequence[str],
    *,
    title: str,
    finding: str,
    limit: float,
    write: Callable[[float], str] = numbers.point,
    write_tick: Callable[[float], str] = numbers.tick_label,
) -> Chart:
    """EstimateMarks in the order of time, `label` naming the moment; `verdicts` are keys of SIGNS, one for each.

    A point without a value has its sign alone, and the table says why.
    """
    known = [bound for p in points for bound in (p.value, p.low, p.high) if bound is not None]
    plot = plot_over([*known, limit], low=min([*known, limit]))

    def across(i):
        return (i + 0.5) / len(points)

    named = _("limit %(value)s") % {"value": write_tick(limit)}
    parts = [*plot.frame(write_tick), plot.level(limit, "limit")]
    parts.append(element("text", named, x="100%", y=plot.y(limit) + 4, dx=8, class_="start"))
    for i, (point, verdict) in enumerate(zip(points, verdicts, strict=True)):
        parts += _point(point, verdict, percent(across(i)), plot, write)
    parts += plot.moments([point.label for point in points], across)
    described = "; ".join(_described(point, verdict, write) for point, verdict in zip(points, verdicts, strict=True))
    svg = plot.svg(title, f"{described}.", *parts, sides="left right")
    note = " ".join(f"{sign} {_(NAMES[each])}" for each, sign in SIGNS.items() if each in verdicts)
    return Chart(title, finding, svg, _table(points, verdicts, write), note=note)


def _point(point, verdict, x, plot, write):
    hint = element("title", _described(point, verdict, write))
    parts = [element("text", SIGNS[verdict], hint, x=x, y=12, class_=f"middle {verdict}")]
    if point.low is not None and point.high is not None:
        parts.append(element("line", x1=x, x2=x, y1=plot.y(point.low), y2=plot.y(point.high), class_="whisker"))
    return parts if point.value is None else [*parts, mark(point.kind, x, plot.y(point.value))]


def _described(point, verdict, write):
    if point.value is None:
        value = point.reason or _(UNDEFINED)
    else:
        bounds = numbers.interval(point.low, point.high, write=write)
        value = f"{write(point.value)} ({bounds})" if bounds else write(point.value)
    return f"{point.label}: {value}, {_(NAMES[verdict])}"


def _table(points, verdicts, write):
    rows = tuple(
        (
            p.label,
            p.reason or _(UNDEFINED) if p.value is None else write(p.value),
            numbers.interval(p.low, p.high, write=write) or _("none"),
            numbers.count(p.n),
            _(NAMES[verdict]),
        )
        for p, verdict in zip(points, verdicts, strict=True)
    )
    return Table(("", _("value"), _("interval"), "n", _("verdict")), rows)
