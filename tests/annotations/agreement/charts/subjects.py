"""Questions as charts see them, without a database."""

from dataclasses import dataclass, field

from annotations.agreement.charts import QuestionSubject


@dataclass
class Row:
    """What a chart reads of an AgreementSnapshot."""

    value: float | None = 0.7
    low: float | None = 0.6
    high: float | None = 0.8
    n_items: int = 40
    reason: str = ""
    details: dict = field(default_factory=dict)


def pair(first, second, alpha, n_items=30, reason=""):
    return {"first": first, "second": second, "alpha": alpha, "n_items": n_items, "reason": reason}


def matrix(*pairs, **fields):
    people = [{"id": name, "name": name.title(), "kind": "human"} for name in ("ada", "ben", "cyd")]
    return {"annotators": people, "pairs": list(pairs)} | fields


def subject(*, people=None, between=None, **fields):
    rows = {"people": people, "between": between}
    scopes = {name: {"krippendorff_alpha": row} for name, row in rows.items() if row is not None}
    return QuestionSubject(title="Verdict", scopes=scopes, **fields)
