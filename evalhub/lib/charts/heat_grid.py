"""A grid of numbers on a shade of one hue: agreement between judges, or a confusion matrix."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Chart, Table
from evalhub.lib.charts.svg import drawing, element, label, mark
from evalhub.lib.translation import gettext as _

STEPS = 6
LIGHT_STEPS = 4
NAMES = 156
CELL_WIDTH = 58
CELL_HEIGHT = 42
HEAD = 26
LONGEST_NAME = 17


@dataclass(frozen=True)
class Head:
    """A row and column: a judge with its kind, or a label."""

    label: str
    kind: str = ""


@dataclass(frozen=True)
class Cell:
    """A number and the count behind it. `value` None shows a dash, and `reason` says why; `href` leads to the items."""

    value: float | None
    n: int = 0
    reason: str = ""
    href: str = ""


def heat_grid(
    rows: Sequence[Head],
    columns: Sequence[Head],
    cells: Sequence[Sequence[Cell | None]],
    *,
    title: str,
    finding: str,
    domain: tuple[float, float] = (0.0, 1.0),
    least_n: int = 0,
    write: Callable[[float], str] = numbers.point,
) -> Chart:
    """`cells[i][j]` for `rows[i]` and `columns[j]`; None leaves the place blank, as on the diagonal.

    Columns are lettered like rows when both are the same judges, since names do not fit over narrow cells.
    Cells with fewer than `least_n` are left without a shade. `write` turns a value into its text.
    """
    same = list(rows) == list(columns)
    parts = [_column_head(head, j, same) for j, head in enumerate(columns)]
    for i, head in enumerate(rows):
        parts.extend(_row_head(head, i, same))
        parts.extend(_cell(cell, i, j, domain, least_n, write) for j, cell in enumerate(cells[i]) if cell is not None)
    linked = any(cell is not None and cell.href for line in cells for cell in line)
    size = {"width": NAMES + CELL_WIDTH * len(columns), "linked": linked}
    words = [
        _("%(one)s and %(other)s: %(value)s")
        % {"one": rows[i].label, "other": columns[j].label, "value": _cell_words(cell, write)}
        for i, line in enumerate(cells)
        for j, cell in enumerate(line)
        if cell is not None
    ]
    svg = drawing(title, "; ".join(words) + ".", HEAD + CELL_HEIGHT * len(rows), *parts, **size)
    lines = tuple(
        (head.label, *("" if cell is None else _cell_words(cell, write) for cell in cells[i]))
        for i, head in enumerate(rows)
    )
    return Chart(title, finding, svg, Table(columns=("", *(head.label for head in columns)), rows=lines), scrolls=True)


def letter(index: int) -> str:
    """A, B, ... Z, AA: the short name of a judge in one picture."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name


def _column_head(head, j, same):
    x = NAMES + CELL_WIDTH * j + CELL_WIDTH / 2
    words = letter(j) if same else _cut(head.label, 8)
    return element("g", element("title", head.label), label(words, x, 16, "name middle"))


def _row_head(head, i, same):
    middle = HEAD + CELL_HEIGHT * i + CELL_HEIGHT / 2
    parts, x = [], 0
    if same:
        parts.append(label(letter(i), 0, middle + 4, "value start"))
        x = 20
    if head.kind:
        parts.append(mark(head.kind, x + 6, middle, 5))
        x += 18
    name = element(
        "g", element("title", head.label), label(_cut(head.label, LONGEST_NAME), x, middle + 4, "name start")
    )
    return [*parts, name]


def _cell(cell, i, j, domain, least_n, write):
    x, y = NAMES + CELL_WIDTH * j, HEAD + CELL_HEIGHT * i
    box = {"x": x + 1, "y": y + 1, "width": CELL_WIDTH - 2, "height": CELL_HEIGHT - 2, "rx": 4}
    centre = x + CELL_WIDTH / 2
    hint = element("title", _cell_words(cell, write))
    if cell.value is None:
        words = [label("–", centre, y + 25, "cell middle")]
        shade = element("rect", class_="blank", **box)
    else:
        sure = cell.n >= least_n
        low, high = domain
        share = (cell.value - low) / (high - low) if high > low else 0.0
        step = 1 + min(STEPS - 1, max(0, int(share * STEPS)))
        tone = "plain" if not sure else "low" if step <= LIGHT_STEPS else "high"
        words = [
            label(write(cell.value), centre, y + 19, f"cell middle {tone}"),
            label(numbers.counted(cell.n), centre, y + 33, f"middle {tone}"),
        ]
        shade = element("rect", class_=f"heat-{step}" if sure else "blank", **box)
    if cell.href:
        return element("a", hint, shade, *words, href=cell.href)
    return element("g", hint, shade, *words)


def _cell_words(cell, write):
    if cell.value is None:
        return cell.reason or _("not defined")
    return f"{write(cell.value)}, {numbers.counted(cell.n)}"


def _cut(words, most):
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
