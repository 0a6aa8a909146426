"""What is taken for what: a grid of pairs of labels."""

from evalhub.lib.charts import numbers
from evalhub.lib.charts.heat_grid import Cell, Head, heat_grid
from evalhub.lib.translation import gettext as _

MOST_VALUES = 12  # a grid of more is not read


def confusion_grid(subject, between, *, name, finding):
    """The Chart of pairs of labels; None without pairs, or with more labels than a grid is read for."""
    found = (subject.matrix or {}).get("confusions")
    values, counts, href = (found or {}).get("values", ()), (found or {}).get(between, ()), subject.href_of_labels
    if not any(map(any, counts)) or len(values) > MOST_VALUES:
        return None
    heads = [Head(text) for text in subject.labels]
    cells = []
    for i, row in enumerate(counts):
        total = sum(row)
        cells.append(
            [
                Cell(
                    value=count / total if total else None,
                    n=count,
                    reason=_("no pair"),
                    href=href(values[i], values[j], between) if count else "",
                )
                for j, count in enumerate(row)
            ]
        )
    return heat_grid(
        heads,
        heads,
        cells,
        title=name % {"title": subject.title},
        finding=finding(counts, subject.labels),
        write=numbers.share,
    )
