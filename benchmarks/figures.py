"""What a measurement comes to: medians, percentiles, and a section of docs/performance.md."""

import math
import statistics
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Target:
    """A figure beside what was asked of it."""

    what: str
    measured: str
    wanted: str
    is_met: bool


@dataclass
class Section:
    """One benchmark's part of the page: its tables as Markdown, and its targets."""

    title: str
    command: str
    text: list = field(default_factory=list)
    targets: list = field(default_factory=list)

    def table(self, head, rows):
        self.text.append(markdown_table(head, rows))

    def at_most(self, what, value, limit, unit):
        self._target(what, value, f"at most {_number(limit)}", unit, value <= limit)

    def at_least(self, what, value, limit, unit):
        self._target(what, value, f"at least {_number(limit)}", unit, value >= limit)

    def _target(self, what, value, wanted, unit, is_met):
        self.targets.append(Target(what, f"{_number(value)} {unit}".strip(), f"{wanted} {unit}".strip(), is_met))


def markdown_table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def percentile(values, share):
    """The smallest value that at least `share` of the values do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)]


def median(values):
    return statistics.median(values)


def ms(seconds):
    return f"{seconds * 1000:.1f}"


def _number(value):
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
