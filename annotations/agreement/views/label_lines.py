"""What is taken for what: a grid of pairs of labels, and each label's own agreement in a table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from evalhub.lib import charts
from evalhub.lib.charts import numbers

MOST_VALUES = 12  # a grid of more is not read


@dataclass(frozen=True)
class LabelLine:
    """One label. agreement: 2a / (2a + d) with a pairs of people agreeing on it and d pairs of whom one chose it
    (proportion of specific agreement, Dice); None when nobody met. confused_with: the words of the label met most
    often instead, with `confused` pairs; `href` leads to these items, `agreeing_href` to those that agree."""

    label: str
    agreement: float | None
    pairs: int
    agreeing: int
    agreeing_href: str
    confused_with: str
    confused: int
    href: str


@dataclass(frozen=True)
class ConfusionPictures:
    """Of one question: `lines` per label among people, worst first; the grids (None when nobody met, or too wide)."""

    lines: list
    people: charts.Chart | None
    machines: charts.Chart | None


def confusion_pictures(title, found, words, *, href=None):
    """The ConfusionPictures of {"values", "people", "machines"}, counts of pairs; None when there are none.

    words: the label of each value. href(label, other, between) is the address of the items behind a cell; `between`
    is "people" or "machines". No links without it.
    """
    if not found:
        return None
    address = href or (lambda *cell: "")
    grids = {
        between: _grid(title, found["values"], found[between], words, between, address)
        for between in ("people", "machines")
    }
    return ConfusionPictures(lines=_lines(found["values"], found["people"], words, address), **grids)


def _grid(title, values, counts, words, between, href):
    if not any(map(any, counts)) or len(values) > MOST_VALUES:
        return None
    heads = [charts.Head(text) for text in words]
    cells = []
    for i, row in enumerate(counts):
        total = sum(row)
        cells.append(
            [
                charts.Cell(
                    value=count / total if total else None,
                    n=count,
                    reason=_("no pair"),
                    href=href(values[i], values[j], between) if count else "",
                )
                for j, count in enumerate(row)
            ]
        )
    if between == "people":
        name, finding = _("People vs. people: %(title)s"), _people_finding(counts, words)
    else:
        name, finding = _("Models vs. people: %(title)s"), _machine_finding(counts, words)
    return charts.heat_grid(heads, heads, cells, title=name % {"title": title}, finding=finding, write=numbers.share)


def _lines(values, counts, words, href):
    """A LabelLine per label, worst first; none before two people have met."""
    if not any(map(any, counts)):
        return []
    lines = []
    for i, row in enumerate(counts):
        differing = sum(row) - row[i]
        shared = 2 * row[i] + differing
        worst = max((j for j in range(len(row)) if j != i), key=lambda j: row[j], default=None)
        confused = row[worst] if worst is not None else 0
        lines.append(
            LabelLine(
                label=words[i],
                agreement=2 * row[i] / shared if shared else None,
                pairs=row[i] + differing,
                agreeing=row[i],
                agreeing_href=href(values[i], values[i], "people") if row[i] else "",
                confused_with=words[worst] if confused else "",
                confused=confused,
                href=href(values[i], values[worst], "people") if confused else "",
            )
        )
    return sorted(lines, key=lambda line: (line.agreement is None, line.agreement))


def _people_finding(counts, words):
    pairs = [(counts[i][j], i, j) for i in range(len(counts)) for j in range(i)]
    most, i, j = max(pairs, default=(0, 0, 0))
    if not most:
        return _("No two people chose different labels.")
    return _("Most often confused: %(one)s and %(other)s, %(count)s pairs of people.") % {
        "one": words[j],
        "other": words[i],
        "count": numbers.count(most),
    }


def _machine_finding(counts, words):
    pairs = [(counts[i][j], i, j) for i in range(len(counts)) for j in range(len(counts)) if i != j]
    most, i, j = max(pairs, default=(0, 0, 0))
    if not most:
        return _("Models and people chose the same label on every shared item.")
    return _(
        "Rows are people, columns are models. Most often: people chose %(one)s, models %(other)s (%(count)s pairs)."
    ) % {"one": words[i], "other": words[j], "count": numbers.count(most)}
