"""What becomes of a gate: passed, failed or undecided, condition by condition."""

import math
import operator
from dataclasses import dataclass, replace
from typing import Protocol

from evalhub.lib.reasons import Reason
from evalhub.lib.statistics import cases_needed
from evalhub.lib.statistics.estimate import Estimate
from experiments.gates import reasons
from experiments.gates.expression import Condition, Figure, Group

PASSED, FAILED, UNDECIDED = STATES = ("passed", "failed", "undecided")
LEAST_CASES = 30
LEAST_SCORED_SHARE = 0.9
_OPERATORS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "==": operator.eq}
_FIGURES = ("value", "left", "right", "difference", "low", "high", "p")  # of a Checked
_COUNTS = ("failed_share", "scored_share", "n_scored")  # say how many were scored, so they may be few


@dataclass(frozen=True)
class Measured:
    """A figure of one evaluation: from `n_scored` of `n_total` cases. `reason`: why there is none that can be used."""

    estimate: Estimate
    n_total: int
    n_scored: int
    reason: Reason | None = None


@dataclass(frozen=True)
class Compared:
    """A figure in both evaluations over the `n_pairs` cases that both have a score of, and its difference."""

    left: float | None
    right: float | None
    difference: Estimate
    n_pairs: int
    reason: Reason | None = None


class Figures(Protocol):
    def measured(self, figure: Figure) -> Measured: ...

    def compared(self, figure: Figure) -> Compared | None:
        """None without a baseline."""
        ...


@dataclass(frozen=True)
class Rules:
    least_cases: int = LEAST_CASES
    least_scored_share: float = LEAST_SCORED_SHARE


USUAL = Rules()


@dataclass(frozen=True)
class Checked:
    """One condition: `left` was compared with `right`. low, high and p are of the figure, or of the `difference`.

    `value` is the figure of the evaluation, where `left` is an end of its interval. `cases_needed`: from about how many
    cases on it would be decided, None where that is not known.
    """

    condition: Condition
    state: str
    left: float | None = None
    right: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    n: int = 0
    method: str = ""
    reason: Reason | None = None
    value: float | None = None
    cases_needed: int | None = None


@dataclass(frozen=True)
class Decision:
    """`reason`: why it is undecided, None otherwise."""

    state: str
    checked: tuple[Checked, ...]
    reason: Reason | None = None


def decide(gate: Group | Condition, figures: Figures, rules: Rules = USUAL) -> Decision:
    """The Decision: `and` fails where one part fails and `or` passes where one passes, whatever is undecided."""
    state, checked = _decided(gate, figures, rules)
    first = next((each.reason for each in checked if each.state == UNDECIDED), None)
    return Decision(state, tuple(checked), first if state == UNDECIDED else None)


def _decided(gate, figures, rules):
    if isinstance(gate, Condition):
        checked = check(gate, figures, rules)
        return checked.state, [checked]
    found = [_decided(part, figures, rules) for part in gate.parts]
    states, checked = {state for state, _some in found}, [each for _state, some in found for each in some]
    order = (FAILED, UNDECIDED, PASSED) if gate.joined == "and" else (PASSED, UNDECIDED, FAILED)
    return next(state for state in order if state in states), checked


def check(condition: Condition, figures: Figures, rules: Rules = USUAL) -> Checked:
    """The Checked of one condition; undecided, without them, where figures are too large for a number."""
    found = (_against_baseline if condition.limit.of_baseline else _against_number)(condition, figures, rules)
    endless = [name for name in _FIGURES if not math.isfinite(getattr(found, name) or 0)]
    if not endless:
        return found
    reason = reasons.TOO_LARGE(figure=str(condition.figure))
    return replace(found, state=UNDECIDED, reason=reason, cases_needed=None, **dict.fromkeys(endless))


def _against_number(condition, figures, rules):
    measured = figures.measured(condition.figure)
    estimate = measured.estimate
    left, right = _end(estimate, condition.bound), condition.limit.plus
    known = {
        "low": estimate.low,
        "high": estimate.high,
        "n": measured.n_scored,
        "method": estimate.method,
        "value": estimate.value,
    }
    reason = measured.reason or _unmeasured(condition.figure, measured, rules)
    if reason is None and left is None:
        reason = reasons.NO_INTERVAL(figure=str(condition.figure))
    if reason is not None or left is None:
        needed = _cases_needed(condition, estimate, reason, rules)
        return Checked(condition, UNDECIDED, estimate.value, right, reason=reason, cases_needed=needed, **known)
    if condition.bound:
        return Checked(condition, left=left, right=right, **_by_interval(condition, estimate), **known)
    return Checked(condition, _state(condition, left, right), left, right, **known)


def _against_baseline(condition, figures, rules):
    measured, compared = figures.measured(condition.figure), figures.compared(condition.figure)
    reason = measured.reason or _unmeasured(condition.figure, measured, rules)
    if compared is None:
        reason = reason or reasons.NO_BASELINE()
        value = measured.estimate.value
        return Checked(condition, UNDECIDED, value, n=measured.n_scored, reason=reason, value=value)
    difference, limit = compared.difference, condition.limit
    reason = reason or compared.reason
    if reason is None and compared.n_pairs < rules.least_cases:
        reason = reasons.NO_SHARED_CASES(n=compared.n_pairs, least=rules.least_cases)
    right = None if compared.right is None else limit.times * compared.right + limit.plus
    found = {
        "left": compared.left,
        "right": right,
        "difference": difference.value,
        "low": difference.low,
        "high": difference.high,
        "p": difference.p,
        "n": compared.n_pairs,
        "method": difference.method,
        "value": compared.left,
    }
    if reason is None and (right is None or compared.left is None):
        reason = reasons.NOT_SCORED(figure=str(condition.figure))
    if reason is None and _end(difference, condition.bound) is None:
        reason = reasons.NO_INTERVAL(figure=str(condition.figure))
    if reason is not None:
        needed = _cases_needed(condition, difference, reason, rules)
        return Checked(condition, UNDECIDED, reason=reason, cases_needed=needed, **found)
    if condition.bound:
        return Checked(condition, **_by_interval(condition, difference), **found)
    sides = (difference.value, limit.plus) if limit.times == 1 else (compared.left, right)
    return Checked(condition, _state(condition, *sides), **found)


def _by_interval(condition, estimate):
    """{state, reason, cases_needed} of a condition on an end of an interval, which decides beside the limit."""
    limit, holds = condition.limit.plus, _OPERATORS[condition.operator]
    if holds(_end(estimate, condition.bound), limit):
        return {"state": PASSED}
    if not (estimate.low <= limit <= estimate.high or holds(estimate.low, limit) or holds(estimate.high, limit)):
        return {"state": FAILED}
    needed = cases_needed.beside(estimate, limit)
    shown = {"low": f"{estimate.low:.4g}", "high": f"{estimate.high:.4g}", "limit": f"{limit:.4g}"}
    if needed is None:
        return {"state": UNDECIDED, "reason": reasons.ON_THE_LIMIT(**shown)}
    reason = reasons.WOULD_PASS if holds(estimate.value, limit) else reasons.WOULD_FAIL
    return {"state": UNDECIDED, "reason": reason(cases=needed, **shown), "cases_needed": needed}


def _cases_needed(condition, estimate, reason, rules):
    """From how many cases on too few of them would be enough: those of the rules, and for an interval its own."""
    if reason.code not in (reasons.TOO_FEW_CASES.code, reasons.NO_SHARED_CASES.code):
        return None
    own = cases_needed.beside(estimate, condition.limit.plus) if condition.bound else None
    return max(rules.least_cases, own or 0)


def _unmeasured(figure, measured, rules):
    """Why the figure of one evaluation decides nothing; None where it does."""
    if measured.estimate.value is None:
        return reasons.NOT_SCORED(figure=str(figure))
    if figure.statistic == "n_scored":
        return None
    n = measured.n_total if figure.statistic in _COUNTS else measured.n_scored
    if n < rules.least_cases:
        return reasons.TOO_FEW_CASES(n=n, least=rules.least_cases)
    if figure.statistic not in _COUNTS and measured.n_scored < rules.least_scored_share * measured.n_total:
        least = f"{100 * rules.least_scored_share:g} %"
        return reasons.TOO_FEW_SCORED(scored=measured.n_scored, total=measured.n_total, least=least)
    return None


def _end(estimate, bound):
    return {"": estimate.value, "lower": estimate.low, "upper": estimate.high}[bound]


def _state(condition, left, right):
    return PASSED if _OPERATORS[condition.operator](left, right) else FAILED
