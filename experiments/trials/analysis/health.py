"""Whether the data of an experiment can be trusted at all; no winner is named where a check fails."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evalhub.lib.reasons import Reason
from evalhub.lib.statistics import mcnemar
from evalhub.lib.statistics.experiments import sample_ratio
from experiments.trials import reasons

PASSED, FAILED, WAITING = STATES = ("passed", "failed", "waiting")
FAILURES_BELOW = 0.001


@dataclass(frozen=True)
class Check:
    """`waiting`: not enough data yet, which is not unhealthy but decides nothing."""

    key: str
    state: str
    reason: Reason


def sample_ratios(counts: Sequence[int], shares: Sequence[float], running_p: float | None = None) -> Check:
    """Of units on traffic; `running_p` is valid at every look, and the chi-square only at one."""
    p = running_p if running_p is not None else sample_ratio.p_value(counts, shares)
    if p is not None and p < sample_ratio.UNHEALTHY_BELOW:
        return Check("sample_ratio", FAILED, reasons.SAMPLE_RATIO(p=_p(p)))
    return Check("sample_ratio", PASSED, reasons.SAMPLE_RATIO_HOLDS())


def same_cases(n: int) -> Check:
    if not n:
        return Check("same_cases", WAITING, reasons.NO_SAME_CASES())
    return Check("same_cases", PASSED, reasons.SAME_CASES(n=n))


def failures(control: str, treatment: str, only_control: int, only_treatment: int) -> Check:
    """`only_control`: cases on which the control alone gave no score; McNemar's exact test."""
    p = mcnemar.exact_p(only_treatment, only_control)
    if p < FAILURES_BELOW:
        found = reasons.FAILURES_DIFFER(
            treatment=treatment, control=control, lost=only_control, gained=only_treatment, p=_p(p)
        )
        return Check("failures", FAILED, found)
    return Check("failures", PASSED, reasons.FAILURES_ALIKE())


def failed_alone(all_cases: np.ndarray, one: np.ndarray, other: np.ndarray) -> int:
    """How many of all cases have no score in `one` but a score in `other`."""
    return int((~np.isin(all_cases, one) & np.isin(all_cases, other)).sum())


def size(n: int, least: int) -> Check:
    return Check("size", PASSED if n >= least else WAITING, reasons.LARGE_ENOUGH(n=n, least=least))


def duration(days: int, least: int) -> Check:
    if days < least:
        return Check("duration", WAITING, reasons.TOO_SHORT(days=days, least=least))
    return Check("duration", PASSED, reasons.LONG_ENOUGH(days=days))


def _p(p):
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"
