"""Each label's own agreement among people, as lines of a table."""

from dataclasses import dataclass


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


def lines_of(subject):
    """A LabelLine per label of a QuestionSubject, worst first; none before two people have met."""
    found = (subject.matrix or {}).get("confusions")
    if not found:
        return []
    values, counts, words, href = found["values"], found["people"], subject.labels, subject.href_of_labels
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
