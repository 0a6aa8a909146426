"""The agreement of a task's questions in figures and words, as pages show them."""

from dataclasses import dataclass

from annotations.agreement import bands, reasons
from annotations.agreement.bands import written
from annotations.agreement.charts import pairs
from annotations.agreement.charts.scopes import has_machines
from annotations.agreement.metrics import HEADLINE
from annotations.agreement.metrics import registry as metrics
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext

TONES = {"reliable": "positive", "tentative": "caution", "unreliable": "negative"}
BANDS = {
    "reliable": gettext_noop("at least %(low)s: high agreement"),
    "tentative": gettext_noop("at least %(low)s: moderate agreement"),
    "unreliable": gettext_noop("at least %(low)s: low agreement"),
    "unknown": gettext_noop("not enough data"),
}

MEASURES = {
    "nominal": gettext_noop("nominal alpha: answers are equal or not"),
    "ordinal": gettext_noop("ordinal alpha: near answers count as nearly equal"),
    "interval": gettext_noop("interval alpha: distances count"),
    "ratio": gettext_noop("ratio alpha: proportions count"),
    "sets": gettext_noop("alpha of sets (MASI): shared choices count in part"),
}


@dataclass(frozen=True)
class Figure:
    """One scope's alpha: `value` in figures or None with `reason`; `band` is the verdict on it, in `tone`."""

    value: str | None
    reason: str
    note: str
    band: str
    tone: str


@dataclass(frozen=True)
class QuestionFigures:
    """One question's agreement: figures for the glance, and notes."""

    key: str
    title: str
    measure: str
    people: Figure
    between: Figure | None
    columns: tuple
    beside: tuple
    differ: str
    notes: tuple


def question_figures(key, subject, *, level="nominal"):
    """Of one question, a QuestionSubject."""
    people, between = (subject.scopes.get(scope, {}).get(HEADLINE) for scope in ("people", "between"))
    codes = people.details.get("notes", []) if people else []
    notes = tuple(str(reasons.text(code)) for code in codes if code not in reasons.EXPLAINS)
    return QuestionFigures(
        key=key,
        title=subject.title,
        measure=_(MEASURES[level]),
        notes=notes,
        people=figure(people),
        between=figure(between) if has_machines(between) else None,
        columns=tuple(_share(subject.scopes.get("people", {}).get(key)) for key, _head in columns()),
        beside=_beside(subject.scopes.get("people", {})),
        differ=pairs.finding(subject.matrix) if subject.matrix else "",
    )


def columns():
    """[(key, head)] of the metrics that have a column of their own in the table of all questions."""
    return [(key, _(metric.column)) for key, metric in metrics.items() if hasattr(metric, "column")]


def _share(row):
    return f"{row.value:.0%}".replace("%", " %") if row and row.value is not None else ""


def _beside(found):
    """What the other metrics say of people's answers: "Gwet's AC1 .82 (95 % CI .70 to .91, 40 items)"."""
    said = []
    for key, metric in metrics.items():
        row = found.get(key)
        if key == HEADLINE or hasattr(metric, "column") or row is None:
            continue
        shown, title = figure(row), _(metric.title)
        if not getattr(metric, "has_interval", True):
            said += [f"{title} {shown.value}"] if shown.value else []
        else:
            said.append(f"{title} {shown.value} ({shown.note})" if shown.value else f"{title}: {shown.reason}")
    return tuple(said)


def figure(row):
    """The Figure of an alpha's snapshot, or of none."""
    if row is None or row.value is None:
        words = reasons.text(row.reason if row else "NO_PAIRS")
        return Figure(value=None, reason=str(words), note="", band="", tone="")
    bounds = f"{_interval(row)}, " if row.low is not None else ""
    band = bands.band_key(row)
    return Figure(
        value=written(row.value),
        reason="",
        note=bounds + _items(row.n_items),
        band=_(BANDS[band]) % {"low": "" if row.low is None else written(row.low)},
        tone=TONES.get(band, ""),
    )


def figure_text(row):
    """A figure with its interval and counts, or why there is none."""
    if row is None:
        return str(reasons.text("NO_PAIRS"))
    if row.value is None:
        return str(reasons.text(row.reason))
    bounds = f" ({_interval(row)})" if row.low is not None else ""
    annotators = ngettext("%(n)s annotator", "%(n)s annotators", row.n_annotators) % {"n": row.n_annotators}
    return _("alpha %(value)s%(bounds)s, %(items)s, %(annotators)s") % {
        "value": written(row.value),
        "bounds": bounds,
        "items": _items(row.n_items),
        "annotators": annotators,
    }


def _interval(row):
    return _("95 %% CI %(low)s to %(high)s") % {"low": written(row.low), "high": written(row.high)}


def _items(count):
    return ngettext("%(n)s item", "%(n)s items", count) % {"n": numbers.count(count)}
