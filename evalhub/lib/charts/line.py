"""A small line over time, with a band where the values are estimates."""

from collections.abc import Callable, Sequence

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import Axis
from evalhub.lib.charts.chart import Chart, Estimate, Table
from evalhub.lib.charts.svg import drawing, element, label, mark, percent
from evalhub.lib.translation import gettext as _

HEIGHT = 120
TOP = 22


def line(
    points: Sequence[Estimate],
    *,
    title: str,
    finding: str,
    low: float = 0.0,
    high: float | None = None,
    unit: str = "",
    write: Callable[[float], str] = numbers.tick_label,
) -> Chart:
    """Estimates in order, `label` naming the moment. A point without a value breaks the line, never drawn as 0.

    unit: what is counted, "items" if nothing else is said.
    """
    unit = unit or _("items")
    known = [bound for p in points for bound in (p.value, p.low, p.high) if bound is not None]
    marks = numbers.ticks(min([low, *known]), max([low, *known] if high is None else [high, *known]), most=4)
    axis = Axis(low=marks[0], high=marks[-1], ticks=tuple(marks))
    parts = [part for tick in marks for part in _grid(tick, axis)]
    parts.append(_curves(points, axis))
    parts.extend(_ends(points))
    last = next((i for i in reversed(range(len(points))) if points[i].value is not None), None)
    parts.extend(_lone(points, last, axis))
    if last is not None:
        parts.extend(_direct_label(points, last, axis, write))
    words = "; ".join(f"{p.label}: {_words(p, write)}" for p in points)
    svg = drawing(title, f"{words}.", TOP + HEIGHT + 20, *parts)
    rows = tuple(
        (p.label, _words(p, write), numbers.interval(p.low, p.high) or _("none"), numbers.count(p.n)) for p in points
    )
    return Chart(title, finding, svg, Table(("", _("value"), _("interval"), _("n (%(unit)s)") % {"unit": unit}), rows))


def _grid(tick, axis):
    y = TOP + HEIGHT * (1 - _share(tick, axis))
    strong = "axis" if tick == axis.low else "grid"
    return [
        element("line", x1=0, x2="100%", y1=y, y2=y, class_=strong),
        label(numbers.tick_label(tick), 0, y - 4, "start"),
    ]


def _curves(points, axis):
    """The paths, in a stretched drawing of 100 x 100 units; strokes and letters outside it keep their size."""
    paths = []
    for run in _runs(points):
        band = [i for i in run if points[i].low is not None and points[i].high is not None]
        if len(band) > 1:
            there = [_place(i, points[i].high, points, axis) for i in band]
            back = [_place(i, points[i].low, points, axis) for i in reversed(band)]
            paths.append(element("path", d=f"M{'L'.join(there + back)}Z", class_="band"))
        if len(run) > 1:
            places = [_place(i, points[i].value, points, axis) for i in run]
            paths.append(element("path", d=f"M{'L'.join(places)}", class_="curve"))
    box = {"viewBox": "0 0 100 100", "preserveAspectRatio": "none", "overflow": "visible"}
    return element("svg", *paths, x=0, y=TOP, width="100%", height=HEIGHT, **box)


def _lone(points, last, axis):
    """Marks of points between two gaps, which no line leads to; the last one has its mark anyway."""
    return [
        mark(points[i].kind, percent(_across(i, points)), TOP + HEIGHT * (1 - _share(points[i].value, axis)), 3)
        for run in _runs(points)
        for i in run
        if len(run) == 1 and i != last
    ]


def _runs(points):
    """Lists of neighbouring indices whose values are known."""
    runs, run = [], []
    for i, p in enumerate(points):
        if p.value is None:
            runs, run = [*runs, run], []
        else:
            run.append(i)
    return [r for r in [*runs, run] if r]


def _place(i, value, points, axis):
    return f"{100 * _across(i, points):.2f} {100 * (1 - _share(value, axis)):.2f}"


def _across(i, points):
    return i / (len(points) - 1) if len(points) > 1 else 0.5


def _share(value, axis):
    return (value - axis.low) / (axis.high - axis.low)


def _direct_label(points, i, axis, write):
    x, y = _across(i, points), TOP + HEIGHT * (1 - _share(points[i].value, axis))
    anchor = "end" if x > 0.5 else "start"
    return [
        mark(points[i].kind, percent(x), y, 4),
        label(write(points[i].value), percent(x), y - 10, f"value {anchor}"),
    ]


def _ends(points):
    if not points:
        return []
    foot = TOP + HEIGHT + 16
    words = [label(points[0].label, 0, foot, "start")]
    if len(points) > 1:
        words.append(label(points[-1].label, "100%", foot, "end"))
    return words


def _words(p, write):
    return p.reason or _("not defined") if p.value is None else write(p.value)
