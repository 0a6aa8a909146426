"""A horizontal axis in shares of the room's width: a drawing fits any screen and its letters keep their size."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from evalhub.lib.charts import numbers
from evalhub.lib.charts.svg import element, label, percent


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high` over the full width; `ticks` are round values, both ends among them."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> str:
        """The coordinate of `value`, held inside the axis."""
        share = (value - self.low) / (self.high - self.low)
        return percent(min(1.0, max(0.0, share)))

    def draw(
        self,
        stretches: Iterable[tuple[float, float]],
        foot: float,
        write: Callable[[float], str] = numbers.tick_label,
    ) -> list[Element]:
        """Grid lines over each stretch (top, bottom), numbers below `foot`; the line at zero is the strong one."""
        parts = []
        for i, tick in enumerate(self.ticks):
            x = self.at(tick)
            anchor = "start" if i == 0 else "end" if i == len(self.ticks) - 1 else "middle"
            parts.extend(self.upright(tick, stretches, "axis" if tick == 0 else "grid"))
            parts.append(label(write(tick), x, foot + 16, f"tick {anchor}"))
        return parts

    def upright(self, value: float, stretches: Iterable[tuple[float, float]], class_: str) -> list[Element]:
        """A line at `value` over each stretch, broken where words stand."""
        x = self.at(value)
        return [element("line", x1=x, x2=x, y1=top, y2=bottom, class_=class_) for top, bottom in stretches]


def axis_over(values: Iterable[float | None], *, low: float | None = None, high: float | None = None) -> Axis:
    """An axis that holds zero, `values` and the bounds that are given."""
    known = [v for v in values if v is not None]
    floor = min([0.0, *known]) if low is None else min([low, *known])
    ceiling = max([0.0, *known]) if high is None else max([high, *known])
    marks = numbers.ticks(floor, ceiling)
    return Axis(low=marks[0], high=marks[-1], ticks=tuple(marks))
