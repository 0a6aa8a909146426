"""Figures from moments and histograms: those of all values, whichever parts they were added up from."""

import numpy as np
import pytest

from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW
from evalhub.lib.statistics.experiments import histograms, summaries, welch
from evalhub.lib.statistics.experiments.histograms import Histogram
from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.statistics.experiments.summaries import Summary

RNG = np.random.default_rng(21)
CONTROL, TREATMENT = RNG.beta(3, 2, 4000), RNG.beta(3.4, 2, 5000)


def summary(values, bins=1000):
    return Summary(SampleMoments.of(values), Histogram(0.0, 1.0, tuple(np.histogram(values, bins, (0, 1))[0].tolist())))


def test_parts_add_up_to_the_figures_of_all_values():
    parts = [summary(each) for each in np.split(CONTROL, [100, 101, 2500])]
    found = summaries.compare(summaries.merged(parts), summary(TREATMENT), planned_n=9000, margin=0.02)
    plain = welch.difference(SampleMoments.of(CONTROL), SampleMoments.of(TREATMENT))

    assert (found.difference.low, found.difference.p) == pytest.approx((plain.low, plain.p))
    assert found.running.low < found.difference.low < found.difference.high < found.running.high
    assert found.guardrail.is_shown and found.posterior.probability_better > 0.99
    assert found == summaries.compare(summaries.merged(parts), summary(TREATMENT), planned_n=9000, margin=0.02)


@pytest.mark.parametrize("q", [0.05, 0.5, 0.95])
def test_quantiles_of_bins_are_those_of_values(q):
    found = summaries.compare(summary(CONTROL), summary(TREATMENT), planned_n=9000, quantiles=[q]).quantiles[q]
    drawn = [
        np.quantile(RNG.choice(TREATMENT, 5000), q) - np.quantile(RNG.choice(CONTROL, 4000), q) for _ in range(400)
    ]

    assert found.value == pytest.approx(np.quantile(TREATMENT, q) - np.quantile(CONTROL, q), abs=0.001)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.004)


def test_less_is_better_turns_what_is_believed_and_not_the_difference():
    more, less = (
        summaries.compare(summary(CONTROL), summary(TREATMENT), planned_n=9000, lower_is_better=each)
        for each in (False, True)
    )

    assert more.difference == less.difference
    assert less.posterior.probability_better == pytest.approx(1 - more.posterior.probability_better)


def test_without_units_nothing_is_said():
    nothing = Summary(SampleMoments.of([]), Histogram(0.0, 1.0, (0,) * 1000))
    found = summaries.compare(nothing, summary(TREATMENT), planned_n=9000, margin=0.1)

    assert {found.difference.reason, found.running.reason, found.posterior.reason, found.guardrail.reason} == {NOTHING}
    assert found.quantiles[0.5].reason == NOTHING
    few = summaries.compare(summary(CONTROL[:30]), summary(TREATMENT), planned_n=9000).quantiles
    assert (few[0.5].reason, few[0.95].reason) == ("", TOO_FEW)
    assert summaries.compare(Summary(nothing.moments), summary(TREATMENT), planned_n=1).quantiles == {}


def test_bins_that_differ_are_refused():
    with pytest.raises(ValueError, match="different bins"):
        histograms.merged([Histogram(0.0, 1.0, (1, 2)), Histogram(0.0, 2.0, (1, 2))])
