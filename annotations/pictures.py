"""Pictures of a task: agreement per scope, pairs of annotators, how labels are spread."""

from dataclasses import dataclass

from annotations.agreement import reasons
from annotations.agreement.bands import RELIABLE, written
from evalhub.lib import charts

SCOPES = {
    "people": ("People", "human"), "machines": ("Machines", "llm"), "between": ("Machines against people", "between"),
    "everyone": ("Everyone", "everyone"),
}
TONES = {"reliable": "positive", "tentative": "caution", "unreliable": "negative"}
LEAST_SHARED = 20  # items that two annotators must share for their figure to be shaded


MEASURES = {
    "nominal": "nominal alpha: answers are equal or not",
    "ordinal": "ordinal alpha: near answers count as nearly equal",
    "interval": "interval alpha: distances count",
    "ratio": "ratio alpha: proportions count",
    "sets": "alpha of sets (MASI): shared choices count in part",
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
    percent: str
    kappa: str
    differ: str
    notes: tuple
    scopes: charts.Chart
    machines: charts.Chart | None
    pairs: charts.Chart | None
    spread: charts.Chart | None = None


def question_pictures(key, title, scopes, matrix, *, level="nominal", spread=None, href=None):
    """Pictures from one question's snapshots: {scope: {metric: AgreementSnapshot}} and its pair matrix, or None.

    `href(first, second)` is the address of the items that two annotators share; no links without it.
    """
    people, between = (scopes.get(scope, {}).get("krippendorff_alpha") for scope in ("people", "between"))
    percent, kappa = (scopes.get("people", {}).get(name) for name in ("percent_agreement", "fleiss_kappa"))
    notes = tuple(str(reasons.words(code)) for code in (people.details.get("notes", []) if people else []))
    return QuestionPictures(
        key=key, title=title, measure=MEASURES[level], notes=notes, spread=spread,
        people=figure(people), between=figure(between) if _has_machines(between) else None,
        percent=f"{percent.value:.0%}".replace("%", " %") if percent and percent.value is not None else "",
        kappa=written(kappa.value) if kappa and kappa.value is not None else "",
        differ=_pair_finding(_known(matrix), matrix["annotators"]) if matrix else "",
        scopes=scope_chart(title, scopes), machines=machine_chart(title, between),
        pairs=pair_chart(title, matrix, href=href) if matrix else None,
    )


def figure(row):
    """The Figure of an alpha's snapshot, or of none."""
    if row is None or row.value is None:
        words = reasons.words(row.reason if row else "NO_PAIRS")
        return Figure(value=None, reason=str(words), note="", band="", tone="")
    bounds = f"95 % {written(row.low)} to {written(row.high)}, " if row.low is not None else ""
    band = row.details.get("band") or {}
    return Figure(
        value=written(row.value), reason="", note=f"{bounds}{row.n_items:,} items", band=band.get("title", ""),
        tone=TONES.get(band.get("key"), ""),
    )


def _has_machines(between):
    return between is not None and bool(between.details.get("machines"))


def said(row):
    """A figure with its interval and counts, or why there is none."""
    if row is None:
        return str(reasons.words("NO_PAIRS"))
    if row.value is None:
        return str(reasons.words(row.reason))
    bounds = f" (95 % {written(row.low)} to {written(row.high)})" if row.low is not None else ""
    return f"alpha {written(row.value)}{bounds}, {row.n_items} items, {row.n_annotators} annotators"


def scope_chart(title, scopes):
    """Alpha in each scope with its interval; scopes of machines only where machines answered."""
    rows = {scope: scopes.get(scope, {}).get("krippendorff_alpha") for scope in SCOPES}
    shown = ["people"]
    if _has_machines(rows["between"]):
        several = len(rows["between"].details["machines"]) > 1
        shown = ["people", "between", *(["machines"] if several else []), "everyone"]
    estimates = [_estimate(*SCOPES[scope], rows[scope]) for scope in shown if rows[scope] is not None]
    return charts.dot_intervals(
        estimates, title=f"Krippendorff's alpha: {title}", finding=_scope_finding(scopes), reference=RELIABLE
    )


def _estimate(label, kind, row):
    return charts.Estimate(
        label=label, value=row.value, low=row.low, high=row.high, n=row.n_items, kind=kind,
        reason=reasons.words(row.reason).show if row.reason else "",
    )


def machine_chart(title, between):
    """Each machine beside the human majority; None with fewer than two machines."""
    each = between.details.get("machines", []) if between else []
    if len(each) < 2:
        return None
    estimates = [
        charts.Estimate(
            label=machine["annotator"], value=machine["value"], low=machine["low"], high=machine["high"],
            n=machine["n_items"], kind="llm", reason=reasons.words(machine["reason"]).show if machine["reason"] else "",
        )
        for machine in each
    ]
    known = [machine for machine in each if machine["value"] is not None]
    finding = "No machine can be compared with people yet."
    if known:
        best = max(known, key=lambda machine: machine["value"])
        finding = f"{best['annotator']} is nearest to the people's majority: alpha {written(best['value'])}."
    return charts.dot_intervals(
        estimates, title=f"Each machine against people: {title}", finding=finding, reference=RELIABLE
    )


def _scope_finding(scopes):
    """What the reader should see first."""
    people, between = (scopes.get(scope, {}).get("krippendorff_alpha") for scope in ("people", "between"))
    if people is None or people.value is None:
        return "People: " + (reasons.words(people.reason).show if people else reasons.words("NO_PAIRS").show)
    text = f"People reach alpha {written(people.value)}"
    if between is None or between.value is None:
        return f"{text}. The dashed line is .80, from where labels count as reliable."
    relation = "below" if between.value < people.value else "not below"
    found = f"machines against people are {relation} that at {written(between.value)}"
    return f"{text}; {found}. Reliable from .80 (dashed)."


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
        heads, heads, cells, title=f"Pairs of annotators: {title}", finding=_pair_finding(_known(matrix), people),
        least_n=LEAST_SHARED,
    )


def _cell(values, one, other, href):
    pair = values.get((one, other))
    if pair is None:
        return None
    reason = reasons.words(pair["reason"]).show if pair["reason"] else ""
    address = href(one, other) if href and pair["n_items"] else ""
    return charts.Cell(value=pair["alpha"], n=pair["n_items"], reason=reason, href=address)


def _known(matrix):
    return [pair for pair in matrix["pairs"] if pair["alpha"] is not None]


def _pair_finding(known, people):
    if not known:
        return "No two annotators share enough items yet."
    names = {person["id"]: person["name"] for person in people}
    low = min(known, key=lambda pair: pair["alpha"])
    first, second = sorted((names[low["first"]], names[low["second"]]))
    most = " differ most" if len(known) > 1 else ""
    return f"{first} and {second}{most}: alpha {written(low['alpha'])} on {low['n_items']} shared items."
