"""Evaluations by G-Eval: exact scores in means, filters and comparisons, and modes that are never mixed."""

import pytest

from annotations.models import Judgement
from experiments.evaluations.actions import case_scores, evaluations, progress, results
from tests.experiments.evaluations_world import RIGHT, make_evaluation, make_version, summaries_of, take_steps
from tests.experiments.g_eval_world import JUDGE, SHARES, evaluated, told
from tests.reviews.machine import answer, outcome_of


def test_the_exact_score_counts_and_the_nearest_point_is_the_value(acme, model):
    model(told)

    evaluation = evaluated(acme)

    found, row = summaries_of(evaluation)["faithfulness"], Judgement.objects.first()
    assert (row.value, row.number, row.details["score_mode"]) == (4, pytest.approx(3.6), "logprob")
    assert (found.n_scored, found.mean, found.score_modes) == (3, pytest.approx(3.6), {"logprob": 3})
    assert found.n_passed == 0  # passes from 4
    scores = case_scores.of_metric(evaluation, row.question)
    assert scores.values.tolist() == pytest.approx([3.6] * 3)
    filters = results.ResultFilters(metric="faithfulness", low=3.7)
    assert not results.results(evaluation=evaluation, filters=filters).items.exists()


def test_scores_of_modes_and_judges_stay_apart(acme, model):
    model(lambda call: told(call, shares=None if "1th" in call.messages[1]["content"] else SHARES))
    evaluation = evaluated(acme)
    found = summaries_of(evaluation)["faithfulness"]
    assert (found.n_scored, found.score_modes) == (3, {"logprob": 2, "single": 1})
    assert (found.mean, found.n_passed, found.quantiles, found.histogram) == (None, None, {}, {})
    assert (found.estimate.value, found.estimate.reason) == (None, "NOT_ALIKE")
    assert case_scores.of_metric(evaluation, found.question).n_scored == 0  # for gates and comparisons
    slices = {each.slice: each for each in evaluation.summaries.exclude(slice="")}
    assert slices["topic=sums"].mean == pytest.approx(3.6) and slices["topic=terms"].mean == 4

    model(lambda call: told(call) if call.top_logprobs else outcome_of(answer(call, value=5)))
    version = make_version(acme, [RIGHT])
    evaluation = take_steps(make_evaluation(version, ["faithfulness"], judges=[JUDGE, "simulated-careful"]))
    found = sorted(evaluation.summaries.filter(slice=""), key=lambda each: each.mean)
    assert [each.mean for each in found] == pytest.approx([3.6, 5.0])
    assert [each.score_modes for each in found] == [{"logprob": 1}, {}]
    keys = progress.progress_of(evaluations=[evaluation])[evaluation.pk].by_key
    assert set(keys) == {"faithfulness:simulated-careful (g_eval)", "faithfulness:simulated-careful"}


def test_g_eval_is_shown_the_expected_output_where_a_metric_compares_with_it(acme):
    version = make_version(acme)
    compared, other = (
        make_evaluation(version, [key], judges=[JUDGE]).scorers.get().annotator for key in ("correctness", "fluency")
    )

    assert (compared.prompt_version, other.prompt_version) == ("g_eval_with_reference.v1", "g_eval.v1")


def test_single_outputs_are_scored_by_it_too(acme, model):
    model(told)

    made = evaluations.create_single(
        organization=acme, input="2 plus 2?", output="4", metrics=["faithfulness"], judges=[JUDGE]
    )

    assert summaries_of(take_steps(made))["faithfulness"].mean == pytest.approx(3.6)
