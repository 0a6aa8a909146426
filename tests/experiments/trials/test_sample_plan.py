"""Sizes of experiments from a pilot, held to scipy and to simulated experiments of that size."""

import numpy as np
import pytest
from scipy import stats

from evalhub.lib.statistics import ppi
from evalhub.lib.statistics.experiments import confidence_sequence, mcnemar_power, power
from experiments.trials.analysis import gaps, sample_plan
from experiments.trials.analysis.plan import CORRECTED
from experiments.trials.analysis.sample_plan import Spread, Wish
from experiments.trials.methods import Sample, Samples

SPREAD = Spread(0.45, 0.3, people=0.6, agreement=0.7, n_labelled=60)
RNG = np.random.default_rng(5)


def samples(first, second, said=None):
    units = np.arange(len(first))
    if said is None:
        return Samples(Sample("a", units, first), Sample("b", units, second))
    return Samples(*(Sample(name, units, people, machine_values=judged) for name, people, judged in (
        ("a", said[0], first), ("b", said[1], second)
    )))  # fmt: skip


def test_the_spread_is_that_of_pairs_and_parts():
    first, noise = RNG.normal(size=200), RNG.normal(size=200)
    second = 0.6 * first + noise
    found = sample_plan.spread_of(samples(first, second))
    assert found.judge == pytest.approx((second - first).std(ddof=1)) and found.n == 200
    assert found.mean == pytest.approx(second.mean()) and (found.people, found.n_labelled) == (None, 0)
    assert sample_plan.spread_of(samples(first[:9], second[:9])) is None
    assert sample_plan.spread_of(samples(np.ones(20), np.ones(20))) is None
    assert sample_plan.spread_of(samples(first, first)) is None

    judged = RNG.normal(size=(2, 300))
    said = judged * 0.5 + RNG.normal(size=(2, 300))
    said[:, 80:] = np.nan
    found = sample_plan.spread_of(samples(*judged, said))
    people, judge = said[1, :80] - said[0, :80], judged[1, :80] - judged[0, :80]
    assert found.n_labelled == 80 and found.people == pytest.approx(people.std(ddof=1))
    assert found.agreement == pytest.approx(stats.pearsonr(people, judge)[0])
    gap = gaps.of(samples(*judged, said), CORRECTED)
    assert gap.worth == pytest.approx(people.var() / gap.error**2)


def test_sizes_have_the_power_that_was_planned():
    wish = Wish(0.08, chance=0.8, alpha=0.05)
    found = sample_plan.sizes(SPREAD, wish)
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert found.judge_once == int(np.ceil((z * SPREAD.judge / 0.08) ** 2))
    assert found.unpaired == int(np.ceil(2 * (z * 0.45 / 0.08) ** 2))
    assert found.people == int(np.ceil((z * 0.6 / 0.08) ** 2))
    assert (found.corrected_once, found.of(wish), found.labelled(wish)) == (None, found.judge_safe, 0)
    n = found.judge_safe
    drawn = RNG.normal(0.08, SPREAD.judge, size=(4_000, n))
    half = [confidence_sequence.half_width(sd / np.sqrt(n), n, planned_n=n) for sd in drawn.std(axis=1, ddof=1)]
    assert (drawn.mean(axis=1) > half).mean() == pytest.approx(0.8, abs=0.025)

    wish = Wish(0.2, share=0.4, is_safe_to_look=False)
    found = sample_plan.sizes(SPREAD, wish)
    n, labelled = found.of(wish), found.labelled(wish)
    assert n == found.corrected_once and labelled == int(np.ceil(0.4 * n))
    hits = 0
    spread = [[0.36, 0.7 * 0.6 * SPREAD.judge], [0.7 * 0.6 * SPREAD.judge, SPREAD.judge**2]]
    for _ in range(3_000):
        said, judged = RNG.multivariate_normal([0.2, 0.1], spread, size=n).T
        estimate = ppi.corrected_mean(said[:labelled], judged[:labelled], judged[labelled:]).estimate
        hits += estimate.low is not None and estimate.low > 0
    assert hits / 3_000 == pytest.approx(0.8, abs=0.04)


def test_curves_meet_the_power_and_few_pairs_are_planned_for_exactly():
    wish = Wish(0.08, share=0.4)
    found = sample_plan.sizes(SPREAD, wish)
    at = sample_plan.curves(SPREAD, wish, [found.judge_once, found.corrected_once, found.corrected_safe])
    assert [at["judge"][0], at["once"][1], at["safe"][2]] == pytest.approx([0.8, 0.8, 0.8], abs=0.002)
    reach = sample_plan.reach(SPREAD, Wish(0.08, share=0.4, is_safe_to_look=False), found.corrected_once)
    assert reach.planned == reach.once == pytest.approx(0.08, rel=0.01)
    assert sample_plan.reach(SPREAD, wish, found.corrected_safe).planned == pytest.approx(0.08, rel=0.01)

    rare = np.zeros(200)
    rare[:190] = 1
    found = sample_plan.spread_of(samples(rare, np.roll(rare, 4)))
    wish = Wish(0.02, is_safe_to_look=False)
    size = sample_plan.sizes(found, wish)
    assert found.differing == pytest.approx(0.04) and size.method == sample_plan.EXACT
    assert size.judge_once == mcnemar_power.pairs_for(0.02, 0.04) > power.pairs_for(0.02, found.judge)
    assert size.judge_safe >= size.judge_once
    once = sample_plan.curves(found, wish, [size.judge_once])["once"]
    assert once[0] == pytest.approx(0.8, abs=0.01)
    assert sample_plan.reach(found, wish, size.judge_once).planned == pytest.approx(0.02, rel=0.02)
    assert sample_plan.reach(found, wish, 20).planned is None
    assert sample_plan.sizes(found, Wish(0.01)).method == sample_plan.NORMAL  # more than 50 of those pairs differ
