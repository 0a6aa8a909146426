"""One number with its interval on a scale of its own, zero included."""

from collections.abc import Callable

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import axis_over
from evalhub.lib.charts.chart import Chart, EstimateMark, Table
from evalhub.lib.charts.svg import drawing, element, label, mark
from evalhub.lib.translation import gettext as _

MIDDLE, FOOT = 34, 52


def single_interval(
    estimate: EstimateMark, *, finding: str, write: Callable[[float], str], note: str = "", columns: tuple[str, ...]
) -> Chart:
    """`columns` head the table: the row, value, low, high, count. ValueError for an estimate without its interval."""
    low, value, high = estimate.low, estimate.value, estimate.high
    if low is None or value is None or high is None:
        raise ValueError(f"{estimate.label} has no interval. Valid: a value with both of its bounds.")
    axis = axis_over([low, value, high])
    words = {"value": write(value), "low": write(low), "high": write(high), "n": numbers.count(estimate.n)}
    whiskers = [(low, high, MIDDLE, MIDDLE), (low, low, MIDDLE - 5, MIDDLE + 5), (high, high, MIDDLE - 5, MIDDLE + 5)]
    parts = [
        *axis.draw([(20, MIDDLE + 12)], FOOT - 4),
        *[
            element("line", x1=axis.at(x1), x2=axis.at(x2), y1=y1, y2=y2, class_="whisker")
            for x1, x2, y1, y2 in whiskers
        ],
        mark(estimate.kind, axis.at(value), MIDDLE),
        label(estimate.label, 0, 14, "name start"),
        label(_("%(value)s (%(low)s to %(high)s), n %(n)s") % words, "100%", 14, "value end"),
    ]
    svg = drawing(estimate.label, finding, FOOT + 18, *parts)
    row = (estimate.label, words["value"], words["low"], words["high"], words["n"])
    return Chart(estimate.label, finding, svg, Table(columns, (row,)), note=note)
