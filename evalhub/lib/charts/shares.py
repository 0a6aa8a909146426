"""Bars that are filled by parts: how labels are distributed, and how far a piece of work is."""

from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.charts.chart import Chart, EstimateMark, Key, Table
from evalhub.lib.charts.svg import drawing, element, label, mark, percent
from evalhub.lib.translation import gettext as _

HUES = 8
ROW = 50
ROOM_FOR_WORDS = 0.11
OUTCOMES = ("better", "equal", "worse")  # tones of wins, ties and losses


@dataclass(frozen=True)
class Shares:
    """One bar: who or what it is about, and a count for each category, in the order of the categories."""

    label: str
    counts: tuple[int, ...]
    kind: str = ""

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True)
class State:
    """A part of the work; `tone`: done, nearly, begun, faintly, attention, rest (what nobody has touched)."""

    label: str
    count: int
    tone: str = "rest"


def stacked_shares(
    groups: Sequence[Shares],
    categories: Sequence[str],
    *,
    title: str,
    finding: str,
    unit: str = "",
    least_n: int = 0,
    tones: Sequence[str] = (),
) -> Chart:
    """How each group spreads over `categories`; beyond eight the last ones are drawn together as "other".

    unit: what is counted, "labels" if nothing else is said. tones: of the categories where a hue means something; the
    legend then counts them of a single group alone, as the groups are not alike.
    """
    unit = unit or _("labels")
    folded, names = _fold(groups, categories)
    hues, parts = tones or [f"hue-{c + 1}" for c in range(len(names))], []
    for i, group in enumerate(folded):
        parts.extend(_group(group, list(zip(names, hues, strict=True)), ROW * i, unit, least_n))
    totals = [sum(group.counts[c] for group in folded) for c in range(len(names))]
    counts = [numbers.count(total) if len(groups) == 1 or not tones else "" for total in totals]
    legend = tuple(Key(name, hues[c], counts[c]) for c, name in enumerate(names))
    svg = drawing(title, _described(groups, categories), ROW * len(folded), *parts)
    rows = tuple((g.label, *(numbers.count(n) for n in g.counts), numbers.count(g.total)) for g in groups)
    return Chart(title, finding, svg, Table(("", *categories, _("all")), rows), legend)


def outcomes(groups: Sequence[Shares], *, name: str) -> Chart | None:
    """Wins, ties and losses of `name`, a bar for each metric; the finding is of the first. None without any."""
    if not groups:
        return None
    first = groups[0]
    counts = dict(zip(("wins", "ties", "losses"), map(numbers.count, first.counts), strict=True))
    text = _("%(metric)s: better in %(wins)s, equal in %(ties)s, worse in %(losses)s of %(n)s cases")
    return stacked_shares(
        groups,
        (_("better"), _("equal"), _("worse")),
        title=_("Wins, ties and losses of %(name)s") % {"name": name},
        finding=text % {"metric": first.label, "n": numbers.count(first.total), **counts},
        unit=_("cases"),
        tones=OUTCOMES,
    )


def parts_of_whole(parts: Sequence[EstimateMark], *, title: str, finding: str) -> Chart:
    """One bar of shares, 0 to 1, each with its interval in the legend; one without a value is said there, too."""
    known = [(part, f"hue-{place + 1}") for place, part in enumerate(parts) if part.value]
    total = sum(part.value or 0.0 for part, _hue in known)
    bar = [element("rect", x=0, y=0, width="100%", height=24, rx=3, class_="track")]
    if total:
        bar.extend(_segments([(part.label, part.value, hue) for part, hue in known], total, 0, 24, _only_share))
    told = [(numbers.share(part.value) if part.value is not None else "", part) for part in parts]
    legend = tuple(
        Key(part.label, f"hue-{place + 1}", _between(part) and f"{value} ({_between(part)})" or value or part.reason)
        for place, (value, part) in enumerate(told)
    )
    rows = tuple((part.label, value or part.reason, _between(part) or _("none")) for value, part in told)
    words = "; ".join(f"{part.label}: {value or part.reason}" for value, part in told)
    svg = drawing(title, f"{words}.", 24, *bar)
    return Chart(title, finding, svg, Table(("", _("share"), _("interval")), rows), legend)


def progress_by_state(
    states: Sequence[State], *, title: str, finding: str, unit: str = "", definition: str = ""
) -> Chart:
    """One bar of the whole work, divided by state; empty states stay in the legend and the table.

    unit: what is counted, "items" if nothing else is said.
    """
    unit = unit or _("items")
    total = sum(state.count for state in states)
    parts = [element("rect", x=0, y=0, width="100%", height=20, rx=3, class_="track")]
    if total:
        pieces = [(s.label, s.count, s.tone) for s in states]
        parts.extend(_segments(pieces, total, 0, 20))
    legend = tuple(Key(s.label, s.tone, numbers.count(s.count)) for s in states)
    words = "; ".join(
        _("%(label)s: %(n)s of %(total)s %(unit)s")
        % {"label": s.label, "n": numbers.count(s.count), "total": numbers.count(total), "unit": unit}
        for s in states
    )
    none = _("none")
    rows = tuple((s.label, numbers.count(s.count), numbers.share(s.count / total) if total else none) for s in states)
    svg = drawing(title, f"{words}.", 20, *parts)
    return Chart(title, finding, svg, Table((_("state"), unit, _("share")), rows), legend, definition=definition)


def _between(part):
    if part.low is None or part.high is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": numbers.share(part.low), "high": numbers.share(part.high)}


def _group(group, names, top, unit, least_n):
    counted = numbers.counted(group.total)
    indent = 18 if group.kind else 0
    words = [label(group.label, indent, top + 16, "name start"), label(counted, "100%", top + 16, "end")]
    if group.kind:
        words.append(mark(group.kind, 6, top + 12))
    if not group.total:
        return [*words, label(_("No %(unit)s yet.") % {"unit": unit}, 0, top + 36, "start")]
    pieces = [(name, n, hue) for (name, hue), n in zip(names, group.counts, strict=True)]
    bar = element(
        "g", *_segments(pieces, group.total, top + 23, 18), class_="faint" if group.total < least_n else "sure"
    )
    return [*words, bar]


def _only_share(_amount, size):
    return numbers.share(size)


def _counted(amount, size):
    return f"{numbers.count(amount)} ({numbers.share(size)})"


def _segments(pieces, total, top, height, write=_counted):
    """Rectangles side by side; a piece with room for it carries its share."""
    drawn, start = [], 0.0
    for name, amount, hue in pieces:
        size = amount / total
        if not amount:
            continue
        hint = element("title", f"{name}: {write(amount, size)}")
        box = {"x": percent(start), "y": top, "width": percent(size), "height": height, "class_": f"segment {hue}"}
        drawn.append(element("rect", hint, **box))
        if size >= ROOM_FOR_WORDS:
            words = numbers.share(size)
            drawn.append(
                label(words, percent(start + size / 2), top + height / 2 + 4, f"middle on-{hue.removeprefix('hue-')}")
            )
        start += size
    return drawn


def _fold(groups, categories):
    if len(categories) <= HUES:
        return list(groups), list(categories)
    kept = HUES - 1
    folded = [Shares(g.label, (*g.counts[:kept], sum(g.counts[kept:])), g.kind) for g in groups]
    return folded, [*categories[:kept], _("other (%(n)s)") % {"n": len(categories) - kept}]


def _described(groups, categories):
    lines = []
    for group in groups:
        parts = ", ".join(f"{name} {count}" for name, count in zip(categories, group.counts, strict=True))
        lines.append(f"{group.label}: {parts}")
    return "; ".join(lines) + "."
