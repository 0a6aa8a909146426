"""What to do: health first, then guardrails, then size, then evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.reasons import Reason
from evalhub.lib.statistics.experiments import normal_posterior
from experiments.trials import reasons
from experiments.trials.analysis import health
from experiments.trials.analysis.health import Check
from experiments.trials.analysis.metric_results import MetricResult
from experiments.trials.analysis.plan import BAYESIAN, GUARDRAIL, PRIMARY, SEQUENTIAL, Plan

SHIP, ROLL_BACK, KEEP_TESTING, NONE_SHOWN, UNHEALTHY = VERDICTS = (
    "ship",
    "roll_back",
    "keep_testing",
    "inconclusive",
    "unhealthy",
)


@dataclass(frozen=True)
class Verdict:
    """`treatment`: the one that it speaks of; "" for all of them."""

    verdict: str
    sentence: Reason
    treatment: str = ""


def decide(plan: Plan, control: str, results: Sequence[MetricResult], checks: Sequence[Check]) -> Verdict:
    """The Verdict of all treatments; results as `corrected`, one for each metric and treatment."""
    failed = next((each for each in checks if each.state == health.FAILED), None)
    if failed is not None:
        return Verdict(UNHEALTHY, reasons.UNHEALTHY(check=failed.reason))
    primary = [each for each in results if each.metric.role == PRIMARY]
    if plan.is_aa:
        return _of_equal_variants(plan, primary)
    best = max(primary, key=lambda each: (each.gap.is_defined, each.sign * (each.gap.value or 0.0)))
    return of_treatment(plan, control, best, [each for each in results if each.treatment == best.treatment], checks)


def of_treatment(
    plan: Plan, control: str, primary: MetricResult, results: Sequence[MetricResult], checks: Sequence[Check] = ()
) -> Verdict:
    """The Verdict of one treatment."""
    limits = [each for each in results if each.metric.role == GUARDRAIL and each.guardrail is not None]
    harmed = next((each for each in limits if _is_harmed(plan, each)), None)
    name, title = primary.treatment, _name(primary.metric)
    if harmed is not None:
        words = reasons.HARMED(treatment=name, metric=_name(harmed.metric), margin=_number(harmed.metric.margin))
        return Verdict(ROLL_BACK, words, name)
    n = primary.gap.n
    waiting = next((each for each in checks if each.state == health.WAITING and each.key != "size"), None)
    if n < plan.least_n:
        return Verdict(KEEP_TESTING, reasons.TOO_SMALL(n=n, least=plan.least_n), name)
    if waiting is not None and waiting.key == "duration":
        return Verdict(KEEP_TESTING, reasons.TOO_EARLY(check=waiting.reason), name)
    evidence = _evidence(plan, primary)
    if evidence is None:
        return Verdict(KEEP_TESTING, reasons.NOT_DEFINED(metric=title), name)
    if evidence < 0:
        loss = _number(abs(primary.gap.value or 0.0))
        return Verdict(ROLL_BACK, reasons.ROLL_BACK(treatment=name, metric=title, loss=loss, control=control), name)
    if evidence > 0:
        unshown = next((each for each in limits if each.guardrail and not each.guardrail.is_shown), None)
        if unshown is not None:
            margin = _number(unshown.metric.margin)
            words = reasons.GUARDRAIL_NOT_SHOWN(metric=_name(unshown.metric), treatment=name, margin=margin)
            return Verdict(KEEP_TESTING, words, name)
        gain = _number(abs(primary.gap.value or 0.0))
        return Verdict(SHIP, reasons.SHIP(treatment=name, metric=title, gain=gain, control=control), name)
    if not plan.is_reached(n):
        return Verdict(KEEP_TESTING, reasons.NOT_YET(metric=title, n=n, planned=plan.planned_n), name)
    return Verdict(NONE_SHOWN, reasons.INCONCLUSIVE(metric=title, n=n, planned=plan.planned_n), name)


def _evidence(plan, result):
    """1 for a gain of at least the least effect that matters, -1 for a loss, 0 for neither, None: not defined."""
    if plan.method == BAYESIAN:
        return _posterior_evidence(plan, result)
    found = result.running if plan.method == SEQUENTIAL else result.difference
    p = result.p_corrected
    if found.low is None or found.high is None:
        return None
    if plan.method != SEQUENTIAL and not plan.is_reached(result.gap.n):
        return 0  # one look is at the planned size; an earlier one would not keep alpha
    low, high = (found.low, found.high) if result.sign > 0 else (-found.high, -found.low)
    if p is not None and p >= plan.alpha:
        return 0
    return 1 if low > plan.least_effect else -1 if high < 0 else 0


def _posterior_evidence(plan, result):
    better = normal_posterior.probability_above(result.posterior, plan.least_effect)
    worse = result.posterior.probability_better
    if better is None or worse is None:
        return None
    if not plan.is_reached(result.gap.n):
        return 0
    return 1 if better > 1 - plan.alpha / 2 else -1 if worse < plan.alpha / 2 else 0


def _of_equal_variants(plan, primary):
    for each in primary:
        if each.gap.n >= plan.least_n and _evidence(plan, each):
            return Verdict(UNHEALTHY, reasons.AA_DIFFERS(metric=_name(each.metric)), each.treatment)
    if all(plan.is_reached(each.gap.n) for each in primary):
        return Verdict(NONE_SHOWN, reasons.AA_HOLDS())
    each = min(primary, key=lambda result: result.gap.n)
    words = reasons.NOT_YET(metric=_name(each.metric), n=each.gap.n, planned=plan.planned_n)
    return Verdict(KEEP_TESTING, words)


def _is_harmed(plan, result):
    """Beyond the margin; before the planned size only where the interval that holds at every look says so, too."""
    limit, found = result.guardrail, result.running
    if not limit.is_harmed or result.gap.n < plan.least_n:
        return False
    if plan.is_reached(result.gap.n):
        return True
    best = found.high if result.sign > 0 else found.low
    return best is not None and result.sign * best < -limit.margin


def _name(metric):
    return reasons.MEASURES[metric.key]() if metric.key in reasons.MEASURES else metric.title


def _number(value):
    return f"{value:.3g}"
