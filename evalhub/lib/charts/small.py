"""Drawings for a cell of a table: they keep their own size and say themselves in words."""

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import Axis
from evalhub.lib.charts.svg import Svg, drawing, element, label, mark, percent
from evalhub.lib.translation import gettext as _

TENTHS = 10
DAY_WIDTH, DAY_HEIGHT, DAY_GAP = 84, 24, 2
GAP = 0.008
STRIP = (104, 16)


def day_bars(counts: list[int], kind: str = "human") -> Svg:
    """Counts per day; the tallest bar fills the height, a day without answers is a base line."""
    top, width = max([*counts, 1]), (DAY_WIDTH + DAY_GAP) / len(counts) - DAY_GAP
    bars = []
    for day, count in enumerate(counts):
        height = max(1.0, DAY_HEIGHT * count / top)
        box = {"x": day * (width + DAY_GAP), "y": DAY_HEIGHT - height, "width": width, "height": height}
        bars.append(element("rect", **box, class_=f"bar {kind if count else 'rest'}"))
    words = ", ".join(numbers.count(count) for count in counts)
    title = _("Answers per day, the last %(days)s days") % {"days": len(counts)}
    return drawing(title, words, DAY_HEIGHT, *bars, width=str(DAY_WIDTH))


def tenth_of(value: float) -> int:
    """The tenth of 0 to 1 in which a value lies; 1 is in the last."""
    return min(TENTHS - 1, int(value * TENTHS))


def histogram(
    counts: dict[int, int], *, title: str, height: int, width: str = "100%", kind: str = "", median: float | None = None
) -> Svg:
    """How many values lie in each tenth of 0 to 1, the median as a line where it is given."""
    most = max(counts.values())
    bars = [
        element(
            "rect",
            x=percent(tenth / TENTHS + GAP),
            width=percent(1 / TENTHS - 2 * GAP),
            y=height - tall,
            height=tall,
            class_=f"bar {kind}".strip(),
        )
        for tenth, count in sorted(counts.items())
        if count and (tall := max(2.0, height * 0.9 * count / most))
    ]
    lines = [element("line", x1="0%", x2="100%", y1=height, y2=height, class_="axis")]
    if median is not None:
        lines.append(element("line", x1=percent(median), x2=percent(median), y1=0, y2=height, class_="whisker"))
    words = "; ".join(
        _("%(low)s to %(high)s: %(n)s")
        % {"low": numbers.point(tenth / TENTHS, 1), "high": numbers.point((tenth + 1) / TENTHS, 1), "n": count}
        for tenth, count in sorted(counts.items())
        if count
    )
    return drawing(title, words, height, *bars, *lines, width=width)


def strip(value: float, marks: list[float | None], words: str) -> Svg:
    """A value on a line from 0 to 1, a fainter mark for each of those that it comes from."""
    width, height = STRIP
    middle = height / 2
    parts = [element("line", x1="0%", x2="100%", y1=middle, y2=middle, class_="strip-track")]
    known = [mark for mark in marks if isinstance(mark, int | float)]
    if len(known) > 1:
        ends = {"x1": percent(min(known)), "x2": percent(max(known))}
        parts.append(element("line", **ends, y1=middle, y2=middle, class_="strip-spread"))
        parts += [_small_mark(percent(mark), middle) for mark in known]
    at = percent(value)
    parts.append(element("line", x1=at, x2=at, y1=1, y2=height - 1, class_="strip-value"))
    return drawing(words, words, height, *parts, width=str(width))


def _small_mark(x, y):
    """The square of a machine, half as large as in a chart of its own."""
    square = element("rect", x=-2.5, y=-2.5, width=5, height=5, class_="strip-mark")
    return element("svg", square, x=x, y=y, overflow="visible")


def interval_cell(
    value: float, low: float | None, high: float | None, *, kind: str, words: str, reference: float | None = None
) -> Svg:
    """A value with its interval on an axis of its own around both, a dashed line at the reference; `words` say it."""
    known = [each for each in (value, low, high, reference) if each is not None]
    width = max(known) - min(known) or abs(value) * 0.2 or 1.0
    marks = numbers.ticks(min(known) - width * 0.1, max(known) + width * 0.1, most=4)
    axis = Axis(marks[0], marks[-1], tuple(marks))
    parts = [element("line", x1=axis.at(tick), x2=axis.at(tick), y1=2, y2=24, class_="grid") for tick in marks]
    parts += [
        label(numbers.tick_label(tick), axis.at(tick), 38, f"tick {anchor}")
        for tick, anchor in ((marks[0], "start"), (marks[-1], "end"))
    ]
    if reference is not None:
        parts += axis.upright(reference, [(0, 26)], "reference")
    if low is not None and high is not None:
        parts.append(element("line", x1=axis.at(low), x2=axis.at(high), y1=13, y2=13, class_="whisker"))
    parts.append(mark(kind, axis.at(value), 13))
    return drawing(words, words, 42, *parts)


def bins(counts: list[int], first: str, last: str, words: str) -> Svg:
    """Counts side by side as bars from the least to the greatest value, which stand below."""
    most, foot = max([*counts, 1]), 26
    parts = []
    for place, count in enumerate(counts):
        if count:
            tall = max(2.0, (foot - 2) * count / most)
            box = {"x": percent((place + 0.06) / len(counts)), "width": percent(0.88 / len(counts))}
            parts.append(element("rect", **box, y=foot - tall, height=tall, class_="bar everyone"))
    parts.append(element("line", x1="0%", x2="100%", y1=foot, y2=foot, class_="axis"))
    parts += [label(first, "0%", 40, "tick start"), label(last, "100%", 40, "tick end")]
    return drawing(words, words, 44, *parts)


def difference_cell(value: float, low: float | None, high: float | None, *, reach: float, kind: str, words: str) -> Svg:
    """A difference with its interval on an axis that goes as far to both sides of zero; `words` say it."""

    def at(number):
        return percent(0.5 + 0.48 * number / (reach or 1.0))

    parts = [element("line", x1="50%", x2="50%", y1=0, y2=24, class_="axis")]
    if low is not None and high is not None:
        parts.append(element("line", x1=at(low), x2=at(high), y1=12, y2=12, class_="whisker"))
    parts.append(mark(kind, at(value), 12))
    return drawing(words, words, 24, *parts)
