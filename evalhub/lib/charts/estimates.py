"""Dots and bars with intervals: agreement by scope, scores by judge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import axis_over
from evalhub.lib.charts.chart import Chart, EstimateMark, Table
from evalhub.lib.charts.svg import drawing, element, label, mark
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

ROW = 46
WORDS = 22  # of a row's height, before its dot
LINE = 14  # of a dot below another
LONGEST_REASON = 64
UNDEFINED = gettext_noop("Not defined.")
NOTE = gettext_noop("Lines are 95 % intervals.")


def dot_intervals(
    estimates: Sequence[EstimateMark],
    *,
    title: str,
    finding: str,
    low: float | None = 0.0,
    high: float | None = 1.0,
    unit: str = "",
    least_n: int = 0,
    reference: float | None = None,
    write: Callable[[float], str] = numbers.point,
    write_tick: Callable[[float], str] = numbers.tick_label,
) -> Chart:
    """Each EstimateMark as a dot with its interval on one axis; fainter below `least_n`, words where undefined.

    `reference` draws a dashed line, for instance at the agreement that the team asks for. unit: what is counted,
    "items" if nothing else is said.
    """
    notation = _Notation(unit or _("items"), least_n, write, write_tick)
    return _chart(estimates, _dot, title, finding, (low, high, reference), notation)


def dot_groups(
    groups: Sequence[tuple[str, Sequence[EstimateMark]]],
    *,
    title: str,
    finding: str,
    low: float,
    high: float,
    unit: str,
    least_n: int = 0,
    write_tick: Callable[[float], str] = numbers.tick_label,
) -> Chart:
    """Rows with the same EstimateMarks each, one below the other as dots with their intervals on one axis.

    An estimate without a value leaves its line empty; the row and the table say why.
    """
    notation = _Notation(unit, least_n, write_tick=write_tick)
    axis = axis_over([low, high], low=low, high=high)
    lines = max((len(estimates) for _name, estimates in groups), default=0)
    row = WORDS + LINE * lines + LINE / 2
    stretches = [(row * i + WORDS, row * (i + 1)) for i in range(len(groups))]
    parts = axis.draw(stretches, row * len(groups), notation.write_tick)
    for i, (name, estimates) in enumerate(groups):
        parts.append(_group(name, estimates, axis, row * i, notation))
    described = "; ".join(f"{name}: " + ", ".join(f"{e.label} {notation.of(e)}" for e in each) for name, each in groups)
    columns = [column for e in groups[0][1] for column in (e.label, _("interval"), _("n (%(unit)s)") % {"unit": unit})]
    rows = tuple((name, *(cell for row in _table(each, notation).rows for cell in row[1:])) for name, each in groups)
    svg = drawing(title, f"{described}.", row * len(groups) + 22, *parts)
    return Chart(title, finding, svg, Table(("", *columns), rows), note=_(NOTE))


def bar_intervals(
    estimates: Sequence[EstimateMark],
    *,
    title: str,
    finding: str,
    low: float | None = 0.0,
    high: float | None = 1.0,
    unit: str = "",
    least_n: int = 0,
    reference: float | None = None,
) -> Chart:
    """Each EstimateMark as a bar from zero with its interval; otherwise as `dot_intervals`."""
    return _chart(estimates, _bar, title, finding, (low, high, reference), _Notation(unit or _("items"), least_n))


@dataclass(frozen=True)
class _Notation:
    """How the numbers of a chart are written."""

    unit: str
    least_n: int
    write: Callable[[float], str] = numbers.point
    write_tick: Callable[[float], str] = numbers.tick_label

    def bounds(self, estimate):
        return numbers.interval(estimate.low, estimate.high, write=self.write)

    def of(self, estimate):
        """An estimate in a sentence, or why it has no value."""
        if estimate.value is None:
            return estimate.reason or _(UNDEFINED)
        bounds, counted = self.bounds(estimate), f"{numbers.count(estimate.n)} {self.unit}"
        value = self.write(estimate.value)
        return f"{value} ({bounds}), {counted}" if bounds else f"{value}, {counted}"


def _chart(estimates, shape, title, finding, scale, notation):
    low, high, reference = scale
    bounds = [bound for e in estimates for bound in (e.value, e.low, e.high)]
    axis = axis_over([*bounds, reference], low=low, high=high)
    bottom = ROW * len(estimates) + 4
    # Lines stand under each row's words, never behind them; a row without a value is nothing but words.
    stretches = [(ROW * i + WORDS, ROW * (i + 1)) for i, e in enumerate(estimates) if e.value is not None]
    parts = axis.draw(stretches, bottom, notation.write_tick)
    if reference is not None:
        parts.extend(axis.upright(reference, stretches, "reference"))
    for i, estimate in enumerate(estimates):
        parts.append(_row(estimate, shape, axis, ROW * i, notation))
    described = "; ".join(f"{e.label}: {notation.of(e)}" for e in estimates)
    svg = drawing(title, f"{described}.", bottom + 22, *parts)
    note = _(NOTE) if any(e.low is not None for e in estimates) else ""
    return Chart(title, finding, svg, _table(estimates, notation), note=note)


def _row(estimate, shape, axis, top, notation):
    name = label(estimate.label, 0, top + 16, "name start")
    hint = element("title", f"{estimate.label}: {notation.of(estimate)}")
    if estimate.value is None:
        reason = label(_cut(estimate.reason or _(UNDEFINED)), 0, top + 36, "start")
        return element("g", hint, name, reason, class_="undefined")
    drawn = shape(estimate, axis, top + 33)
    sure = estimate.n >= notation.least_n
    return element(
        "g", hint, name, _value(estimate, sure, top + 16, notation), *drawn, class_="sure" if sure else "faint"
    )


def _group(name, estimates, axis, top, notation):
    hint = element("title", f"{name}: " + ", ".join(f"{e.label} {notation.of(e)}" for e in estimates))
    values = element("text", x="100%", y=top + 16, class_="value end")
    drawn = []
    for i, estimate in enumerate(estimates):
        told = notation.write(estimate.value) if estimate.value is not None else _cut(estimate.reason or _(UNDEFINED))
        words = f"{estimate.label} {told}" if i or estimate.value is None else told
        values.append(element("tspan", words, **({"class_": "aside", "dx": 8} if i else {})))
        if estimate.value is not None:
            dot = _dot(estimate, axis, top + WORDS + LINE * (i + 0.5))
            drawn.append(element("g", *dot, class_="sure" if estimate.n >= notation.least_n else "faint"))
    return element("g", hint, label(name, 0, top + 16, "name start"), values, *drawn)


def _value(estimate, sure, y, notation):
    """The number, then in smaller letters its interval and count."""
    bounds = ""
    if estimate.low is not None and estimate.high is not None:
        ends = {"low": notation.write(estimate.low), "high": notation.write(estimate.high)}
        bounds = _("%(low)s to %(high)s") % ends + ", "
    counted = numbers.counted(estimate.n) + ("" if sure else ", " + _("too few"))
    aside = element("tspan", bounds + counted, dx=6, class_="aside")
    return element("text", notation.write(estimate.value), aside, x="100%", y=y, class_="value end")


def _dot(estimate, axis, middle):
    return [*_whisker(estimate, axis, middle), mark(estimate.kind, axis.at(estimate.value), middle, hue=estimate.hue)]


def _bar(estimate, axis, middle):
    ends = sorted((axis.at(0.0), axis.at(estimate.value)), key=lambda at: float(at[:-1]))
    width = f"{float(ends[1][:-1]) - float(ends[0][:-1]):.2f}%"
    bar = element("rect", x=ends[0], y=middle - 6, width=width, height=12, rx=2, class_=f"bar {estimate.kind}".strip())
    return [bar, *_whisker(estimate, axis, middle)]


def _whisker(estimate, axis, middle):
    if estimate.low is None or estimate.high is None:
        return []
    low, high = axis.at(estimate.low), axis.at(estimate.high)
    line = element("line", x1=low, x2=high, y1=middle, y2=middle, class_="whisker")
    ends = [element("line", x1=x, x2=x, y1=middle - 4, y2=middle + 4, class_="whisker") for x in (low, high)]
    return [line, *ends]


def _table(estimates, notation):
    rows = tuple(
        (
            e.label,
            e.reason or _(UNDEFINED) if e.value is None else notation.write(e.value),
            notation.bounds(e) or _("none"),
            numbers.count(e.n),
        )
        for e in estimates
    )
    return Table(columns=("", _("value"), _("interval"), _("n (%(unit)s)") % {"unit": notation.unit}), rows=rows)


def _cut(words):
    return words if len(words) <= LONGEST_REASON else words[: LONGEST_REASON - 1].rstrip() + "…"
