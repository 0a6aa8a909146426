"""Bars over time, each stacked of its groups."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Chart, Key, Table
from evalhub.lib.charts.plot import TOP, plot_over
from evalhub.lib.charts.svg import element, label, percent
from evalhub.lib.translation import gettext as _

FILL = 0.6  # of the room of a moment that its bar takes
MOST_NUMBERED = 16  # bars that carry their sum


@dataclass(frozen=True)
class Group:
    """One colour of the bars: a value for each moment."""

    name: str
    values: tuple[float, ...]
    hue: str


def stacked_bars(
    moments: Sequence[str],
    groups: Sequence[Group],
    *,
    title: str,
    finding: str,
    definition: str = "",
    write: Callable[[float], str] = numbers.short,
    write_tick: Callable[[float], str] = numbers.tick_label,
    is_last_open: bool = False,
    is_small: bool = False,
) -> Chart:
    """Bars from zero, in the order of the groups from the foot up. `is_last_open`: the last one, which is pale, is not
    at its end. A small chart names its last whole bar alone."""
    totals = [sum(group.values[i] for group in groups) for i in range(len(moments))]
    plot = plot_over(totals, is_small=is_small)
    wide = FILL / max(len(moments), 1)

    def across(i):
        return (i + 0.5) / len(moments)

    parts = plot.frame(write_tick)
    for i, moment in enumerate(moments):
        hint = element("title", f"{moment}: {_moment_label(groups, i, totals[i], write)}")
        pale = " pale" if is_last_open and i == len(moments) - 1 else ""
        parts.append(element("g", hint, *_bar(plot, groups, i, across(i) - wide / 2, wide), class_=f"stack{pale}"))
    parts.extend(_sums(plot, totals, across, write_tick, is_last_open=is_last_open))
    parts.extend(plot.moments(moments, across))
    described = "; ".join(f"{moment}: {_moment_label(groups, i, totals[i], write)}" for i, moment in enumerate(moments))
    svg = plot.svg(title, f"{described}.", *parts, sides="left")
    legend = tuple(Key(group.name, group.hue, write(sum(group.values))) for group in groups) if len(groups) > 1 else ()
    several = len(groups) > 1
    columns = ("", *(group.name for group in groups), *([_("all")] if several else []))
    rows = [
        (moment, *(write(group.values[i]) for group in groups), *([write(totals[i])] if several else []))
        for i, moment in enumerate(moments)
    ]
    sums = tuple(write(sum(group.values)) for group in groups) + ((write(sum(totals)),) if several else ())
    return Chart(title, finding, svg, Table(columns, (*rows, (_("Total"), *sums))), legend, definition=definition)


def _bar(plot, groups, i, start, wide):
    """The pieces of one bar, the first group at its foot."""
    pieces, below = [], 0.0
    for group in groups:
        if group.values[i]:
            top, foot = plot.y(below + group.values[i]), plot.y(below)
            box = {"x": percent(start), "width": percent(wide), "y": top, "height": foot - top}
            pieces.append(element("rect", **box, class_=f"segment {group.hue}"))
            below += group.values[i]
    return pieces


def _sums(plot, totals, across, write, *, is_last_open):
    """What stands over the bars: every sum where there is room, else the last whole one; small ones have the last."""
    last = len(totals) - (2 if is_last_open and not plot.is_small and len(totals) > 1 else 1)
    numbered = range(len(totals)) if len(totals) <= MOST_NUMBERED and not plot.is_small else range(last, last + 1)
    return [
        label(
            write(totals[i]),
            percent(across(i)),
            max(plot.y(totals[i]) - 5, TOP - 8),
            "value middle" if i == last else "tick middle wide",
        )
        for i in numbered
        if i >= 0 and totals[i]
    ]


def _moment_label(groups, i, total, write):
    if len(groups) < 2:
        return write(total)
    each = ", ".join(f"{group.name} {write(group.values[i])}" for group in groups if group.values[i])
    return f"{write(total)} ({each})" if each else write(total)
