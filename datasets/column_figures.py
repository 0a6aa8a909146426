"""What a file has in each column: how many cells are filled, how many differ, and how they are spread.

`FileFigures` counts while the file is read, in bounded memory; what it found is plain JSON, worded by `figures_of`.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

import numpy as np

from datasets.cases import is_conversation
from datasets.proposals import ENOUGH, list_of
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _

BARS = 8
WIDTH, HEIGHT = 72, 20
SHORT = 24  # characters up to which values are shown, and not their length
SHOWN_VALUES = 4
SHOWN_COLUMNS = 200
ROWS_AT_ONCE, BYTES_AT_ONCE = 1_000, 4 * 1024 * 1024
MOST_DISTINCT = 4_000_000  # hashes of 8 bytes that all columns of a file may hold; above, no longer counted exactly


@dataclass(frozen=True)
class Bar:
    """One bar of a small histogram, in the units of a box of WIDTH and HEIGHT."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class ColumnFigures:
    """`filled` is a share from 0 to 1; `summary` says in words what the bars show.

    `is_more`: the column has more than `distinct` values, and nobody counted how many.
    """

    filled: float
    distinct: int
    is_more: bool
    bars: list[Bar]
    summary: str


class FileFigures:
    """Counts the rows that pass through `watched`; the first SHOWN_COLUMNS columns that they have."""

    def __init__(self):
        self.rows = 0
        self._columns = {}

    def watched(self, reader):
        """The rows of the reader, counted some at a time: as many as a few megabytes hold."""
        step, batch, begun = BYTES_AT_ONCE if reader.progress_unit == "bytes" else 1, [], reader.done
        for row in reader:
            batch.append(row.values)
            if len(batch) == ROWS_AT_ONCE or reader.done - begun >= step:
                self.add(batch)
                batch, begun = [], reader.done
            yield row
        self.add(batch)

    def add(self, rows):
        """Take rows, which are {column: value}."""
        self.rows += len(rows)
        names = {*map(tuple, rows)}
        if len(names) == 1:  # as in every file but of objects that differ
            columns = zip(*names, zip(*map(dict.values, rows), strict=True), strict=True)
        else:
            columns = [(name, [row.get(name) for row in rows]) for name in dict.fromkeys(chain.from_iterable(rows))]
        for name, values in columns:
            if name not in self._columns and len(self._columns) < SHOWN_COLUMNS:
                self._columns[name] = _Count()
            if name in self._columns:
                is_full = None not in values and "" not in values
                self._columns[name].add(values if is_full else [each for each in values if each not in (None, "")])
        while sum(column.held for column in self._columns.values()) > MOST_DISTINCT:
            max(self._columns.values(), key=lambda column: column.held).stop()

    def as_json(self):
        """{column: what `figures_of` reads}."""
        return {name: column.as_json(self.rows) for name, column in self._columns.items()}


class _Count:
    """The filled cells of one column. Values are kept while they are few, then only their hashes, each once."""

    def __init__(self):
        self._filled, self._values, self._examples = 0, Counter(), []
        self._hashes, self._new, self._stopped_at = np.array([], np.int64), [], 0
        self._lengths, self._numbers, self._turns = Counter(), Counter(), None
        self._low, self._high = np.inf, -np.inf

    @property
    def held(self):
        """How many hashes are in memory, without those that are not sorted in yet."""
        return len(self._hashes)

    def add(self, filled):
        if not filled:
            return
        self._filled += len(filled)
        texts = filled if {*map(type, filled)} == {str} else [_text(value) for value in filled]
        self._lengths.update(map(len, texts))
        self._add_turns(filled)
        if self._numbers is not None:
            self._add_numbers(texts)
        self._add_distinct(texts)

    def stop(self):
        """Keep no more hashes: what was counted so far is what there is at least."""
        self._stopped_at, self._hashes, self._new = self.held, np.array([], np.int64), []

    def as_json(self, rows):
        if self._new:
            self._merge()
        distinct = self._stopped_at or (self.held if self._values is None else len(self._values))
        found = {"rows": rows, "filled": self._filled, "distinct": distinct, "is_more": bool(self._stopped_at)}
        return found | self._spread()

    def _add_turns(self, filled):
        """Turns of conversations; in a column that does not begin with them nobody looks for more."""
        if self._turns is not None and not self._turns:
            return
        found = [len(turns) for value in filled if is_conversation(turns := list_of(value))]
        if self._turns is None and len(found) < ENOUGH * len(filled):
            found = ()
        self._turns = self._turns or Counter()
        self._turns.update(found)

    def _add_numbers(self, texts):
        """Numbers by their first four digits, which bounds how many differ, and the lowest and the highest in full."""
        try:
            numbers = np.fromiter(map(float, texts), float, len(texts))
        except ValueError:
            numbers = np.array([np.nan])
        if not np.isfinite(numbers).all():
            self._numbers = None
            return
        self._low, self._high = min(numbers.min(), self._low), max(numbers.max(), self._high)
        with np.errstate(all="ignore"):
            scale = 10.0 ** (3 - np.floor(np.log10(np.abs(numbers))))
            rounded = np.round(numbers * scale) / scale
        self._numbers.update(np.where(np.isfinite(rounded), rounded, numbers).tolist())

    def _add_distinct(self, texts):
        if self._values is not None:
            self._values.update(texts)
            if len(self._values) <= BARS:
                return
            self._examples = [text[:SHORT] for text in [*self._values][:3]]
            texts, self._values = list(self._values), None
        if not self._stopped_at:
            self._new.append(np.fromiter(map(hash, texts), np.int64, len(texts)))
            if sum(map(len, self._new)) >= max(ROWS_AT_ONCE, len(self._hashes)):
                self._merge()

    def _merge(self):
        found = np.sort(np.concatenate([self._hashes, *self._new]))  # np.unique takes several times as long
        self._hashes, self._new = found[np.append(True, found[1:] != found[:-1])], []

    def _spread(self):
        """{kind, heights of bars, and what is said of them}."""
        if not self._filled:
            return {"kind": "", "heights": []}
        if self._turns and self._turns.total() >= ENOUGH * self._filled:
            return {"kind": "turns"} | _measured(self._turns)
        if self._values is not None and len(self._values) * 2 <= self._filled:
            common = self._values.most_common()
            values = [[_short(value), n] for value, n in common[:SHOWN_VALUES]]
            return {"kind": "values", "heights": [n for _value, n in common], "values": values}
        if self._numbers is not None:
            return {"kind": "numbers"} | _measured(self._numbers, _plain(float(self._low)), _plain(float(self._high)))
        examples = {}
        if max(self._lengths) <= SHORT:
            examples = {"values": [*self._values][:3] if self._values is not None else self._examples}
        return {"kind": "examples" if examples else "lengths"} | _measured(self._lengths) | examples


def figures_of(found):
    """The ColumnFigures of what FileFigures has found of a column; None is a column of which it saw no cell."""
    found = found or _Count().as_json(0)
    words = {
        "turns": _("%(low)s to %(high)s turns, median %(median)s"),
        "numbers": _("%(low)s to %(high)s, median %(median)s"),
        "lengths": _("%(low)s to %(high)s characters, median %(median)s"),
    }
    kind = found["kind"]
    if kind == "values":
        summary = ", ".join(f"{value} {n:,}" for value, n in found["values"])
    elif kind == "examples":
        summary = ", ".join(found["values"])
    elif kind:
        low, high, median = found["low"], found["high"], found["median"]
        summary = words[kind] % {"low": f"{low:,}", "high": f"{high:,}", "median": f"{median:,.4g}"}
    else:
        summary = ""
    share = found["filled"] / found["rows"] if found["rows"] else 0.0
    return ColumnFigures(share, found["distinct"], found["is_more"], _bars(found["heights"]), summary)


def _measured(counts, low=None, high=None):
    """Lowest, highest and median of {number: how often}, and the bars between."""
    numbers = sorted(counts)
    low, high = numbers[0] if low is None else low, numbers[-1] if high is None else high
    step = (high - low) / BARS or 1
    heights = [0] * (BARS if high > low else 1)
    for number, n in counts.items():
        heights[min(max(int((number - low) / step), 0), len(heights) - 1)] += n
    return {"low": low, "high": high, "median": _median(numbers, counts), "heights": heights}


def _median(numbers, counts):
    half, seen = counts.total() / 2, 0
    for number, after in zip(numbers, [*numbers[1:], numbers[-1]], strict=True):
        seen += counts[number]
        if seen >= half:
            return (number + after) / 2 if seen == half else number


def _bars(heights):
    if not heights:
        return []
    width, highest = WIDTH / len(heights), max(heights)
    return [
        Bar(round(place * width, 2), round(HEIGHT * (1 - height / highest), 2), round(width - 1.5, 2),
            round(HEIGHT * height / highest, 2))
        for place, height in enumerate(heights)
    ]  # fmt: skip


def _text(value):
    if type(value) is str:
        return value
    return str(value) if type(value) is int else strict_json.dumps(value)


def _plain(number):
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _short(text):
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
