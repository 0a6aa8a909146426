"""A small piece of `make coverage ARGS='experiments'` with its seed."""

import pytest

from benchmarks import coverage_of_experiments as coverage


@pytest.mark.parametrize("method, name, n", [
    ("paired t", "skewed", 20),
    ("paired t", "clustered", 50),
    ("Wilcoxon, Hodges-Lehmann", "bounded", 50),
    ("permutation", "bounded", 20),
    ("McNemar, Bonett-Price", "binary", 20),
    ("normal posterior", "bounded", 20),
])  # fmt: skip
def test_pairs_are_covered(method, name, n):
    assert coverage.pairs_covered(method, name, n, 60 if method == "permutation" else 200) >= 0.92


@pytest.mark.parametrize("method, name, n", [
    ("Welch's t", "skewed", 20),
    ("Welch's t", "clustered", 50),
    ("CUPED", "bounded", 20),
    ("ratio", "bounded", 50),
    ("relative", "binary", 50),
    ("normal posterior", "bounded", 20),
    ("beta-binomial posterior", "binary", 20),
    ("difference of p90, of bins", "skewed", 200),
])  # fmt: skip
def test_separate_units_are_covered(method, name, n):
    assert coverage.samples_covered(method, name, n, 60 if "beta" in method else 200) >= 0.92


def test_looks_margins_and_shares_alarm_rarely():
    once, fixed, *sequences, likelihood_ratio = coverage.looks_alarm("bounded", 400)
    assert once <= 0.08 and fixed > 0.2 and max(*sequences, likelihood_ratio) <= 0.05

    assert max(coverage.guardrail_passed("bounded", 50, 400)) <= 0.08

    once, strict, running, running_strict = coverage.ratio_alarms(40)
    assert once <= 0.07 and strict <= 0.003 and running <= 0.05 and running_strict <= 0.005


def test_bandits_lose_less_than_even_shares_and_their_means_are_known():
    even, thompson = coverage.bandit("even", 10), coverage.bandit("Thompson", 200)

    assert thompson[0] < 0.5 * even[0] and thompson[2] >= 0.91 and min(thompson[5:]) >= 0.89


@pytest.mark.parametrize("kind", ["paired", "separate"])
def test_a_machine_that_is_too_kind_is_corrected(kind):
    assert coverage.machine_corrected(kind, 0.05, 60, 200) >= 0.91


@pytest.mark.parametrize("name", coverage.UNCLUSTERED)
def test_repeats_that_share_their_difference_are_covered(name):
    assert coverage.pooled_covered("fixed", name, 3, 300) >= 0.92


def test_no_pooled_interval_holds_for_a_few_repeats_that_differ():
    assert max(coverage.pooled_covered(kind, "bounded", 2, 200) for kind in ("different", "random")) < 0.9
