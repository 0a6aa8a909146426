"""Lines over time or over counts, each with a band where its values are estimates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Chart, EstimateMark, Key, Table
from evalhub.lib.charts.counts import Counts
from evalhub.lib.charts.plot import plot_over
from evalhub.lib.charts.svg import element, mark, percent
from evalhub.lib.translation import gettext as _

LINE = 14  # the height of a line of the words behind a curve
MOST_MARKS = 60  # of a stepped line


@dataclass(frozen=True)
class Series:
    """EstimateMarks in order, `label` naming the moment. `hue` colours the line, which ends with its value and `name`.

    What comes after the point `forecast_from` is expected: dashed, and the mark stands at that point. `level` is the
    percentage of the intervals. With `says` "bounds" the line ends with its interval too and every point has a mark,
    with "key" it ends without words: both have their names in the legend. A stepped line keeps each value until the
    next one, with a mark at each while there are few.
    """

    points: Sequence[EstimateMark]
    name: str = ""
    hue: str = "hue-1"
    level: int = 95
    forecast_from: int | None = None
    says: str = ""
    is_stepped: bool = False


@dataclass(frozen=True)
class Step:
    """A link from a point to the next one; `words` say where it leads."""

    href: str
    words: str


def line(points: Sequence[EstimateMark], **options: Any) -> Chart:
    """`lines` of one series without a name, in the colour of who answers."""
    kind = next((point.kind for point in points if point.kind), "")
    return lines([Series(points, hue=kind or "hue-1")], **options)


def lines(
    series: Sequence[Series],
    *,
    title: str,
    finding: str,
    definition: str = "",
    low: float = 0.0,
    high: float | None = None,
    unit: str = "",
    write: Callable[[float], str] = numbers.tick_label,
    write_tick: Callable[[float], str] | None = None,
    least_n: int = 0,
    reference: float | None = None,
    is_last_open: bool = False,
    is_small: bool = False,
    counts: Counts | None = None,
    links: Sequence[Step | None] = (),
) -> Chart:
    """Series over the same moments, or over `counts`. A point without a value breaks its line and is never drawn as 0;
    one of fewer than `least_n` is grey. The way to a last moment that is not at its end is pale. `reference` is a
    dashed line. The first series lies on top. `links` lead from the points on, where there are some; pointers reach
    them and the tab key does not, so that the page has the same links beside the chart.

    unit: what is counted, "items" if nothing else is said.
    """
    unit = unit or _("items")
    moments = [point.label for point in series[0].points]
    bounds = [bound for each in series for p in each.points for bound in (p.value, p.low, p.high)]
    plot = plot_over([*bounds, reference], low=low, high=high, is_small=is_small)

    def evenly(i):
        return i / (len(moments) - 1) if len(moments) > 1 else 0.5

    across = counts.across if counts else evenly
    parts = plot.frame(write_tick or write)
    parts.extend(counts.draw(plot) if counts else plot.moments(moments, across))
    if reference is not None:
        parts.append(plot.level(reference, "reference"))
    parts.extend(_curves(each, plot, across, is_last_open=is_last_open) for each in reversed(series))
    for each in reversed(series):
        parts.extend(_marks(each, plot, across, least_n))
    parts.extend(_ends(series, plot, across, write))
    parts.extend(_links(links, plot, across))
    described = "; ".join(
        f"{each.name + ' ' if each.name else ''}{p.label}: {_point_label(p, write, each.level)}"
        for each in series
        for p in each.points
    )
    svg = plot.svg(title, f"{described}.", *parts, sides="left right", linked=bool(links))
    legend = tuple(Key(each.name, each.hue) for each in series if each.says)
    return Chart(title, finding, svg, _table(series, unit, write), legend, definition=definition)


def _curves(series, plot, across, *, is_last_open):
    """The paths, in a stretched drawing of 100 x 100 units; strokes and letters outside it keep their size."""
    points, paths = series.points, []

    def place(i, value):
        return f"{100 * across(i):.2f} {100 * (1 - plot.share(value)):.2f}"

    def steps(piece):
        corners = [(i, points[j].value) for j, i in zip(piece, piece[1:], strict=False)] if series.is_stepped else []
        ends = [(i, points[i].value) for i in piece]
        return [each for pair in zip_longest(ends, corners) for each in pair if each]

    for run in _runs(points):
        band = [i for i in run if points[i].low is not None and points[i].high is not None]
        if len(band) > 1:
            there = [place(i, points[i].high) for i in band]
            back = [place(i, points[i].low) for i in reversed(band)]
            paths.append(element("path", d=f"M{'L'.join(there + back)}Z", class_=f"band {series.hue}"))
        open_from = len(points) - 2 if is_last_open else series.forecast_from
        sure, pale = run, []
        if open_from is not None:
            sure, pale = [i for i in run if i <= open_from], [i for i in run if i >= open_from]
        for piece, class_ in ((sure, "curve"), (pale, "curve pale")):
            if len(piece) > 1:
                way = "L".join(place(i, value) for i, value in steps(piece))
                paths.append(element("path", d=f"M{way}", class_=f"{class_} {series.hue}"))
    box = {"viewBox": "0 0 100 100", "preserveAspectRatio": "none", "overflow": "visible"}
    return element("svg", *paths, x=0, y=plot.y(plot.axis.high), width="100%", height=plot.height, **box)


def _marks(series, plot, across, least_n):
    """Marks of the last point, of those between two gaps, which no line leads to, and grey ones of too few."""
    points, found = series.points, []
    last = max((i for i, p in enumerate(points) if p.value is not None), default=None)
    last = last if series.forecast_from is None else series.forecast_from
    lone = {run[-1] for run in _runs(points) if across(run[0]) == across(run[-1])}  # a band there has no width
    is_marked = series.says == "bounds" or series.is_stepped and len(points) <= MOST_MARKS
    for i, p in enumerate(points):
        if p.value is None or not (i == last or i in lone or p.n < least_n or is_marked):
            continue
        shape = mark(p.kind, percent(across(i)), plot.y(p.value), 4 if i == last else 3, series.hue)
        found.append(element("g", shape, class_="faint") if p.n < least_n else shape)
        if i in lone and p.low is not None and p.high is not None:
            ends = {"x1": percent(across(i)), "x2": percent(across(i)), "y1": plot.y(p.low), "y2": plot.y(p.high)}
            found.insert(0, element("line", **ends, class_="whisker"))
    return (
        found
        if series.says != "key" or series.is_stepped
        else [element("g", each, class_=f"inner {series.hue}") for each in found if each.tag == "line"]
    )


def _links(links, plot, across):
    """Over the whole height, from a point to the next one."""
    found = []
    for i, link in enumerate(links):
        if link is None:
            continue
        start, end = across(i), across(i + 1) if i + 1 < len(links) else 1.0
        box = {"x": percent(start), "y": plot.y(plot.axis.high), "width": percent(end - start), "height": plot.height}
        area = element("rect", element("title", link.words), **box, class_="hit")
        found.append(element("a", area, href=link.href, aria_label=link.words, tabindex="-1"))
    return found


def _ends(series, plot, across, write):
    """Behind the last known point of each line its value, and below its name or interval; no two on each other."""
    ends = []
    for each in series:
        known = [(i, p) for i, p in enumerate(each.points) if p.value is not None]
        if not known or each.says == "key":
            continue
        place, p = known[-1]
        x = percent(across(place))
        if each.says == "bounds":
            bounds = [bound for bound in (p.high, p.low) if bound is not None]
            ends += [(plot.y(bound), x, ((write(bound), "start"),)) for bound in bounds]
            ends.append((plot.y(p.value), x, ((write(p.value), "value start"),)))
            continue
        below = each.name or ("" if plot.is_small else _bounds(p, write))
        ends.append((plot.y(p.value), x, ((write(p.value), "value start"), (below, "start"))))
    ends.sort(key=lambda end: end[0])
    tops = _apart([y for y, _x, _words in ends], [len(words) for _y, _x, words in ends], plot.foot)
    return [
        element("text", text, x=x, y=top + 4 + LINE * row, dx=12, class_=class_)
        for top, (_y, x, words) in zip(tops, ends, strict=True)
        for row, (text, class_) in enumerate(words)
        if text
    ]


def _apart(tops, sizes, foot):
    """The tops of words of `sizes` lines, moved down until none lies on another, then up from below the foot."""
    found, free = [], float("-inf")
    for top, size in zip(tops, sizes, strict=True):
        found.append(max(top, free))
        free = found[-1] + 2 + LINE * size
    free = float("inf")
    for place in range(len(found) - 1, -1, -1):
        end = min(free, foot + 2 + LINE) - 2 - LINE * sizes[place]
        free = found[place] = min(found[place], end)
    return found


def _runs(points):
    """Lists of neighbouring indices whose values are known."""
    runs, run = [], []
    for i, p in enumerate(points):
        if p.value is None:
            runs, run = [*runs, run], []
        else:
            run.append(i)
    return [r for r in [*runs, run] if r]


def _bounds(p, write):
    if p.low is None or p.high is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": write(p.low).removesuffix(" %"), "high": write(p.high)}


def _point_label(p, write, level):
    if p.value is None:
        return p.reason or _("not defined")
    bounds = numbers.interval(p.low, p.high, level, write=write)
    return f"{write(p.value)} ({bounds})" if bounds else write(p.value)


def _table(series, unit, write):
    columns, cells = [""], [[p.label] for p in series[0].points]
    for each in series:
        columns.append(each.name or _("value"))
        has_bounds = len(series) == 1 or any(p.low is not None for p in each.points)
        if has_bounds:
            columns.append(_("interval"))
        for row, p in zip(cells, each.points, strict=True):
            row.append(p.reason or _("not defined") if p.value is None else write(p.value))
            if has_bounds:
                row.append(numbers.interval(p.low, p.high, each.level, write=write) or _("none"))
    for row, p in zip(cells, series[0].points, strict=True):
        row.append(numbers.count(p.n))
    return Table((*columns, _("n (%(unit)s)") % {"unit": unit}), tuple(map(tuple, cells)))
