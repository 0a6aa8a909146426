"""Verdicts in their order: health, guardrails, size, evidence."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.trials.analysis import figures, health
from experiments.trials.analysis.plan import GUARDRAIL, PRIMARY, MetricPlan, Plan
from experiments.trials.methods import Sample

QUALITY, LATENCY = MetricPlan("quality", "Quality", PRIMARY), MetricPlan("latency_ms", "", GUARDRAIL, True, 100.0)
PLAN = Plan("sequential", 0.05, planned_n=400, least_n=30, metrics=(QUALITY, LATENCY))
ALL_IN = replace(PLAN, is_complete=True)
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
    (verdict(400, 0.5, 20, checks=[SICK]), "unhealthy", "v4 alone of 40 (p < 0.001)"),
    (verdict(400, 0.5, 200), "roll_back", "Latency is worse by more than the margin of 100 ms"),
    (verdict(20, 0.5, 20), "keep_testing", "20 of at least 30"),
    (verdict(400, 0.5, 95), "keep_testing", "Latency of v5 is not yet shown"),
    (verdict(400, 0.5, 20), "ship", "Ship v5: Quality is better by 0.5 than v4"),
    (verdict(400, -0.5, 20), "roll_back", "Quality is worse by 0.5"),
    (verdict(200, 0.02, 20), "keep_testing", "not clear yet, after 200 of 400"),
    (verdict(400, 0.02, 20), "inconclusive", "after 400 of 400"),
    (verdict(200, 0.02, 20, plan=ALL_IN), "inconclusive", "after 200 of 400"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, least_effect=0.45)), "inconclusive", "no gain of Quality above 0.45"),
    (verdict(400, 0.5, 95, plan=ALL_IN), "inconclusive", "Latency is not shown to stay within its margin of 100 ms"),
    (verdict(20, 0.5, 20, plan=ALL_IN), "inconclusive", "all data are in, but 20 of at least 30"),
    (verdict(40, 0.0, 20, spread=0.0, plan=ALL_IN), "inconclusive", "the difference of Quality does not vary"),
    (verdict(200, 0.5, 20, plan=replace(PLAN, method="frequentist")), "keep_testing", "once, at 400 planned"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, method="frequentist")), "ship", "Ship v5"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, method="bayesian")), "ship", "Ship v5"),
    (verdict(400, 0.5, 20, plan=replace(PLAN, is_aa=True)), "unhealthy", "should be the same differ in Quality"),
    (verdict(400, 0.02, 20, plan=replace(PLAN, is_aa=True)), "inconclusive", "As expected"),
    (verdict(40, 0.0, 20, spread=0.0), "keep_testing", "not defined yet"),
])  # fmt: skip
def test_verdicts(found, expected, words):
    assert found.verdict == expected and words in found.sentence.english


def test_early_looks_passes_pairs_and_a_a_tests():
    """100 ± 34 ms slower than the margin in the interval for one look, but not in the one for all looks."""
    early, late = verdict(40, 0.5, 140), verdict(400, 0.5, 112)
    assert early.verdict == "keep_testing" and late.verdict == "roll_back"

    assert passes(40, 90) == "Ship v5: Quality holds in 50 more of 100 cases than with v4."
    assert passes(90, 40) == "Roll back v5: Quality holds in 50 fewer of 100 cases than with v4."
    assert passes(90, 40, lower=True) == "Ship v5: Quality holds in 50 fewer of 100 cases than with v4."
    assert passes(40, 90, lower=True) == "Roll back v5: Quality holds in 50 more of 100 cases than with v4."

    """100 cases of the control, 40 of the treatment: 40 pairs, and not 140 units."""
    both = [Sample("v4", np.arange(100), gaps(100, 0, 1)), Sample("v5", np.arange(40), gaps(40, 0, 1))]
    plan = replace(PLAN, metrics=(QUALITY,))
    assert figures.compute(plan, {"quality": both}, ()).results[0].gap.n == 40
    nothing = [both[0], Sample("v5", np.arange(0), np.zeros(0))]
    found = figures.compute(plan, {"quality": nothing}, ())
    assert found.results[0].gap.n == 0 and found.verdict.verdict == "keep_testing"

    plan = replace(PLAN, is_aa=True, least_effect=1.0, metrics=(QUALITY,))
    units = np.arange(400)
    pair = [Sample("v4", units, np.zeros(400)), Sample("v4 again", units, gaps(400, 0.5, 1))]
    found = {each.key: each.state for each in figures.compute(plan, {"quality": pair}, ()).checks}
    assert found == {"equal_variants": "failed", "size": "passed"}


def passes(v4, v5, *, lower=False, n=100):
    """The verdict on two systems with so many passes of so many cases."""
    units, plan = np.arange(n), replace(PLAN, metrics=(replace(QUALITY, lower_is_better=lower),))
    pair = [Sample(name, units, (units < share).astype(float)) for name, share in (("v4", v4), ("v5", v5))]
    return figures.compute(plan, {"quality": pair}, ()).verdict.sentence.english
