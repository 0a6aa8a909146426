"""Verdicts in their order: health, guardrails, size, evidence."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.trials.analysis import figures, health
from experiments.trials.analysis.plan import GUARDRAIL, PRIMARY, MetricPlan, Plan
from experiments.trials.methods import Sample

QUALITY, LATENCY = MetricPlan("quality", "Quality", PRIMARY), MetricPlan("latency_ms", "", GUARDRAIL, True, 100.0)
PLAN = Plan("sequential", 0.05, planned_n=400, least_n=30, metrics=(QUALITY, LATENCY))
SICK = health.failures("v4", "v5", 40, 0)
RNG = np.random.default_rng(23)


def gaps(n, mean, spread):
    """Exactly so: what is drawn is moved and stretched to this mean and deviation."""
    found = RNG.normal(size=n)
    return mean + spread * (found - found.mean()) / found.std(ddof=1)


def verdict(n, gain=0.0, slower=0.0, *, plan=PLAN, checks=(), spread=1.0):
    units = np.arange(n)

    def pair(values):
        return [Sample("v4", units, np.zeros(n)), Sample("v5", units, values)]

    data = {"quality": pair(gaps(n, gain, spread)), "latency_ms": pair(gaps(n, slower, 100.0))}
    return figures.compute(plan, data, checks).verdict


@pytest.mark.parametrize("found, expected, words", [
    (verdict(400, 0.5, 20, checks=[SICK]), "unhealthy", "v5 fails on other cases"),
    (verdict(400, 0.5, 200), "roll_back", "Latency is worse by more than the margin of 100"),
    (verdict(20, 0.5, 20), "keep_testing", "20 of at least 30"),
    (verdict(400, 0.5, 95), "keep_testing", "Latency of v5 is not yet shown"),
    (verdict(400, 0.5, 20), "ship", "Ship v5: Quality is better by 0.5 than v4"),
    (verdict(400, -0.5, 20), "roll_back", "Quality is worse by 0.5"),
    (verdict(200, 0.02, 20), "keep_testing", "not clear yet, after 200 of 400"),
    (verdict(400, 0.02, 20), "inconclusive", "after 400 of 400"),
    (verdict(200, 0.02, 20, plan=replace(PLAN, is_complete=True)), "inconclusive", "after 200 of 400"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, least_effect=0.45)), "inconclusive", "no difference"),
    (verdict(200, 0.5, 20, plan=replace(PLAN, method="frequentist")), "keep_testing", "after 200 of 400"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, method="frequentist")), "ship", "Ship v5"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, method="bayesian")), "ship", "Ship v5"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, is_aa=True)), "unhealthy", "equal variants differ in Quality"),
    (verdict(400, 0.02, 20, plan=replace(PLAN, is_aa=True)), "inconclusive", "As expected"),
    (verdict(40, 0.0, 20, spread=0.0), "keep_testing", "not defined yet"),
])  # fmt: skip
def test_verdicts(found, expected, words):
    assert found.verdict == expected and words in found.sentence.english


def test_an_early_look_rolls_back_only_what_every_look_would():
    """100 ± 34 ms slower than the margin in the interval for one look, but not in the one for all looks."""
    early, late = verdict(40, 0.5, 140), verdict(400, 0.5, 112)

    assert early.verdict == "keep_testing" and late.verdict == "roll_back"
