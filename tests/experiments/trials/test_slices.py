"""The primary metric in slices of the cases: equal to the figures of these cases alone, and corrected."""

import numpy as np
import pytest

from evalhub.lib.statistics import mcnemar, multiple_testing
from evalhub.lib.statistics.experiments import confidence_sequence
from experiments.evaluations.case_slices import CaseSlice
from experiments.trials.actions import looks
from experiments.trials.actions.experiments import Config
from experiments.trials.analysis import figures, slices
from experiments.trials.analysis.plan import FREQUENTIST, PRIMARY, SEQUENTIAL, MetricPlan, Plan
from experiments.trials.methods import Sample
from tests.experiments.trials_world import make_experiment, make_outputs, run

V4, V5 = "0110" * 30, "1110" * 15 + "1101" * 15


def plan_of(method):
    return Plan(method, 0.05, 200, 10, (MetricPlan("exact_match", "Exact match", PRIMARY),))


def sample(name, text):
    return Sample(name, np.arange(len(text)), np.array([float(each) for each in text]))


@pytest.mark.parametrize("method", [FREQUENTIST, SEQUENTIAL])
def test_a_slice_is_what_its_cases_say_alone(method):
    gaps = np.array([int(new) - int(old) for old, new in zip(V4, V5, strict=True)], dtype=float)
    own = [CaseSlice("half", "first", np.arange(60)), CaseSlice("half", "second", np.arange(60, 120))]
    found = slices.of_primary(plan_of(method), [sample("v4", V4), sample("v5", V5)], own)

    for each, part in zip(found, (gaps[:60], gaps[60:]), strict=True):
        error = part.std(ddof=1) / np.sqrt(60)
        assert (each.gap.n, each.gap.value) == (60, pytest.approx(part.mean()))
        assert each.running.p == pytest.approx(confidence_sequence.p_value(part.mean(), error, 60, planned_n=200))
        gained, lost = int((part > 0).sum()), int((part < 0).sum())
        assert each.difference == mcnemar.share_difference(gained, lost, 60)
    p = [getattr(each, "running" if method == SEQUENTIAL else "difference").p for each in found]
    assert [each.p_corrected for each in found] == multiple_testing.holm(p)


def test_holm_counts_the_slices_which_change_no_verdict():
    own = [CaseSlice("half", "first", np.arange(60)), CaseSlice("one", "case", np.arange(1))]
    samples = [sample("v4", V4), sample("v5", V5), sample("v6", V4)]
    found = slices.of_primary(plan_of(FREQUENTIST), samples, own)
    assert [each.treatment for each in found] == ["v5", "v5", "v6", "v6"]
    assert found[0].p_corrected == pytest.approx(min(1, 4 * found[0].difference.p))
    alone = slices.of_primary(plan_of(SEQUENTIAL), samples[:2], own[1:])[0]
    assert (alone.gap.n, alone.running.reason, alone.p_corrected) == (1, "TOO_FEW", None)

    plan = plan_of(FREQUENTIST)
    data = {"exact_match": [sample("v4", V4), sample("v5", V5)]}
    own = [CaseSlice("half", "first", np.arange(60))]
    with_slices, without = figures.compute(plan, data, [], own), figures.compute(plan, data, [])
    assert with_slices.verdict == without.verdict and with_slices.results == without.results
    assert without.slices == ()


def test_a_look_stores_them_in_one_statement(acme, django_assert_num_queries):
    experiment = run(make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5", config=Config(planned_n=200)))
    found = looks.look(experiment=experiment).figures["slices"]

    assert [(each["field"], each["value"], each["treatment"], each["n"]) for each in found] == [
        ("topic", "sums", "v5", 60),
        ("topic", "terms", "v5", 60),
    ]
    assert found[1]["running"]["p"] < 0.05 < found[0]["running"]["p"]
    _plan, scores = looks._read(experiment, *looks._metrics_and_variants(experiment))
    with django_assert_num_queries(1):
        assert len(scores.read_slices()) == 2
