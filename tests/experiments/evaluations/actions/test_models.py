"""Evaluations that models score: failures by reason, cost, cap and repetitions."""

from decimal import Decimal

import pytest

from annotations.models import Annotation
from datasets.models import ModelOutput
from experiments.evaluations.actions import steps
from experiments.models import Evaluation, ScoreSummary
from reviews.engine.actions.reasons import RUN_BUDGET
from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun, LLMRequest
from tests.experiments.evaluations_world import (
    cost_of,
    make_evaluation,
    make_version,
    scoring,
    summaries_of,
    take_steps,
)
from tests.reviews.machine import failing

JUDGE = "simulated-careful"
METRICS = ["exact_match", "faithfulness"]


def test_models_score_what_no_program_computes(acme, model):
    asked = []
    model(lambda call: asked.append(call) or scoring()(call))

    evaluation = take_steps(make_evaluation(make_version(acme), METRICS, judges=[JUDGE]))

    found = summaries_of(evaluation)
    assert evaluation.status == "COMPLETED"
    assert (found["faithfulness"].n_scored, found["faithfulness"].mean, found["exact_match"].n_scored) == (3, 4, 3)
    assert found["faithfulness"].cost_usd == Decimal("0.003") and found["exact_match"].cost_usd is None
    assert len(asked) == 3  # no critic
    assert "Exact match" not in asked[0].messages[1]["content"]


def test_judges_are_shown_the_expected_output_where_a_metric_compares_with_it(acme, model):
    asked = []
    model(lambda call: asked.append(call) or scoring()(call))

    for metrics, is_shown in ((["faithfulness"], False), (["correctness", "fluency"], True)):
        asked.clear()
        take_steps(make_evaluation(make_version(acme), metrics, judges=[JUDGE]))
        shown = {"begin expected_output" in call.messages[1]["content"] for call in asked}
        assert len(asked) == 3 and shown == {is_shown}, metrics


def test_a_judge_keeps_the_prompt_that_was_chosen_for_it(acme):
    chosen = {"model": JUDGE, "prompt_version": "questions.v2"}

    evaluation = make_evaluation(make_version(acme), ["correctness"], judges=[chosen])

    assert evaluation.scorers.get().annotator.prompt_version == "questions.v2"


def test_failures_are_counted_and_cut_off_outputs_not_paid(acme, model):
    model(lambda call: (failing(FATAL, "refused") if "1th" in call.messages[1]["content"] else scoring())(call))
    evaluation = take_steps(make_evaluation(make_version(acme), METRICS, judges=[JUDGE]))
    found = summaries_of(evaluation)["faithfulness"]
    assert (found.n_total, found.n_scored, found.mean, found.failed) == (3, 2, 4, {"refused": 1})

    asked, version = [], make_version(acme)
    cut = ModelOutput.objects.filter(test_case__version=version, test_case__row_index=1)
    cut.update(finish_reason="max_tokens")
    model(lambda call: asked.append(call) or scoring()(call))
    evaluation = take_steps(make_evaluation(version, METRICS, judges=[JUDGE]))
    found = summaries_of(evaluation)
    for key in METRICS:
        assert (found[key].n_total, found[key].n_scored, found[key].failed) == (3, 2, {"cut_by_length": 1}), key
    assert found["exact_match"].mean == 1  # the output that was cut off is the wrong one
    assert (evaluation.status, len(asked), cost_of(evaluation)) == ("COMPLETED", 2, Decimal("0.002"))


def test_unknown_price_is_not_zero(acme, model, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    model(scoring(cost_usd=None, cost_status="unpriced"))

    evaluation = take_steps(make_evaluation(make_version(acme), METRICS, judges=["openai/gpt-4o-mini"]))

    assert summaries_of(evaluation)["faithfulness"].cost_usd is None
    assert cost_of(evaluation) is None


def test_cost_cap_is_shared_by_the_runs_and_ends_the_evaluation(acme, model):
    model(scoring(cost_usd=Decimal("0.1")))
    evaluation = make_evaluation(
        make_version(acme), METRICS, judges=[JUDGE, "simulated-hasty"], cost_cap_usd=Decimal("0.2")
    )
    budgets = EvaluationRun.objects.values_list("policy__budget_usd", flat=True)
    assert set(budgets) == {"0.1000000000"}

    EvaluationRun.objects.filter(task=evaluation.task).update(desired_state="pause", status="paused")
    steps.work_next(pk=evaluation.pk)
    assert Evaluation.objects.get(pk=evaluation.pk).status == "RUNNING"  # people have paused it

    used_up = RUN_BUDGET(limit="0.10", spent="0.10", reserved="0")
    EvaluationRun.objects.filter(task=evaluation.task).update(status_reason=used_up)
    evaluation = take_steps(evaluation)

    assert evaluation.status == "COMPLETED"
    assert [row.failed for row in ScoreSummary.objects.filter(evaluation=evaluation, slice="", n_scored=0)] == [
        {"cost_cap_reached": 3}
    ] * 2


def test_reuse_is_asked_for(acme, model):
    model(scoring())
    version = make_version(acme)
    take_steps(make_evaluation(version, ["faithfulness"], judges=[JUDGE]))

    again = take_steps(make_evaluation(version, ["faithfulness"], judges=[JUDGE], reuse=True))

    assert LLMRequest.objects.filter(run__task=again.task, reused_from__isnull=False).count() == 3
    assert cost_of(again) == 0


@pytest.mark.parametrize("parallelism", [1, None])
def test_parallelism_limits_each_run(acme, parallelism):
    evaluation = make_evaluation(make_version(acme), METRICS, judges=[JUDGE], parallelism=parallelism)

    assert evaluation.task.runs.get().rules.max_parallel == parallelism
    assert not Annotation.objects.filter(task=evaluation.task).exists()
