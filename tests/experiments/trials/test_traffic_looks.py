"""Figures of traffic: summaries kept by a sweep are those of all values, and looks are computed from them."""

from collections import Counter

import numpy as np
import pytest
from django.utils import timezone
from scipy import stats

from evalhub.lib.statistics.experiments import histograms
from experiments.models import Experiment, TrafficOutcome, TrafficSummary
from experiments.trials.actions import looks, traffic, traffic_counts
from experiments.trials.actions.experiments import Config
from experiments.trials.actions.traffic import Outcome
from experiments.trials.tasks import traffic_due
from tests.experiments.traffic_world import make_traffic, measure

RNG = np.random.default_rng(5)
UNITS = [f"user-{number}" for number in range(600)]
VALUES = dict(zip(UNITS, np.round(RNG.normal(10, 3, 600), 3).tolist(), strict=True))


def values_of(experiment, variant, metric="resolved"):
    found = TrafficOutcome.objects.filter(allocation__variant__name=variant, metric__key=metric, experiment=experiment)
    return np.array(found.order_by("pk").values_list("value", flat=True))


def shifted(unit, variant):
    return VALUES[unit] + (1.5 if variant == "v5" else 0)


@pytest.fixture
def running(acme):
    return make_traffic(acme, "v4", "v5", config=Config(minimum_sample_size=100, planned_n=600))


def test_summaries_are_those_of_all_values(running, monkeypatch):
    monkeypatch.setattr(traffic_counts, "BLOCK", 70)
    measure(running, UNITS[:300], shifted)
    traffic_due()
    measure(running, UNITS[300:], shifted)
    traffic_due()

    for row in TrafficSummary.objects.exclude(metric=None).select_related("variant"):
        values = values_of(running, row.variant.name)
        assert (row.n, row.mean, row.m2) == pytest.approx((len(values), values.mean(), values.var() * len(values)))
        assert sum(row.histogram.values()) == row.n
        middle = sorted(int(place) for place, n in row.histogram.items() for _each in range(n))[row.n // 2]
        assert 1.02 ** (middle - 1400) == pytest.approx(np.median(values), rel=0.03)
    units = TrafficSummary.objects.filter(metric=None)
    assert sum(row.n for row in units) == len(UNITS) and len(units) == 2
    assert not traffic_counts.count(experiment=running)


def test_bins_of_0_and_of_negative_values(running):
    found = traffic.allocate(experiment=running, units=[f"unit {number}" for number in range(40)])
    values = (0.0, -1.0, 1.0, 1e-300) * 10
    rows = [Outcome(each.unit, "seconds", value) for each, value in zip(found, values, strict=True)]
    traffic.add_outcomes(experiment=running, outcomes=rows)
    traffic_due()

    bins = Counter()
    for row in TrafficSummary.objects.exclude(metric=None):
        bins.update(row.histogram)
    assert bins == {"0": 10, "-1400": 10, "1400": 10, "1": 10}


def test_a_look_equals_scipy(running):
    measure(running, UNITS, shifted)
    found = looks.look(experiment=running)
    result = found.figures["results"][0]
    control, treatment = values_of(running, "v4"), values_of(running, "v5")
    welch = stats.ttest_ind(treatment, control, equal_var=False)

    assert (found.verdict, found.n) == ("ship", 600)
    assert (result["difference"]["value"], result["difference"]["p"]) == pytest.approx(
        (treatment.mean() - control.mean(), welch.pvalue)
    )
    assert (result["difference"]["low"], result["difference"]["high"]) == pytest.approx(
        tuple(welch.confidence_interval())
    )
    assert [each["key"] for each in found.figures["checks"]] == ["sample_ratio", "size"]
    assert looks.look(experiment=running).pk == found.pk
    measure(running, ["late"], lambda unit, variant: 10.0)
    assert looks.look(experiment=running).number == 2


def test_quantiles_are_those_of_the_values(running):
    measure(running, UNITS, shifted)
    [median, p90, p99] = looks.look(experiment=running).figures["results"][0]["quantiles"]
    control, treatment = values_of(running, "v4"), values_of(running, "v5")

    assert [each["q"] for each in (median, p90, p99)] == [0.5, 0.9, 0.99]
    for each in (median, p90):
        assert each["control"] == pytest.approx(np.quantile(control, each["q"]), rel=0.02)
        assert each["treatment"] == pytest.approx(np.quantile(treatment, each["q"]), rel=0.02)
        assert each["low"] < each["value"] < each["high"] and each["value"] == each["treatment"] - each["control"]
    assert (p99["low"], p99["reason"]) == (None, "TOO_FEW")


def test_passes_and_fails_have_no_quantiles(running):
    measure(running, UNITS, lambda unit, variant: float(VALUES[unit] > 10))

    assert looks.look(experiment=running).figures["results"][0]["quantiles"] == []


def test_bins_of_the_database_are_those_of_the_statistics(running):
    values = [*RNG.lognormal(5, 3, 200).tolist(), *(-RNG.lognormal(-5, 3, 200)).tolist(), 0.0, 1.0, -1.0, 1e12]
    found = traffic.allocate(experiment=running, units=[f"unit {number}" for number in range(len(values))])
    rows = [Outcome(each.unit, "seconds", value) for each, value in zip(found, values, strict=True)]
    traffic.add_outcomes(experiment=running, outcomes=rows)
    traffic_due()

    bins = Counter()
    for row in TrafficSummary.objects.exclude(metric=None):
        bins.update({int(place): n for place, n in row.histogram.items()})
    assert bins == histograms.counted(values)


def test_without_outcomes_nothing_is_defined(running):
    found = looks.look(experiment=running)

    assert (found.verdict, found.n) == ("keep_testing", 0)
    assert found.figures["results"][0]["difference"]["reason"] == "NOTHING"


def test_shares_that_do_not_hold_are_unhealthy(running, monkeypatch):
    first = running.variants.first().pk
    monkeypatch.setattr(traffic, "_variant_of", lambda *given: first)
    traffic.allocate(experiment=running, units=UNITS[:100])

    assert looks.look(experiment=running).verdict == "unhealthy"


def test_too_short_and_the_longest_time(acme):
    config = Config(minimum_sample_size=10, minimum_days=7, maximum_duration_days=14, planned_n=100_000)
    made = make_traffic(acme, "v4", "v5", config=config)
    measure(made, UNITS, lambda unit, variant: VALUES[unit])
    found = looks.look(experiment=made)
    assert found.verdict == "keep_testing" and "7 are planned" in found.sentence.english

    Experiment.objects.filter(pk=made.pk).update(started_at=timezone.now() - timezone.timedelta(days=15))
    found = looks.look(experiment=Experiment.objects.get(pk=made.pk))
    assert found.verdict == "inconclusive"


def test_a_look_takes_as_many_queries_for_many_units(running, django_assert_max_num_queries):
    measure(running, UNITS, shifted)
    traffic_due()
    with django_assert_max_num_queries(20):
        looks.look(experiment=running)
