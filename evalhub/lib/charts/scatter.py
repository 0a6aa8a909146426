"""Dots in a plane, each with an interval upright: what something is worth against what it costs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import axis_over
from evalhub.lib.charts.chart import Chart, Table
from evalhub.lib.charts.svg import drawing, element, label, mark
from evalhub.lib.translation import gettext as _

HEIGHT = 220
TOP, ROOM = 14, 34  # above the drawing, and below it for the numbers and what they measure
LINE = 15  # what a name needs in height
ASIDE = 14  # from the middle of a dot to its name
PER_LETTER = 0.02  # what a letter needs across on a phone, in shares of the width
NEAR = 0.12  # how near across another dot leaves no room for a number in between
LONGEST_NAME = 22
HEADROOM = 1.1  # the axis ends behind the last dot


@dataclass(frozen=True)
class Dot:
    """One case; the interval is that of `y`. `is_marked` draws a ring around it."""

    label: str
    x: float
    y: float
    low: float | None = None
    high: float | None = None
    n: int = 0
    kind: str = ""
    is_marked: bool = False
    hue: str = ""


@dataclass(frozen=True)
class _Notation:
    """How the numbers of a chart are written."""

    unit: str
    least_n: int
    write_x: Callable[[float], str]
    write_y: Callable[[float], str]

    def of(self, dot):
        bounds = numbers.interval(dot.low, dot.high, write=self.write_y)
        value = f"{self.write_y(dot.y)} ({bounds})" if bounds else self.write_y(dot.y)
        words = {"value": value, "x": self.write_x(dot.x), "n": numbers.count(dot.n), "unit": self.unit}
        few = "" if dot.n >= self.least_n else f" ({_('too few')})"
        return _("%(value)s at %(x)s, %(n)s %(unit)s") % words + few


def scatter(
    dots: Sequence[Dot],
    *,
    title: str,
    finding: str,
    x_title: str,
    y_title: str,
    write_x: Callable[[float], str] = numbers.tick_label,
    write_y: Callable[[float], str] = numbers.point,
    write_tick_y: Callable[[float], str] = numbers.tick_label,
    unit: str = "",
    least_n: int = 0,
    reference: float | None = None,
    note: str = "",
) -> Chart:
    """`y` runs from 0 to 1, `x` from 0 on; `reference` is a dashed line at a `y`. `note` explains the signs. Dots of
    fewer than `least_n` are grey.

    Dots whose names would lie on each other are numbered, and the note says who is who.
    """
    notation = _Notation(unit or _("items"), least_n, write_x, write_y)
    axis = axis_over([HEADROOM * dot.x for dot in dots])
    foot = TOP + HEIGHT
    parts = _across(axis, foot, write_x)
    for tick in numbers.ticks(0.0, 1.0):
        y = _down(tick)
        parts.append(element("line", x1=0, x2="100%", y1=y, y2=y, class_="axis" if tick == 0 else "grid"))
        parts.append(label(write_tick_y(tick), 0, y - 4, "start"))
    if reference is not None:
        y = _down(reference)
        parts.append(element("line", x1=0, x2="100%", y1=y, y2=y, class_="reference"))
    parts.append(label(x_title, "100%", foot + 32, "end"))
    parts.append(label(y_title, 44, TOP - 4, "start"))
    names = [_cut(dot.label) for dot in dots]
    is_crowded = _is_crowded(dots, names, axis)
    if is_crowded:
        names = [str(number) for number in range(1, len(dots) + 1)]
        who = ", ".join(f"{name} {dot.label}" for name, dot in zip(names, dots, strict=True))
        note = f"{who}. {note}".strip()
    for name, dot in zip(names, dots, strict=True):
        is_right = not _has_neighbour(dot, dots, axis) if is_crowded else _is_right(dot, axis)
        parts.append(_dot(dot, name, is_right, axis, notation))
    described = "; ".join(f"{dot.label}: {notation.of(dot)}" for dot in dots)
    svg = drawing(title, f"{described}.", foot + ROOM, *parts)
    rows = tuple(
        (
            dot.label,
            write_x(dot.x),
            write_y(dot.y),
            numbers.interval(dot.low, dot.high, write=write_y) or _("none"),
            numbers.count(dot.n),
        )
        for dot in dots
    )
    columns = ("", x_title, y_title, _("interval"), _("n (%(unit)s)") % {"unit": notation.unit})
    return Chart(title, finding, svg, Table(columns, rows), note=note)


def _across(axis, foot, write_x):
    """Grid lines and what they stand for."""
    parts = []
    for i, tick in enumerate(axis.ticks):
        anchor = "start" if i == 0 else "end" if i == len(axis.ticks) - 1 else "middle"
        parts.extend(axis.upright(tick, [(TOP, foot)], "axis" if tick == 0 else "grid"))
        # Every second number: on a phone there is no room for more.
        if i % 2 == 0:
            parts.append(label(write_x(tick), axis.at(tick), foot + 16, f"tick {anchor}"))
    return parts


def _dot(dot, name, is_right, axis, notation):
    x, y = axis.at(dot.x), _down(dot.y)
    parts = [element("title", f"{dot.label}: {notation.of(dot)}")]
    if dot.low is not None and dot.high is not None:
        parts.append(element("line", x1=x, x2=x, y1=_down(dot.low), y2=_down(dot.high), class_="whisker"))
    if dot.is_marked:
        parts.append(element("circle", cx=x, cy=y, r=10, class_="ring"))
    parts.append(mark(dot.kind, x, y, hue=dot.hue))
    text = element(
        "text", name, x=x, y=y + 4, dx=ASIDE if is_right else -ASIDE, class_=f"name {'start' if is_right else 'end'}"
    )
    return element("g", *parts, text, class_="sure" if dot.n >= notation.least_n else "faint")


def _is_crowded(dots, names, axis):
    """Whether a name would lie on another name or on another dot."""
    places = [(_down(dot.y), *_span(dot, name, axis)) for dot, name in zip(dots, names, strict=True)]
    return any(
        abs(y - other_y) < LINE and left < other_right and other_left < right
        for i, (y, left, right) in enumerate(places)
        for other_y, other_left, other_right in places[i + 1 :]
    )


def _span(dot, name, axis):
    """From where to where a dot and its name reach, in shares of the width."""
    at, wide = _share(dot, axis), PER_LETTER * (len(name) + 3)
    return (at - PER_LETTER, at + wide) if _is_right(dot, axis) else (at - wide, at + PER_LETTER)


def _is_right(dot, axis):
    return _share(dot, axis) < 0.5


def _has_neighbour(dot, dots, axis):
    """Whether another dot stands where a number on the right would stand."""
    return any(
        other is not dot
        and abs(_down(other.y) - _down(dot.y)) < 2 * LINE
        and 0 <= _share(other, axis) - _share(dot, axis) < NEAR
        for other in dots
    )


def _down(y):
    return TOP + HEIGHT * (1 - y)


def _share(dot, axis):
    return (dot.x - axis.low) / (axis.high - axis.low)


def _cut(words):
    return words if len(words) <= LONGEST_NAME else words[: LONGEST_NAME - 1].rstrip() + "…"
