"""Evaluations with repetitions: figures, comparisons and gates are of cases, by the reducer that was chosen."""

import pytest

from evalhub.lib.errors import InvalidInput
from experiments.evaluations.actions import case_scores, comparison
from experiments.gates.actions.figures import EvaluationFigures
from experiments.gates.expression import Figure
from experiments.models import ScoreSummary
from tests import factories
from tests.experiments.evaluations_world import (
    RIGHT,
    WRONG,
    make_evaluation,
    make_repetitions,
    summaries_of,
    take_steps,
)

pytestmark = pytest.mark.django_db
ANSWERS = [[RIGHT, WRONG, WRONG], [RIGHT, RIGHT, WRONG], [WRONG, WRONG, WRONG], [RIGHT, WRONG]]
VALUES = {
    "mean": [1 / 3, 2 / 3, 0, 1 / 2],
    "majority": [0, 1, 0],
    "pass@2": [2 / 3, 1, 0, 1],
    "pass@3": [1, 1, 0],
}


@pytest.fixture(scope="module")
def version(module_db):
    return make_repetitions(factories.make_organization(), ANSWERS)


def evaluated(version, reducer):
    return take_steps(make_evaluation(version, repetitions=3, reducer=reducer))


@pytest.fixture(scope="module")
def reduced(version):
    """{reducer: an evaluation of the version by it}."""
    return {reducer: evaluated(version, reducer) for reducer in VALUES}


def test_summary_and_case_scores_are_the_same_values_of_cases(reduced, subtests):
    for reducer, values in VALUES.items():
        with subtests.test(reducer):
            summary = summaries_of(reduced[reducer])["exact_match"]
            scores = case_scores.of_metric(reduced[reducer], summary.question)
            assert scores.values.tolist() == pytest.approx(values)
            assert (scores.n_scored, scores.n_total, scores.reducer) == (len(values), 4, reducer)
            assert summary.estimate.value == pytest.approx(sum(values) / len(values))
            assert (summary.estimate.n, summary.n_cases, summary.n_cases_total) == (len(values), len(values), 4)
            assert 0 <= summary.estimate.low <= summary.estimate.high <= 1


def test_cases_without_a_value_say_why_in_all_and_in_their_slice(reduced):
    tied, short = reduced["majority"], reduced["pass@3"]

    assert summaries_of(tied)["exact_match"].cases["left_out"] == {"repetitions_tie": 1}
    assert summaries_of(short)["exact_match"].cases["left_out"] == {"repetitions_too_few": 1}
    by_slice = {each.slice: each for each in ScoreSummary.objects.filter(evaluation=tied)}
    assert by_slice["topic=terms"].cases | {"reducer": ""} == {
        "reducer": "",
        "counts_passes": True,
        "n": 1,
        "n_total": 2,
        "left_out": {"repetitions_tie": 1},
    }
    assert (by_slice["topic=sums"].mean, by_slice["topic=sums"].cases["left_out"]) == (0, {})


def test_without_repetitions_there_are_no_figures_of_cases(version):
    summary = summaries_of(take_steps(make_evaluation(version)))["exact_match"]

    assert (summary.cases, summary.reducer, summary.n_cases, summary.n_cases_total) == ({}, "", 4, 4)


def test_comparisons_and_flips_are_of_reduced_values(version, reduced):
    one, other, third = reduced["majority"], evaluated(version, "majority"), reduced["pass@2"]
    same, differing = comparison.compare(baseline=one, evaluations=[other, third]).metrics
    assert (same.n_pairs, same.baseline_mean, same.reducer, same.better) == (
        3,
        pytest.approx(1 / 3),
        "majority",
        "higher",
    )
    assert (same.gained, same.lost, same.reason) == ((), (), "")
    assert (differing.reason, differing.difference) == ("other_reducer", None)

    version.cases.get(row_index=0).outputs.filter(repetition=2).update(text=RIGHT)
    flips = {}
    for key in ("majority", "pass@2"):
        (flips[key],) = comparison.compare(baseline=reduced[key], evaluations=[evaluated(version, key)]).metrics
    assert (len(flips["majority"].gained), flips["majority"].lost) == (1, ())
    assert flips["pass@2"].gained is None


def test_gate_reads_the_figure_of_cases(reduced):
    evaluation, other = reduced["pass@2"], reduced["mean"]
    figures = EvaluationFigures(evaluation, other)
    asked = Figure("exact_match", "mean")

    measured, compared = figures.measured(asked), figures.compared(asked)

    assert (measured.estimate.value, measured.n_scored, measured.n_total) == (pytest.approx(2 / 3), 4, 4)
    assert compared.reason.code == "gate_other_reducer"


def test_wrong_reducers_are_named(version, subtests):
    cases = [
        ({"reducer": "majority"}, "reducer: is 'majority'. Valid: mean; with repetitions"),
        ({"reducer": "pass@4", "repetitions": 3}, "reducer: is 'pass@4'"),
        ({"reducer": "best", "repetitions": 3}, "reducer: is 'best'"),
        (
            {"reducer": "pass@2", "repetitions": 2, "metrics": ["exact_match", "bleu"]},
            "Valid: mean, as these metrics have no threshold to pass: bleu",
        ),
    ]

    for settings, words in cases:
        with subtests.test(words), pytest.raises(InvalidInput, match=words):
            make_evaluation(version, **settings)
