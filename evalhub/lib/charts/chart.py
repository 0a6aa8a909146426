"""What a chart hands to a page: the drawing, the finding in words, a legend and the same numbers as a table."""

import csv
import io
from dataclasses import dataclass
from urllib.parse import quote

from evalhub.lib.charts.svg import Svg
from evalhub.lib.spreadsheet import safe_row


@dataclass(frozen=True)
class Key:
    """One entry of a legend; `hue` is the class that the drawing uses for it."""

    label: str
    hue: str
    value: str = ""


@dataclass(frozen=True)
class Table:
    """The numbers behind a drawing, already formatted: `rows` hold one text per column, the first names the row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def csv_href(self) -> str:
        """The table as a CSV file in an address of its own, so that no second request draws the chart again."""
        out = io.StringIO()
        csv.writer(out).writerows(safe_row(row) for row in (self.columns, *self.rows))
        return f"data:text/csv;charset=utf-8,{quote(out.getvalue(), safe='')}"


@dataclass(frozen=True)
class Chart:
    """A picture for `components/chart.html`. `finding` is the caption: it says what the reader should see.

    `definition` says below it what is measured, over how many. `note` explains a sign in the drawing; `scrolls` is true
    for a drawing that keeps its own width. `anchor` is its place on a
    page with filters; `items_href` leads to the rows behind the figures.
    """

    title: str
    finding: str
    svg: Svg
    table: Table
    legend: tuple[Key, ...] = ()
    note: str = ""
    scrolls: bool = False
    definition: str = ""
    anchor: str = ""
    items_href: str = ""


@dataclass(frozen=True)
class EstimateMark:
    """A number with its interval and the count behind it. `value` None is undefined, and `reason` says why.

    `kind` is human, llm, program, between or everyone and chooses mark and hue; `hue` tells several of one kind apart.
    """

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    kind: str = ""
    reason: str = ""
    hue: str = ""
