"""What to do: health first, then guardrails, then size, then evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
UNITS = {"latency_ms": "%s ms", "cost_usd": "$%s"}


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
        if all(plan.is_reached(each.gap.n) for each in primary):
            return Verdict(NONE_SHOWN, reasons.AA_HOLDS())
        each = min(primary, key=lambda result: result.gap.n)
        words = reasons.NOT_YET(metric=_name(each.metric), n=each.gap.n, planned=plan.planned_n)
        return Verdict(KEEP_TESTING, words)
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
        words = reasons.HARMED(treatment=name, metric=_name(harmed.metric), margin=_margin(harmed.metric))
        return Verdict(ROLL_BACK, words, name)
    n, more = primary.gap.n, not plan.is_complete
    waiting = next((each for each in checks if each.state == health.WAITING and each.key != "size"), None)
    if n < plan.least_n:
        words = reasons.TOO_SMALL if more else reasons.REMAINS_SMALL
        return Verdict(KEEP_TESTING if more else NONE_SHOWN, words(n=n, least=plan.least_n), name)
    if waiting is not None and waiting.key == "duration":
        return Verdict(KEEP_TESTING, reasons.TOO_EARLY(check=waiting.reason), name)
    evidence = _evidence(plan, primary)
    if evidence is None:
        if primary.gap.error == 0 and not more:
            return Verdict(NONE_SHOWN, reasons.ALL_EQUAL(metric=title), name)
        return Verdict(KEEP_TESTING, reasons.NOT_DEFINED(metric=title), name)
    if evidence < 0:
        words, loss = _sentence(primary, ROLL_BACK)
        return Verdict(ROLL_BACK, words(treatment=name, metric=title, loss=loss, control=control), name)
    if evidence > 0:
        unshown = next((each for each in limits if each.guardrail and not each.guardrail.is_shown), None)
        if unshown is not None:
            words = reasons.GUARDRAIL_NOT_SHOWN if more else reasons.GUARDRAIL_STAYS_OPEN
            found = words(metric=_name(unshown.metric), treatment=name, margin=_margin(unshown.metric))
            return Verdict(KEEP_TESTING if more else NONE_SHOWN, found, name)
        words, gain = _sentence(primary, SHIP)
        return Verdict(SHIP, words(treatment=name, metric=title, gain=gain, control=control), name)
    return _undecided(plan, primary, name)


def _sentence(primary, verdict):
    """(how a difference is said, its size): a share in cases of 100, anything else in the unit of its metric."""
    value = primary.gap.value or 0.0
    if not primary.is_share:
        words = reasons.SHIP if verdict == SHIP else reasons.ROLL_BACK
        return words, _amount(abs(value), primary.metric)
    more, fewer = {
        SHIP: (reasons.SHIP_MORE, reasons.SHIP_FEWER),
        ROLL_BACK: (reasons.ROLL_BACK_MORE, reasons.ROLL_BACK_FEWER),
    }[verdict]
    return more if value > 0 else fewer, f"{100 * abs(value):.3g}"


def _undecided(plan, primary, name):
    metric, n = primary.metric, primary.gap.n
    if not plan.is_reached(n):
        words = reasons.NOT_YET if plan.method == SEQUENTIAL else reasons.NOT_BEFORE
        return Verdict(KEEP_TESTING, words(metric=_name(metric), n=n, planned=plan.planned_n), name)
    if plan.least_effect:
        least = _amount(plan.least_effect, metric)
        words = reasons.NO_GAIN(metric=_name(metric), n=n, planned=plan.planned_n, least=least)
        return Verdict(NONE_SHOWN, words, name)
    return Verdict(NONE_SHOWN, reasons.INCONCLUSIVE(metric=_name(metric), n=n, planned=plan.planned_n), name)


def _evidence(plan, result):
    """1 for a gain of at least the least effect that matters, -1 for a loss, 0 for neither, None: not defined."""
    if plan.method == BAYESIAN:
        better = normal_posterior.probability_above(result.posterior, plan.least_effect)
        worse = result.posterior.probability_better
        if better is None or worse is None:
            return None
        if not plan.is_reached(result.gap.n):
            return 0
        return 1 if better > 1 - plan.alpha / 2 else -1 if worse < plan.alpha / 2 else 0
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


def equal_variants(plan: Plan, results: Sequence[MetricResult]) -> Check:
    """Of an A/A test: a difference of the primary metric is a fault of the data or of the set-up."""
    plan = replace(plan, least_effect=0.0)
    for each in results:
        if each.metric.role == PRIMARY and each.gap.n >= plan.least_n and _evidence(plan, each):
            return Check("equal_variants", health.FAILED, reasons.AA_DIFFERS(metric=_name(each.metric)))
    return Check("equal_variants", health.PASSED, reasons.AA_ALIKE())


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


def _margin(metric):
    return _amount(metric.margin, metric)


def _amount(value, metric):
    unit = UNITS.get(metric.key, "%s")
    return unit % f"{value:.3g}"
