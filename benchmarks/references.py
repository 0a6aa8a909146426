"""Hold the figures of experiments against other packages on random data: the greatest difference of each.

    pip install statsmodels gbstats confseq ppi-python choix    # in an environment of its own; none is needed elsewhere
    python -m benchmarks.references

A package that is not installed is left out. Exit status 1 where a difference is above 1e-6.
"""

import importlib
import math
import sys

import numpy as np
from scipy import stats

from evalhub.lib.statistics import bradley_terry, mcnemar, multiple_testing, paired, ppi, proportions
from evalhub.lib.statistics.experiments import (
    beta_binomial,
    confidence_sequence,
    cuped,
    non_inferiority,
    normal_posterior,
    pooled,
    power,
    ratios,
    sample_ratio,
    score_posterior,
    welch,
    wilcoxon,
)
from evalhub.lib.statistics.experiments.moments import SampleMoments

DATA_SETS, CLOSE = 25, 1e-6


def scipy_tests(rng):
    first, second = rng.normal(1, 1, rng.integers(8, 80)), rng.normal(1.2, 2, rng.integers(8, 80))
    found = welch.difference(*_moments(first, second))
    told = stats.ttest_ind(second, first, equal_var=False)
    yield "Welch", _figures(found), (told.pvalue, *told.confidence_interval())
    gaps = rng.normal(0.2, 1, rng.integers(8, 80))
    told = stats.ttest_1samp(gaps, 0)
    yield "paired t", _figures(paired.mean_difference(gaps)), (told.pvalue, *told.confidence_interval())
    yield "Wilcoxon", (wilcoxon.shift(gaps).p,), (stats.wilcoxon(gaps).pvalue,)
    gained, lost = (int(each) for each in rng.integers(0, 20, 2))
    if gained + lost:
        yield "McNemar", (mcnemar.exact_p(gained, lost),), (stats.binomtest(gained, gained + lost).pvalue,)
    counts = rng.multinomial(1000, [0.2, 0.3, 0.5])
    told = stats.chisquare(counts, [200, 300, 500]).pvalue
    yield "sample ratio", (sample_ratio.p_value(counts.tolist(), [0.2, 0.3, 0.5]),), (told,)
    values = rng.random(7) ** 2
    told = stats.false_discovery_control(values)
    yield "Benjamini-Hochberg", multiple_testing.benjamini_hochberg(values.tolist()), told
    passes, n = int(rng.integers(0, 30)), 30
    told = stats.binomtest(passes, n).proportion_ci(method="wilson")
    share = proportions.wilson(passes, n)
    yield "Wilson", (share.low, share.high), (told.low, told.high)


def scipy_posteriors(rng):
    """By quadrature of scipy's densities."""
    first, second = _moments(rng.normal(1, 1, rng.integers(6, 60)), rng.normal(1.3, 1.5, rng.integers(6, 60)))
    one, other = (stats.t(each.n - 1, each.mean, math.sqrt(each.error_squared)) for each in (first, second))
    found = score_posterior.difference(first, second)
    yield "scores' posterior", *_against(found, one, other)
    passes = [(int(rng.integers(1, n)), n) for n in rng.integers(6, 400, 2).tolist()]
    one, other = (stats.beta(1 + k, 1 + n - k) for k, n in passes)
    found = beta_binomial.difference(*passes)
    yield "beta posterior", *_against(found, one, other)


def statsmodels_tests(rng):
    from statsmodels.regression.linear_model import OLS
    from statsmodels.stats import contingency_tables, multitest, weightstats
    from statsmodels.stats import power as other_power

    first, second = rng.normal(1, 1, rng.integers(8, 80)), rng.normal(1.2, 2, rng.integers(8, 80))
    both = weightstats.CompareMeans(weightstats.DescrStatsW(second), weightstats.DescrStatsW(first))
    found = welch.difference(*_moments(first, second), alpha=0.1)
    told = both.tconfint_diff(0.1, usevar="unequal")
    yield "Welch, 90 %", (found.low, found.high), told
    one, other = _moments(first, second)
    freedom = welch.degrees_of_freedom((one.n, one.error_squared), (other.n, other.error_squared))
    error = math.sqrt(one.error_squared + other.error_squared)
    rail = non_inferiority.guardrail(other.mean - one.mean, error, freedom, margin=0.3)
    told = both.ttest_ind("larger", "unequal", value=-0.3)[1]
    yield "guardrail", (rail.p,), (told,)
    gained, lost = (int(each) for each in rng.integers(0, 20, 2))
    told = contingency_tables.mcnemar([[30, gained], [lost, 30]], exact=True).pvalue
    yield "McNemar", (mcnemar.exact_p(gained, lost),), (told,)
    values = (rng.random(6) ** 2).tolist()
    for name, ours, key in (
        ("Holm", multiple_testing.holm, "holm"),
        ("Benjamini-Yekutieli", multiple_testing.benjamini_yekutieli, "fdr_by"),
    ):
        yield name, ours(values), multitest.multipletests(values, method=key)[1]
    effect, n = rng.uniform(0.2, 0.8), int(rng.integers(10, 100))
    told = other_power.tt_solve_power(effect, n, 0.05)
    yield "power, pairs", (power.power_by_t(effect, 1.0, n, paired=True),), (told,)
    told = other_power.tt_ind_solve_power(effect, n, 0.05)
    yield "power, units", (power.power_by_t(effect, 1.0, n),), (told,)
    told = other_power.tt_ind_solve_power(effect, alpha=0.05, power=0.8)
    yield "units needed", (power.units_by_t(effect, 1.0),), (told,)
    clusters = rng.integers(0, 15, 90)
    values = rng.normal(0.1, 1, 90) + rng.normal(0, 1, 15)[clusters]
    fit = OLS(values, np.ones(90)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": True}, use_t=True
    )
    # Its correction has (n - 1) / (n - 1) for a mean beside C / (C - 1).
    yield "clusters", _figures(paired.mean_difference(values, clusters)), (fit.pvalues[0], *fit.conf_int()[0])


def gbstats_tests(rng):
    from gbstats.bayesian.tests import EffectBayesianABTest, EffectBayesianConfig, GaussianPrior
    from gbstats.frequentist.tests import FrequentistConfig, SequentialConfig, SequentialTwoSidedTTest, TwoSidedTTest
    from gbstats.models.statistics import RatioStatistic, RegressionAdjustedStatistic, SampleMeanStatistic
    from gbstats.utils import check_srm

    sizes = rng.integers(40, 200, 2).tolist()
    values = [rng.gamma(2, 1 + place / 10, n) for place, n in enumerate(sizes)]
    known = [each + rng.normal(0, 1, each.size) for each in values]
    turns = [1.0 + rng.poisson(3, each.size) for each in values]
    told = [SampleMeanStatistic(each.size, each.sum(), (each**2).sum()) for each in values]
    absolute, relative = ({"difference_type": each} for each in ("absolute", "relative"))
    one, other = _moments(*values)
    for name, found, kind in (
        ("Welch", welch.difference(one, other), absolute),
        ("relative", ratios.relative_difference(one, other), relative),
    ):
        there = TwoSidedTTest(*told, FrequentistConfig(**kind)).compute_result()
        yield name, _figures(found), (there.p_value, *there.ci)
    error, n = math.sqrt(one.error_squared + other.error_squared), one.n + other.n
    found = confidence_sequence.of_difference(other.mean - one.mean, error, n, planned_n=300)
    config = SequentialConfig(sequential_tuning_parameter=300, **absolute)
    there = SequentialTwoSidedTTest(*told, config).compute_result()
    yield "confidence sequence", _figures(found), (there.p_value, *there.ci)
    adjusted = [
        RegressionAdjustedStatistic(
            y.size, stat, SampleMeanStatistic(x.size, x.sum(), (x**2).sum()), float(x @ y), theta=0.0
        )
        for stat, x, y in zip(told, known, values, strict=True)
    ]
    there = TwoSidedTTest(*adjusted, FrequentistConfig(**absolute)).compute_result()
    found = cuped.difference(*zip(values, known, strict=True))
    yield "CUPED", _figures(found), (there.p_value, *there.ci)
    divided = [
        RatioStatistic(y.size, stat, SampleMeanStatistic(x.size, x.sum(), (x**2).sum()), float(x @ y))
        for stat, x, y in zip(told, turns, values, strict=True)
    ]
    there = TwoSidedTTest(*divided, FrequentistConfig(**absolute)).compute_result()
    found = ratios.difference(*zip(values, turns, strict=True))
    yield "ratio", _figures(found), (there.p_value, *there.ci)
    for name, deviation in (("flat prior", None), ("normal prior", 0.3)):
        prior = GaussianPrior(0, (deviation or 1) ** 2, proper=deviation is not None)
        there = EffectBayesianABTest(*told, EffectBayesianConfig(prior_effect=prior, **absolute)).compute_result()
        wide = None if deviation is None else deviation * one.mean  # its prior is of the relative difference
        found = normal_posterior.of_difference(other.mean - one.mean, error, prior_deviation=wide)
        ours = (found.probability_better, found.low, found.high, found.loss_of_control, found.loss_of_treatment)
        yield f"posterior, {name}", ours, (there.chance_to_win, *there.ci, *there.risk)
    counts = rng.multinomial(1000, [0.2, 0.3, 0.5]).tolist()
    told = check_srm(counts, [0.2, 0.3, 0.5])
    yield "sample ratio", (sample_ratio.p_value(counts, [0.2, 0.3, 0.5]),), (told,)


def confseq_tests(rng):
    from confseq import boundaries

    planned, n, alpha = int(rng.integers(50, 1000)), int(rng.integers(30, 2000)), float(rng.choice([0.01, 0.05, 0.1]))
    told = boundaries.normal_mixture_bound(n, alpha, planned, alpha, is_one_sided=False) / n
    found = confidence_sequence.half_width(1 / math.sqrt(n), n, planned_n=planned, alpha=alpha)
    yield "confidence sequence", (found,), (told,)
    value = rng.normal(0.0, 2.0) / math.sqrt(n)
    told = min(1.0, math.exp(-boundaries.normal_log_mixture(value * n, n, planned, alpha, is_one_sided=False)))
    found = confidence_sequence.p_value(value, 1 / math.sqrt(n), n, planned_n=planned, alpha=alpha)
    yield "mSPRT", (found,), (told,)


def ppi_tests(rng):
    import ppi_py

    n, size = int(rng.integers(ppi.LEAST_LABELLED, 200)), int(rng.integers(200, 2000))
    said = rng.beta(3, 2, n + size)
    judged = said + 0.1 + rng.normal(0, rng.uniform(0.05, 0.5), n + size)
    low, high = ppi_py.ppi_mean_ci(said[:n], judged[:n], judged[n:], alpha=0.05)
    found = ppi.corrected_mean(said[:n], judged[:n], judged[n:]).estimate
    yield "PPI++", (found.low, found.high), (float(low[0]), float(high[0]))


def choix_tests(rng):
    import choix

    skill, wins = rng.normal(0, 1, 4), np.zeros((4, 4))
    votes = []
    for one in range(4):
        for other in range(4):
            if one < other:
                up = int(rng.binomial(40, 1 / (1 + math.exp(skill[other] - skill[one]))))
                wins[one, other], wins[other, one] = up, 40 - up
                votes += [(one, other)] * up + [(other, one)] * (40 - up)
    found = bradley_terry.strengths(wins)
    if found.reason:
        return
    told = choix.opt_pairwise(4, votes, alpha=0.0, method="Newton-CG", tol=1e-12)
    yield "Bradley-Terry", [each.value for each in found.strengths], told - told[0]


def statsmodels_pooled(rng):
    from statsmodels.stats.meta_analysis import combine_effects

    values, errors = rng.normal(0.1, 0.1, 5), rng.uniform(0.02, 0.2, 5)
    told = combine_effects(values, errors**2)
    found = pooled.fixed_effect(values.tolist(), errors.tolist())
    ends = (found.estimate.value, found.estimate.low, found.estimate.high)
    yield "pooled", ends, (told.mean_effect_fe, *told.conf_int(use_t=False)[0])
    spread = told.test_homogeneity()
    yield "heterogeneity", (found.q, found.q_p, found.i_squared), (spread.statistic, spread.pvalue, max(0.0, told.i2))


def statsmodels_votes(rng):
    from statsmodels.discrete.discrete_model import Logit

    wins = np.triu(rng.integers(3, 30, (4, 4)), 1) + np.tril(rng.integers(3, 30, (4, 4)), -1)
    rows = [(one, other) for one in range(4) for other in range(4) if one < other]
    design = np.array([[(place == one) - (place == other) for place in (1, 2, 3)] for one, other in rows], dtype=float)
    votes = [np.repeat([1, 0], [wins[one, other], wins[other, one]]) for one, other in rows]
    fit = Logit(np.concatenate(votes), np.repeat(design, [each.size for each in votes], axis=0)).fit(disp=0, tol=1e-12)
    found = bradley_terry.strengths(wins).strengths[1:]
    yield "Bradley-Terry", [(each.low, each.high) for each in found], fit.conf_int()


PACKAGES = {
    "scipy": (scipy_tests, scipy_posteriors),
    "statsmodels": (statsmodels_tests, statsmodels_pooled, statsmodels_votes),
    "gbstats": (gbstats_tests,),
    "confseq": (confseq_tests,),
    "ppi_py": (ppi_tests,),
    "choix": (choix_tests,),
}


def main():
    worst: dict[tuple[str, str], float] = {}
    for package, tests in PACKAGES.items():
        try:
            importlib.import_module(package)
        except ImportError:
            print(f"{package}: not installed")
            continue
        for test in tests:
            for seed in range(DATA_SETS):
                for name, ours, theirs in test(np.random.default_rng(seed)):
                    ours, theirs = np.array([*ours]), np.array([*theirs])
                    gap = float((np.abs(ours - theirs) / np.maximum(1.0, np.abs(theirs))).max())
                    worst[package, name] = max(gap, worst.get((package, name), 0.0))
    for (package, name), gap in worst.items():
        print(f"{package:12} {name:24} {gap:.1e}{'' if gap <= CLOSE else '  differs'}")
    sys.exit(int(any(not gap <= CLOSE for gap in worst.values())))


def _moments(*samples):
    return tuple(SampleMoments.of(each) for each in samples)


def _figures(estimate):
    return estimate.p, estimate.low, estimate.high


def _against(found, control, treatment):
    """What the Posterior says, and what it should be: probabilities above 0 and both bounds."""
    ours = (found.probability_better, 0.975, 0.025)
    return ours, [_above(control, treatment, least) for least in (0.0, found.low, found.high)]


def _above(control, treatment, least):
    from scipy.integrate import quad

    return quad(lambda u: control.cdf(treatment.ppf(u) - least), 0, 1, epsabs=1e-11, epsrel=1e-11, limit=500)[0]


if __name__ == "__main__":
    main()
