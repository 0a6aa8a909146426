"""Pictures of a task: agreement per scope, pairs of annotators, how labels are spread, items by state."""

from dataclasses import dataclass

from annotations.agreement import reasons
from annotations.agreement.bands import written
from evalhub.lib import charts

SCOPES = {
    "people": ("People", "human"), "machines": ("Machines", "llm"), "between": ("Machines against people", "between"),
    "everyone": ("Everyone", "everyone"),
}
LEAST_SHARED = 20  # items that two annotators must share for their figure to be shaded


@dataclass(frozen=True)
class QuestionPictures:
    """One question's agreement: the headline alpha in words, notes, and the two charts (None without figures)."""

    key: str
    title: str
    headline: str
    band: str
    notes: tuple
    percent: str
    scopes: charts.Chart
    pairs: charts.Chart | None


def question_pictures(key, title, scopes, matrix):
    """Pictures from one question's snapshots: {scope: {metric: AgreementSnapshot}} and its pair matrix, or None."""
    people = scopes.get("people", {}).get("krippendorff_alpha")
    percent = scopes.get("people", {}).get("percent_agreement")
    notes = tuple(str(reasons.words(code)) for code in (people.details.get("notes", []) if people else []))
    return QuestionPictures(
        key=key, title=title, headline=said(people), notes=notes,
        band=((people.details.get("band") or {}).get("title") or "") if people else "",
        percent=f"{percent.value:.0%}" if percent and percent.value is not None else "",
        scopes=scope_chart(title, scopes), pairs=pair_chart(title, matrix) if matrix else None,
    )


def said(row):
    """A figure with its interval and counts, or why there is none."""
    if row is None:
        return str(reasons.words("NO_PAIRS"))
    if row.value is None:
        return str(reasons.words(row.reason))
    bounds = f" (95 % {written(row.low)} to {written(row.high)})" if row.low is not None else ""
    return f"alpha {written(row.value)}{bounds}, {row.n_items} items, {row.n_annotators} annotators"


def scope_chart(title, scopes):
    """Alpha in each scope with its interval."""
    estimates = []
    for scope, (label, kind) in SCOPES.items():
        row = scopes.get(scope, {}).get("krippendorff_alpha")
        if row is None:
            continue
        estimates.append(charts.Estimate(
            label=label, value=row.value, low=row.low, high=row.high, n=row.n_items, kind=kind,
            reason=reasons.words(row.reason).show if row.reason else "",
        ))
    return charts.dot_intervals(
        estimates, title=f"Krippendorff's alpha: {title}", finding=_scope_finding(scopes), reference=0.8
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
    return f"{text}; machines against people are {relation} that at {written(between.value)}. Reliable from .80 (dashed)."


def pair_chart(title, matrix):
    """Annotator by annotator: alpha of every two, with the items they share."""
    people = matrix["annotators"]
    if len(people) < 2:
        return None
    values = {}
    for pair in matrix["pairs"]:
        values[pair["first"], pair["second"]] = values[pair["second"], pair["first"]] = pair
    heads = [charts.Head(person["name"], person["kind"]) for person in people]
    cells = [[_cell(values, one["id"], other["id"]) for other in people] for one in people]
    known = [pair for pair in matrix["pairs"] if pair["alpha"] is not None]
    return charts.heat_grid(
        heads, heads, cells, title=f"Pairs of annotators: {title}", finding=_pair_finding(known, people),
        least_n=LEAST_SHARED,
    )


def _cell(values, one, other):
    pair = values.get((one, other))
    if pair is None:
        return None
    reason = reasons.words(pair["reason"]).show if pair["reason"] else ""
    return charts.Cell(value=pair["alpha"], n=pair["n_items"], reason=reason)


def _pair_finding(known, people):
    if not known:
        return "No two annotators share enough items yet."
    names = {person["id"]: person["name"] for person in people}
    low = min(known, key=lambda pair: pair["alpha"])
    return (
        f"{names[low['first']]} and {names[low['second']]} differ most: alpha {written(low['alpha'])} "
        f"on {low['n_items']} shared items."
    )


def state_chart(counts):
    """Items by state as one bar."""
    states = [
        charts.State("Complete", counts.complete, "done"),
        charts.State("Being answered", counts.being_answered, "begun"),
        charts.State("Open", counts.open, "rest"),
    ]
    finding = f"{counts.complete} of {counts.total} items have all the answers they need."
    return charts.progress_by_state(states, title="Items by state", finding=finding)
