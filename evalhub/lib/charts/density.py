"""The density of a normal distribution with the interval that is believed, and the prior beside it."""

import math
from collections.abc import Callable

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import Axis
from evalhub.lib.charts.chart import Chart, Table
from evalhub.lib.charts.svg import drawing, element, label

HEIGHT, TOP, POINTS = 150, 8, 120
REACH = 4  # deviations of the curve on each side


def normal_density(
    mean: float,
    deviation: float,
    between: tuple[float, float],
    *,
    title: str,
    finding: str,
    words: str,
    table: Table,
    prior: tuple[float, str] | None = None,
    write: Callable[[float], str] = numbers.tick_label,
    note: str = "",
) -> Chart:
    """`between` is shaded and said as `words`. `prior` (deviation, name) is dashed, around 0, on the same scale."""
    marks = numbers.ticks(min(0.0, mean - REACH * deviation), max(0.0, mean + REACH * deviation))
    axis = Axis(marks[0], marks[-1], tuple(marks))
    foot = TOP + HEIGHT
    peak = _height(mean, mean, deviation)

    def way(first, last, centre, spread):
        steps = [first + (last - first) * i / POINTS for i in range(POINTS + 1)]
        places = [(100 * (x - axis.low) / (axis.high - axis.low), _height(x, centre, spread) / peak) for x in steps]
        return [f"{x:.3f} {100 - 96 * min(y, 1.0):.3f}" for x, y in places]

    shaded = way(*between, mean, deviation)
    first, last = shaded[0].split()[0], shaded[-1].split()[0]
    paths = [element("path", d=f"M{first} 100L{'L'.join(shaded)}L{last} 100Z", class_="band")]
    if prior is not None:
        paths.append(element("path", d=f"M{'L'.join(way(axis.low, axis.high, 0.0, prior[0]))}", class_="curve pale"))
    paths.append(element("path", d=f"M{'L'.join(way(axis.low, axis.high, mean, deviation))}", class_="curve"))
    box = {"viewBox": "0 0 100 100", "preserveAspectRatio": "none"}
    parts = [
        *axis.draw([(TOP, foot)], foot, write),
        element("svg", *paths, x=0, y=TOP, width="100%", height=HEIGHT, **box),
        element("line", x1=0, x2="100%", y1=foot, y2=foot, class_="axis"),
        label(words, axis.at(mean), foot - 24, "name middle"),
    ]
    if prior is not None:
        at_side = axis.high if mean < (axis.low + axis.high) / 2 else axis.low
        share = min(1.0, _height(at_side, 0.0, prior[0]) / peak)
        y = max(TOP + 12, foot - 0.96 * HEIGHT * share - 6)
        parts.append(label(prior[1], axis.at(at_side), y, "end" if at_side == axis.high else "start"))
    svg = drawing(title, f"{finding} {words}", foot + 24, *parts)
    return Chart(title, finding, svg, table, note=note)


def _height(x, mean, deviation):
    return math.exp(-((x - mean) ** 2) / (2 * deviation**2)) / deviation
