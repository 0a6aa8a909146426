"""What the first rows of a file have in one column: how many are filled, how many differ, and how they are spread."""

import statistics
from collections import Counter
from dataclasses import dataclass

from datasets.cases import is_conversation
from datasets.proposals import ENOUGH, list_of
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _

BARS = 8
WIDTH, HEIGHT = 72, 20
SHORT = 24  # characters up to which values are shown, and not their length
SHOWN_VALUES = 4


@dataclass(frozen=True)
class Bar:
    """One bar of a small histogram, in the units of a box of WIDTH and HEIGHT."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class ColumnFigures:
    """`filled` is a share from 0 to 1; `summary` says in words what the bars show."""

    filled: float
    distinct: int
    bars: list[Bar]
    summary: str


def figures_of(values):
    """The ColumnFigures of the values of one column; None and "" are not filled."""
    filled = [value for value in values if value not in (None, "")]
    texts = [value if isinstance(value, str) else strict_json.dumps(value) for value in filled]
    counts = Counter(texts)
    heights, summary = _spread(filled, texts, counts)
    share = len(filled) / len(values) if values else 0.0
    return ColumnFigures(share, len(counts), _bars(heights), summary)


def _spread(filled, texts, counts):
    """(heights of bars, words) of values that are not empty."""
    if not filled:
        return [], ""
    turns = [len(found) for value in filled if is_conversation(found := list_of(value))]
    if len(turns) >= ENOUGH * len(filled):
        return _measured(turns, _("%(low)s to %(high)s turns, median %(median)s"))
    if len(counts) <= BARS and len(counts) * 2 <= len(texts):
        common = counts.most_common()
        words = ", ".join(f"{_short(value)} {count:,}" for value, count in common[:SHOWN_VALUES])
        return [count for _value, count in common], words
    numbers = [number for text in texts if (number := _number(text)) is not None]
    if len(numbers) == len(texts):
        return _measured(numbers, _("%(low)s to %(high)s, median %(median)s"))
    lengths = [len(text) for text in texts]
    heights, words = _measured(lengths, _("%(low)s to %(high)s characters, median %(median)s"))
    return heights, ", ".join(list(counts)[:3]) if max(lengths) <= SHORT else words


def _measured(numbers, words):
    low, high = min(numbers), max(numbers)
    step = (high - low) / BARS or 1
    counts = Counter(min(int((number - low) / step), BARS - 1) for number in numbers)
    shown = {"low": f"{low:,}", "high": f"{high:,}", "median": f"{statistics.median(numbers):,.4g}"}
    return [counts[place] for place in range(BARS if high > low else 1)], words % shown


def _bars(heights):
    if not heights:
        return []
    width, highest = WIDTH / len(heights), max(heights)
    return [
        Bar(round(place * width, 2), round(HEIGHT * (1 - height / highest), 2), round(width - 1.5, 2),
            round(HEIGHT * height / highest, 2))
        for place, height in enumerate(heights)
    ]  # fmt: skip


def _number(text):
    try:
        number = float(text)
    except ValueError:
        return None
    if number - number != 0:
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _short(text):
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
