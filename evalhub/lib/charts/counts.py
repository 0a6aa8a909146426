"""A horizontal axis of counts: points stand where their n is, by its logarithm where n spans more than a decade."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from xml.etree.ElementTree import Element

from evalhub.lib.charts import numbers
from evalhub.lib.charts.plot import Plot
from evalhub.lib.charts.svg import element, label, percent

DECADE = 10
MOST_TICKS = 6
NEAR_END = 0.85  # where words above an upright end at it


@dataclass(frozen=True)
class Counts:
    """`values` of the points in their order, and `marked` (n, words) as upright lines. Linear ones start at 0."""

    values: Sequence[int]
    marked: Sequence[tuple[int, str]] = ()
    is_linear: bool = False

    @cached_property
    def is_log(self) -> bool:
        first, last = self._ends
        return not self.is_linear and last > DECADE * first > 0

    @cached_property
    def _ends(self):
        known = [*self.values, *(n for n, _words in self.marked)]
        return min(known), max(known)

    @cached_property
    def ticks(self) -> list[float]:
        """Round counts; of a linear axis both of its ends are among them."""
        first, last = self._ends
        if not self.is_log:
            return numbers.ticks(0, last, most=MOST_TICKS)
        powers = [10**power for power in range(math.floor(math.log10(first)), math.ceil(math.log10(last)) + 1)]
        for steps in ((1, 2, 5), (1, 3), (1,)):
            found = [float(step * power) for power in powers for step in steps if first <= step * power <= last]
            if len(found) <= MOST_TICKS:
                break
        return found

    def share(self, n: float) -> float:
        """How far across n lies, 0 to 1."""
        if not self.is_log:
            return n / self.ticks[-1]
        first, last = map(math.log, self._ends)
        return (math.log(n) - first) / (last - first)

    def across(self, i: int) -> float:
        return self.share(self.values[i])

    def draw(self, plot: Plot) -> list[Element]:
        """The numbers below the foot, and the uprights with their words."""
        parts = [
            label(numbers.count(round(n)), percent(self.share(n)), plot.foot + 16, "tick middle") for n in self.ticks
        ]
        for n, words in self.marked:
            share, top = self.share(n), plot.y(plot.axis.high)
            x, side = percent(share), "end" if share > NEAR_END else "middle"
            parts.append(element("line", x1=x, x2=x, y1=top, y2=plot.foot, class_="reference"))
            parts.append(label(words, x, top - 8, f"name {side}"))
        return parts
