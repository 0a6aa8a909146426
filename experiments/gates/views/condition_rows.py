"""The conditions of a gate in words: what was compared with what, how sure that is, and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from evalhub.lib import reasons
from evalhub.lib.charts import numbers
from evalhub.lib.statistics import means, paired, proportions, quantiles
from experiments.gates import expression
from experiments.gates.actions.figures import COUNT, COUNTS
from experiments.gates.decision import FAILED, PASSED, UNDECIDED
from experiments.gates.expression import Condition

METHODS = {
    proportions.METHOD: gettext_lazy("Wilson"),
    means.BOUNDED: gettext_lazy("mean on a bounded scale"),
    means.STUDENT: gettext_lazy("Student’s t"),
    paired.PAIRED_T: gettext_lazy("paired t"),
    paired.CLUSTERED: gettext_lazy("paired t, clustered"),
    quantiles.METHOD: gettext_lazy("order statistics"),
    COUNT: gettext_lazy("count, no interval"),
}
BOUNDS = {"lower": gettext_lazy("lower end of the 95 % CI"), "upper": gettext_lazy("upper end of the 95 % CI")}
LEAST_P = 0.001


@dataclass(frozen=True)
class ConditionRow:
    """`how` is the method, `left` and `right` what was compared, each with a note; `reason`: why it is undecided."""

    text: str
    state: str
    how: str
    left: str
    left_note: str
    right: str
    right_note: str
    difference: str
    interval: str
    reason: str


def rows_of(conditions):
    """ConditionRows of conditions as `GateResult.conditions` has them."""
    return [_row(each, condition_of(each)) for each in conditions]


def condition_of(stored) -> Condition:
    """The Condition that a stored one was."""
    return expression.conditions_of(expression.read(stored["text"]))[0]


def verdict(state, rows):
    """What became of the gate, in one sentence."""
    n = len(rows)
    counts = {each: sum(row.state == each for row in rows) for each in (PASSED, FAILED, UNDECIDED)}
    words = {
        PASSED: ngettext("Passed: %(passed)s of %(n)s condition.", "Passed: %(passed)s of %(n)s conditions.", n),
        FAILED: ngettext(
            "Failed: %(failed)s of %(n)s condition not met.", "Failed: %(failed)s of %(n)s conditions not met.", n
        ),
        UNDECIDED: ngettext(
            "Undecided: %(undecided)s of %(n)s condition without a decision.",
            "Undecided: %(undecided)s of %(n)s conditions without a decision.",
            n,
        ),
    }
    return words[state] % {"n": n, **counts}


def explanation(state, rows):
    """The conditions that made the verdict: why they are undecided, or what their figure is and what the limit."""
    found = [_explained(row) for row in rows if row.state == state] if state != PASSED else []
    return found[:3]


def writer_of(figure) -> Callable[[float], str]:
    """How values of a figure are written, with their unit."""
    if figure.statistic == "n_scored":
        return lambda value: numbers.count(round(value))
    if figure.statistic in COUNTS:
        return _decimals
    units = {
        "latency_ms": lambda value: _("%(n)s ms") % {"n": _count(value)},
        "cost_usd": lambda value: f"{numbers.MINUS if value < 0 else ''}{numbers.usd(abs(value))}",
        "tokens_in": _count,
        "tokens_out": _count,
    }
    return units.get(figure.metric, _decimals)


def difference_of(stored, condition):
    """(value, low, high) of the figure less what it is compared with; None where it is not known."""
    if condition.limit.of_baseline:
        return stored["difference"], stored["low"], stored["high"]
    limit = condition.limit.plus
    return tuple(None if stored[name] is None else stored[name] - limit for name in ("value", "low", "high"))


def _row(stored, condition):
    write = writer_of(condition.figure)
    gap, low, high = difference_of(stored, condition)
    ends = {"low": _signed(write, low), "high": _signed(write, high)}
    parts = [METHODS.get(stored["method"], stored["method"])]
    if condition.bound:
        parts.insert(0, BOUNDS[condition.bound])
    if condition.limit.of_baseline and stored["p"] is not None:
        p = stored["p"]
        parts.append("p < 0.001" if p < LEAST_P else f"p = {numbers.point(p, 3)}")
    return ConditionRow(
        text=stored["text"],
        state=stored["state"],
        how=", ".join(str(part) for part in parts if part),
        left="" if stored["left"] is None else write(stored["left"]),
        left_note=_left_note(stored, condition, write),
        right="" if stored["right"] is None else write(stored["right"]),
        right_note=_right_note(stored, condition, write),
        difference=_signed(write, gap),
        interval="" if low is None or high is None else _("%(low)s to %(high)s") % ends,
        reason=str(reasons.of_json(stored["reason"])) if stored["reason"] else "",
    )


def _left_note(stored, condition, write):
    n = stored["n"]
    if condition.limit.of_baseline:
        return ngettext("%(n)s pair", "%(n)s pairs", n) % {"n": numbers.count(n)} if n else ""
    parts = [
        numbers.interval(stored["low"], stored["high"], write=write),
        f"n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{numbers.count(n)}" if n else "",
    ]
    if condition.bound and stored["value"] is not None:
        parts.insert(0, _("value %(value)s") % {"value": write(stored["value"])})
    return ", ".join(part for part in parts if part)


def _right_note(stored, condition, write):
    limit = condition.limit
    if not limit.of_baseline or stored["left"] is None or stored["difference"] is None:
        return ""
    words = _("baseline %(value)s") % {"value": write(stored["left"] - stored["difference"])}
    if limit.times != 1:
        words += f" × {limit.times:g}"
    if limit.plus:
        words += f" {'+' if limit.plus > 0 else numbers.MINUS} {abs(limit.plus):g}"
    return words


def _explained(row):
    if row.reason:
        return f"{row.text}: {row.reason}"
    words = _("%(text)s: %(left)s, limit %(right)s.")
    return words % {"text": row.text, "left": row.left, "right": row.right}


def _decimals(value):
    return numbers.point(value, 3)


def _count(value):
    return f"{value:,.0f}".replace("-", numbers.MINUS)


def _signed(write, value):
    if value is None:
        return ""
    text = write(value)
    return f"+{text}" if value > 0 and text != write(0.0) else text
