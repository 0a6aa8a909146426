"""Evaluations whose outputs a system gives now."""

from decimal import Decimal

from datasets.models import ModelOutput
from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun
from tests.experiments.evaluations_world import (
    WRONG,
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


def test_system_gives_the_outputs_that_are_scored(acme, model):
    asked = []
    model(lambda call: asked.append(call) or scoring(text=WRONG)(call))
    system = {"model": JUDGE, "system_prompt": "Be brief.", "prompt": "Answer: {input}", "parameters": {"seed": 1}}

    evaluation = take_steps(make_evaluation(make_version(acme), system=system, repetitions=2))

    outputs = ModelOutput.objects.filter(produced=True)
    assert (evaluation.status, evaluation.n_outputs, evaluation.run.kind) == ("COMPLETED", 6, "evaluation")
    assert sorted(outputs.values_list("repetition", flat=True)) == [1, 1, 1, 2, 2, 2]
    assert {output.system for output in outputs.select_related("system")} == {evaluation.system}
    assert evaluation.system.system_prompt == "Be brief."
    assert asked[0].messages[0] == {"role": "system", "content": "Be brief."}
    assert asked[0].messages[1]["content"].startswith("Answer: What is 2 plus 2")
    assert summaries_of(evaluation)["exact_match"].mean == 0
    assert cost_of(evaluation) == Decimal("0.006")


def test_missing_outputs_are_failures_and_fail_the_evaluation(acme, model):
    model(lambda call: (failing(FATAL) if "1th" in call.messages[-1]["content"] else scoring())(call))
    evaluation = take_steps(make_evaluation(make_version(acme), system={"model": JUDGE}))
    found = summaries_of(evaluation)["exact_match"]
    assert (found.n_total, found.n_scored, found.failed) == (3, 2, {"output_missing": 1})

    model(failing(FATAL))
    evaluation = take_steps(make_evaluation(make_version(acme), METRICS, judges=[JUDGE], system={"model": JUDGE}))
    assert (evaluation.status, evaluation.last_error.code) == ("FAILED", "evaluation_without_outputs")
    assert set(EvaluationRun.objects.values_list("desired_state", flat=True)) == {"run", "cancel"}
