"""The frame of a chart over time: values on the left, moments below.

Places are shares of the room's width, so that one drawing fits a whole row, half of it and a phone, and its letters
keep their size. The style sheet leaves the margins in which the words on both sides stand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from evalhub.lib.charts import numbers
from evalhub.lib.charts.axis import Axis
from evalhub.lib.charts.svg import Svg, drawing, element, label, percent

HEIGHT = 168
SMALL = 52
TOP, FOOT = 22, 24
MOST_MOMENTS = {"widest": 12, "wide": 6, "": 4}  # names of moments by the least width that shows them


@dataclass(frozen=True)
class Plot:
    """Values from `axis.low` to `axis.high` over `height` pixels. A small one has no grid and no words on the left."""

    axis: Axis
    height: int
    is_small: bool = False

    @property
    def foot(self) -> float:
        return TOP + self.height

    def share(self, value: float) -> float:
        """How high a value lies, 0 to 1, held inside the frame."""
        return min(1.0, max(0.0, (value - self.axis.low) / (self.axis.high - self.axis.low)))

    def y(self, value: float) -> float:
        return TOP + self.height * (1 - self.share(value))

    def frame(self, write: Callable[[float], str]) -> list[Element]:
        """The grid with its values; a small plot has its foot alone."""
        ticks = self.axis.ticks[:1] if self.is_small else self.axis.ticks
        lines = [self.level(tick, "axis" if tick == self.axis.low else "grid") for tick in ticks]
        words = [] if self.is_small else [label(write(t), -8, self.y(t) + 4, "tick end") for t in ticks]
        return lines + words

    def level(self, value: float, class_: str) -> Element:
        """A line over the whole width."""
        return element("line", x1=0, x2="100%", y1=self.y(value), y2=self.y(value), class_=class_)

    def moments(self, labels: Sequence[str], across: Callable[[int], float]) -> list[Element]:
        """Names of moments, counted back from the newest; on a phone fewer of them. A small plot has both ends."""
        last = len(labels) - 1
        if self.is_small:
            shown = {0: "start", last: "end"} if last > 0 else {0: "start"} if labels else {}
            return [
                label(labels[i], percent(across(i)), self.foot + 16, f"tick {anchor}") for i, anchor in shown.items()
            ]
        step = 1
        widths: dict[int, str] = {}
        for name, most in MOST_MOMENTS.items():
            step *= -(-len(labels) // (step * most)) or 1
            widths |= dict.fromkeys(range(last % step, last + 1, step), name)
        return [
            label(labels[i], percent(across(i)), self.foot + 16, f"tick middle {width}".strip())
            for i, width in widths.items()
        ]

    def svg(self, title: str, description: str, *parts: Element, sides: str, linked: bool = False) -> Svg:
        """`sides`: classes of the margins, "left" for values and "right" for words behind the last moment."""
        margins = "right" if self.is_small and "right" in sides else "" if self.is_small else sides
        size = "plot small" if self.is_small else "plot"
        return drawing(title, description, self.foot + FOOT, *parts, class_=f"{size} {margins}".strip(), linked=linked)


def plot_over(
    values: Sequence[float | None], *, low: float = 0.0, high: float | None = None, is_small: bool = False
) -> Plot:
    """A Plot that holds `low`, `high` where it is given, and all values."""
    known = [value for value in values if value is not None]
    marks = numbers.ticks(min([low, *known]), max([low, *known] if high is None else [high, *known]), most=5)
    return Plot(Axis(low=marks[0], high=marks[-1], ticks=tuple(marks)), SMALL if is_small else HEIGHT, is_small)
