"""Pictures of a task: agreement per scope and over time, pairs of annotators, how labels are spread."""

from dataclasses import dataclass, replace

from annotations.agreement import reasons
from annotations.agreement.bands import RELIABLE, written
from annotations.agreement.metrics import HEADLINE
from annotations.agreement.metrics import registry as metrics
from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext

SCOPES = {
    "people": (gettext_noop("People"), "human"),
    "machines": (gettext_noop("Models"), "llm"),
    "between": (gettext_noop("Models vs. people"), "between"),
    "everyone": (gettext_noop("Everyone"), "everyone"),
}
TONES = {"reliable": "positive", "tentative": "caution", "unreliable": "negative"}
LEAST_SHARED = 20  # items that two annotators must share for their figure to be shaded


MEASURES = {
    "nominal": gettext_noop("nominal alpha: answers are equal or not"),
    "ordinal": gettext_noop("ordinal alpha: near answers count as nearly equal"),
    "interval": gettext_noop("interval alpha: distances count"),
    "ratio": gettext_noop("ratio alpha: proportions count"),
    "sets": gettext_noop("alpha of sets (MASI): shared choices count in part"),
}


@dataclass(frozen=True)
class Figure:
    """One scope's alpha: `value` in figures or None with `reason`; `tone` and `band` say how far it carries."""

    value: str | None
    reason: str
    note: str
    band: str
    tone: str


@dataclass(frozen=True)
class QuestionPictures:
    """One question's agreement: figures for the glance, notes, and the charts (None without figures)."""

    key: str
    title: str
    measure: str
    people: Figure
    between: Figure | None
    columns: tuple
    beside: tuple
    differ: str
    notes: tuple
    scopes: charts.Chart
    machines: charts.Chart | None
    pairs: charts.Chart | None
    over_time: charts.Chart | None
    spread: charts.Chart | None = None


def question_pictures(key, title, scopes, matrix, *, level="nominal", spread=None, href=None):
    """Pictures from one question's snapshots: {scope: {metric: AgreementSnapshot}} and its pair matrix, or None.

    `href(first, second)` is the address of the items that two annotators share; no links without it.
    """
    people, between = (scopes.get(scope, {}).get(HEADLINE) for scope in ("people", "between"))
    codes = people.details.get("notes", []) if people else []
    notes = tuple(str(reasons.text(code)) for code in codes if code not in reasons.EXPLAINS)
    return QuestionPictures(
        key=key,
        title=title,
        measure=_(MEASURES[level]),
        notes=notes,
        spread=spread,
        people=figure(people),
        between=figure(between) if _has_machines(between) else None,
        columns=tuple(_share(scopes.get("people", {}).get(key)) for key, _head in columns()),
        beside=_beside(scopes.get("people", {})),
        differ=_pair_finding(_known(matrix), matrix["annotators"]) if matrix else "",
        scopes=scope_chart(title, scopes),
        machines=machine_chart(title, between),
        over_time=time_chart(title, people),
        pairs=pair_chart(title, matrix, href=href) if matrix else None,
    )


def columns():
    """[(key, head)] of the metrics that have a column of their own in the table of all questions."""
    return [(key, _(metric.column)) for key, metric in metrics.items() if hasattr(metric, "column")]


def _share(row):
    return f"{row.value:.0%}".replace("%", " %") if row and row.value is not None else ""


def _beside(found):
    """What the other metrics say of people's answers: "Gwet's AC1 .82 (95 % .70 to .91, 40 items)"."""
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
    band = row.details.get("band") or {}
    return Figure(
        value=written(row.value),
        reason="",
        note=bounds + _items(row.n_items),
        band=_(band["title"]) if band else "",
        tone=TONES.get(band.get("key", ""), ""),
    )


def _has_machines(between):
    return between is not None and bool(between.details.get("machines"))


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
    return _("95 %% %(low)s to %(high)s") % {"low": written(row.low), "high": written(row.high)}


def _items(count):
    return ngettext("%(n)s item", "%(n)s items", count) % {"n": numbers.count(count)}


def scope_chart(title, scopes):
    """Alpha in each scope with its interval; scopes of machines only where machines answered."""
    rows = {scope: scopes.get(scope, {}).get(HEADLINE) for scope in SCOPES}
    shown = ["people"]
    if _has_machines(rows["between"]):
        several = len(rows["between"].details["machines"]) > 1
        shown = ["people", "between", *(["machines"] if several else []), "everyone"]
    estimates = [_estimate(scope, rows[scope]) for scope in shown if rows[scope] is not None]
    return charts.dot_intervals(
        estimates,
        title=_("Krippendorff's alpha: %(title)s") % {"title": title},
        finding=_scope_finding(scopes),
        reference=RELIABLE,
    )


def _estimate(scope, row):
    label, kind = SCOPES[scope]
    return charts.Estimate(
        label=_(label),
        value=row.value,
        low=row.low,
        high=row.high,
        n=row.n_items,
        kind=kind,
        reason=reasons.text(row.reason).show if row.reason else "",
    )


def machine_chart(title, between):
    """Each machine beside the human majority; None with fewer than two machines."""
    each = between.details.get("machines", []) if between else []
    if len(each) < 2:
        return None
    estimates = [
        charts.Estimate(
            label=machine["annotator"],
            value=machine["value"],
            low=machine["low"],
            high=machine["high"],
            n=machine["n_items"],
            kind="llm",
            reason=reasons.text(machine["reason"]).show if machine["reason"] else "",
        )
        for machine in each
    ]
    known = [machine for machine in each if machine["value"] is not None]
    finding = _("No model can be compared with people yet.")
    if known:
        best = max(known, key=lambda machine: machine["value"])
        finding = _("%(name)s agrees most with the majority of people: alpha %(value)s.") % {
            "name": best["annotator"],
            "value": written(best["value"]),
        }
    return charts.dot_intervals(
        estimates,
        title=_("Each model vs. people: %(title)s") % {"title": title},
        finding=finding,
        reference=RELIABLE,
    )


def time_chart(title, people):
    """People's alpha of the items finished in each period of days; None before there are two periods."""
    periods = people.details.get("over_time", []) if people else []
    if len(periods) < 2:
        return None
    points = [
        charts.Estimate(
            label=_days(period),
            value=period["value"],
            low=period["low"],
            high=period["high"],
            n=period["n_items"],
            kind="human",
            reason=reasons.text(period["reason"]).show if period["reason"] else "",
        )
        for period in periods
    ]
    chart = charts.line(
        points,
        title=_("Alpha of people over time: %(title)s") % {"title": title},
        finding=_time_finding(points),
        high=1.0,
        write=numbers.point,
    )
    return replace(
        chart,
        note=_(
            "Each point covers the items completed on these days. The band is the 95 % interval, where there "
            "are enough items. Gaps are days on which alpha is not defined."
        ),
    )


def _days(period):
    if period["first"] == period["last"]:
        return period["first"]
    return _("%(first)s to %(last)s") % period


def _time_finding(points):
    known = [point for point in points if point.value is not None]
    if not known:
        return _("Alpha is not defined on any of these days yet.")
    low, high = (extreme(known, key=lambda point: point.value) for extreme in (min, max))
    return _("Lowest %(low)s (%(low_days)s), highest %(high)s (%(high_days)s), newest %(newest)s.") % {
        "low": numbers.point(low.value),
        "low_days": low.label,
        "high": numbers.point(high.value),
        "high_days": high.label,
        "newest": numbers.point(known[-1].value),
    }


def _scope_finding(scopes):
    """What the reader should see first."""
    people, between = (scopes.get(scope, {}).get(HEADLINE) for scope in ("people", "between"))
    if people is None or people.value is None:
        return _("People: %(why)s") % {"why": reasons.text(people.reason if people else "NO_PAIRS").show}
    figures = {"people": written(people.value)}
    if between is None or between.value is None:
        text = _("People reach alpha %(people)s. High agreement starts at 0.80 (dashed).")
        return text % figures
    figures["between"] = written(between.value)
    if between.value < people.value:
        text = _(
            "People reach alpha %(people)s; models vs. people are lower at %(between)s. High agreement "
            "starts at 0.80 (dashed)."
        )
    else:
        text = _(
            "People reach alpha %(people)s; models vs. people are not lower at %(between)s. High agreement "
            "starts at 0.80 (dashed)."
        )
    return text % figures


def pair_chart(title, matrix, *, href=None):
    """Annotator by annotator: alpha of every two, with the items they share, which `href(first, second)` leads to."""
    people = matrix["annotators"]
    if len(people) < 2:
        return None
    values = {}
    for pair in matrix["pairs"]:
        values[pair["first"], pair["second"]] = values[pair["second"], pair["first"]] = pair
    heads = [charts.Head(person["name"], person["kind"]) for person in people]
    cells = [[_cell(values, one["id"], other["id"], href) for other in people] for one in people]
    return charts.heat_grid(
        heads,
        heads,
        cells,
        title=_("Pairs of annotators: %(title)s") % {"title": title},
        finding=_pair_finding(_known(matrix), people),
        least_n=LEAST_SHARED,
    )


def _cell(values, one, other, href):
    pair = values.get((one, other))
    if pair is None:
        return None
    reason = reasons.text(pair["reason"]).show if pair["reason"] else ""
    address = href(one, other) if href and pair["n_items"] else ""
    return charts.Cell(value=pair["alpha"], n=pair["n_items"], reason=reason, href=address)


def _known(matrix):
    return [pair for pair in matrix["pairs"] if pair["alpha"] is not None]


def _pair_finding(known, people):
    if not known:
        return _("No two annotators share enough items yet.")
    names = {person["id"]: person["name"] for person in people}
    low = min(known, key=lambda pair: pair["alpha"])
    first, second = sorted((names[low["first"]], names[low["second"]]))
    found = {"first": first, "second": second, "alpha": written(low["alpha"]), "n": low["n_items"]}
    if len(known) > 1:
        return _("%(first)s and %(second)s differ most: alpha %(alpha)s on %(n)s shared items.") % found
    return _("%(first)s and %(second)s: alpha %(alpha)s on %(n)s shared items.") % found
