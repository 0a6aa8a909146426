"""Differences on one axis around zero, each with its own unit in words: better always to the right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Chart, Table
from evalhub.lib.charts.svg import drawing, element, label, mark, percent
from evalhub.lib.translation import gettext as _

ROW, WORDS, HEAD = 60, 36, 20
EDGE = 0.98  # of each half that the reach takes
ROOM = 1.3  # that words below the outermost tick need


@dataclass(frozen=True)
class Difference:
    """`value`, `low`, `high` and `limit` are on the axis. `low` without `high` is a one-sided end, `limit` a dashed
    line. `words` and `aside` say the figure in its own unit; without a value `aside` says why. One of few is faint."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    limit: float | None = None
    kind: str = ""
    words: str = ""
    aside: str = ""
    is_faint: bool = False


def differences(
    rows: Sequence[Difference],
    *,
    title: str,
    finding: str,
    left: str,
    right: str,
    ticks: Mapping[float, str] | None = None,
    most: float | None = None,
    note: str = "",
    columns: tuple[str, str, str] | None = None,
) -> Chart:
    """`left` and `right` name the sides of zero. The axis reaches as far as the farthest end, but at most to `most`;
    what lies beyond ends in an arrow. `ticks` {value: words} replace round numbers."""
    ends = [end for row in rows for end in (row.value, row.low, row.high, row.limit) if end is not None]
    reach = max([abs(end) for end in ends if end], default=1.0)
    reach = reach if most is None else min(reach, most)
    named = ticks or {tick: numbers.tick_label(tick) for tick in numbers.ticks(-reach, reach, most=5)}
    farthest = max(map(abs, named))
    axis = _Reach(farthest if ticks is None else max(reach, ROOM * farthest))
    bottom = HEAD + ROW * len(rows)
    parts = [
        element("text", left, x="50%", y=12, dx=-8, class_="tick end"),
        element("text", right, x="50%", y=12, dx=8, class_="tick start"),
        *_grid(axis, named, rows, bottom),
    ]
    for place, row in enumerate(rows):
        parts.append(_row(row, axis, HEAD + ROW * place))
    words = "; ".join(f"{row.label}: {row.words} {row.aside}".strip() for row in rows)
    svg = drawing(title, f"{words}.", bottom + 22, *parts)
    heads = columns or ("", _("difference"), _("interval"))
    table = Table(heads, tuple((row.label, row.words or _("not defined"), row.aside) for row in rows))
    return Chart(title, finding, svg, table, note=note)


@dataclass(frozen=True)
class _Reach:
    reach: float

    def at(self, value):
        return percent(0.5 + 0.5 * EDGE * max(-1.0, min(1.0, value / self.reach)))

    def holds(self, value):
        return abs(value) <= self.reach * 1.0001


def _grid(axis, named, rows, bottom):
    stretches = [
        (HEAD + ROW * place + WORDS, HEAD + ROW * (place + 1))
        for place, row in enumerate(rows)
        if row.value is not None
    ]
    for tick, words in named.items():
        if not axis.holds(tick):
            continue
        x = axis.at(tick)
        yield from (
            element("line", x1=x, x2=x, y1=top, y2=foot, class_="axis" if tick == 0 else "grid")
            for top, foot in stretches
        )
        yield label(words, x, bottom + 16, "tick middle")


def _row(row, axis, top):
    hint = element("title", f"{row.label}: {row.words} {row.aside}".strip())
    words = [
        label(row.label, 0, top + 16, "name start"),
        label(row.words, "100%", top + 16, "value end"),
        label(row.aside, "100%", top + 31, "end"),
    ]
    drawn = [] if row.value is None else _interval(row, axis, top + 47)
    state = "undefined" if row.value is None else "faint" if row.is_faint else "sure"
    return element("g", hint, *words, *drawn, class_=state)


def _interval(row, axis, y):
    parts = []
    if row.limit is not None and axis.holds(row.limit):
        x = axis.at(row.limit)
        parts.append(element("line", x1=x, x2=x, y1=y - 11, y2=y + 11, class_="limit"))
    if row.low is not None:
        high = row.value if row.high is None else row.high
        parts.append(element("line", x1=axis.at(row.low), x2=axis.at(high), y1=y, y2=y, class_="whisker"))
        parts += [_arrow(axis.at(end), y, end > 0) for end in (row.low, high) if not axis.holds(end)]
    if axis.holds(row.value):
        parts.append(mark(row.kind, axis.at(row.value), y))
    elif row.low is None:
        parts.append(_arrow(axis.at(row.value), y, row.value > 0))
    return parts


def _arrow(x, y, is_right):
    path = "M-5 -5L2 0L-5 5" if is_right else "M5 -5L-2 0L5 5"
    return element("svg", element("path", d=path, fill="none", class_="whisker"), x=x, y=y, overflow="visible")
