"""All figures of an experiment at one look, as they are stored, shown and sent."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from evalhub.lib import reasons as all_reasons
from evalhub.lib.statistics import multiple_testing
from experiments.evaluations.case_slices import CaseSlice
from experiments.trials.analysis import bandit_figures, health, metric_results, slices, verdict
from experiments.trials.analysis.bandit_figures import BanditFigures
from experiments.trials.analysis.health import Check
from experiments.trials.analysis.metric_results import MetricResult, VariantFigures
from experiments.trials.analysis.plan import GUARDRAIL, PRIMARY, SECONDARY, SEQUENTIAL, Plan
from experiments.trials.analysis.slices import SliceResult
from experiments.trials.analysis.verdict import Verdict
from experiments.trials.methods import Sample, Samples

VERSION = "2026.11.3"  # changes with every change of a figure; another one is another look


@dataclass(frozen=True)
class Figures:
    """`variants` {metric: [VariantFigures]}, the control first; `results` one for each metric and treatment.

    bandit None: shares stay as they are.
    """

    control: str
    variants: Mapping[str, tuple[VariantFigures, ...]]
    results: tuple[MetricResult, ...]
    checks: tuple[Check, ...]
    verdict: Verdict
    bandit: BanditFigures | None = None
    slices: tuple[SliceResult, ...] = ()

    def of(self, metric: str, treatment: str = "") -> list[MetricResult]:
        return [each for each in self.results if each.metric.key == metric and treatment in ("", each.treatment)]


def compute(
    plan: Plan, data: Mapping[str, Sequence[Sample]], checks: Sequence[Check], own_slices: Sequence[CaseSlice] = ()
) -> Figures:
    """The Figures; `data` {metric: the Samples of its variants, the control first}. The check of the size is added.

    Slices of the cases are explored, and change no verdict."""
    control = data[plan.primary.key][0].name
    variants = {
        metric.key: tuple(metric_results.of_variant(each, plan) for each in data[metric.key]) for metric in plan.metrics
    }
    results = [
        metric_results.of_pair(metric, samples_of(data[metric.key][0], treatment), plan)
        for metric in plan.metrics
        for treatment in data[metric.key][1:]
    ]
    found = corrected(plan, results)
    n = min(each.gap.n for each in found if each.metric is plan.primary)
    checks = [*checks, *([verdict.equal_variants(plan, found)] if plan.is_aa else []), health.size(n, plan.least_n)]
    decided = verdict.decide(plan, control, found, checks)
    bandit = bandit_figures.of_samples(plan, data[plan.primary.key])
    explored = slices.of_primary(plan, data[plan.primary.key], own_slices)
    return Figures(control, variants, tuple(found), tuple(checks), decided, bandit, explored)


def samples_of(control: Sample, treatment: Sample) -> Samples:
    """Of traffic two separate samples, of cases pairs: also while one variant has far more scores than the other."""
    return Samples(control, treatment, of_cases=control.parts is None)


def corrected(plan: Plan, results: Sequence[MetricResult]) -> list[MetricResult]:
    """Results with p_corrected by Holm within the primary metric, the secondary ones, and the guardrails."""
    found = {}
    for role in (PRIMARY, SECONDARY, GUARDRAIL):
        known = [(place, _p(plan, each)) for place, each in enumerate(results) if each.metric.role == role]
        known = [(place, p) for place, p in known if p is not None]
        values = multiple_testing.holm([p for _place, p in known])
        found |= {place: value for (place, _p_value), value in zip(known, values, strict=True)}
    return [_with_p(each, found.get(place), plan.alpha) for place, each in enumerate(results)]


def _p(plan, result):
    if result.guardrail is not None:
        return result.guardrail.p
    return result.running.p if plan.method == SEQUENTIAL else result.difference.p


def _with_p(result, p, alpha):
    """A guardrail is only shown where its corrected p is below alpha, too."""
    limit = result.guardrail
    if limit is not None and limit.is_shown and p is not None and p >= alpha:
        limit = replace(limit, is_shown=False)
    return replace(result, p_corrected=p, guardrail=limit)


def as_json(figures: Figures) -> dict[str, Any]:
    """Plain JSON: reasons by code and parameters, what is not defined as null."""
    return {
        "control": figures.control,
        "treatment": figures.verdict.treatment or None,
        "bandit": figures.bandit
        and {
            "chances_of_best": figures.bandit.chances_of_best and list(figures.bandit.chances_of_best),
            "observed": figures.bandit.observed,
            "over_even": _estimate(figures.bandit.over_even),
            "over_control": _estimate(figures.bandit.over_control),
        },
        "checks": [
            {"key": each.key, "state": each.state, "reason": all_reasons.as_json(each.reason)}
            for each in figures.checks
        ],
        "variants": {
            key: [
                {"variant": each.variant, "n": each.n, "units": each.units, "deviation": each.deviation}
                | _estimate(each.mean, "mean")
                for each in rows
            ]
            for key, rows in figures.variants.items()
        },
        "results": [_result(each) for each in figures.results],
        "slices": [_slice(each) for each in figures.slices],
    }


def _slice(found):
    return {
        "field": found.field,
        "value": found.value,
        "treatment": found.treatment,
        "n": found.gap.n,
        "difference": _estimate(found.difference),
        "running": _estimate(found.running),
        "p_corrected": found.p_corrected,
    }


def _result(result):
    return {
        "metric": asdict(result.metric),
        "treatment": result.treatment,
        "n": result.gap.n,
        "error": result.gap.error,
        "freedom": result.gap.freedom,
        "worth": result.gap.worth,
        "difference": _estimate(result.difference),
        "running": _estimate(result.running),
        "posterior": asdict(result.posterior),
        "effect_size": asdict(result.effect_size),
        "guardrail": None if result.guardrail is None else asdict(result.guardrail),
        "wins": result.wins,
        "ties": result.ties,
        "losses": result.losses,
        "p_corrected": result.p_corrected,
        "quantiles": [
            {"q": each.q, "control": each.control, "treatment": each.treatment} | _estimate(each.difference)
            for each in result.quantiles
        ],
    }


def _estimate(estimate, name="value"):
    return {
        name: estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "alpha": estimate.alpha,
        "p": estimate.p,
        "method": estimate.method,
        "reason": estimate.reason or None,
    }
