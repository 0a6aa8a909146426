"""Gradings for tests: rows as a run leaves them, without a run; and observations of a ledger."""

import datetime
from decimal import Decimal
from itertools import count

from django.db.models import Max
from django.utils import timezone

from datasets.actions.systems import SystemIds
from datasets.models import ModelOutput
from datasets.models.model_output import sha256_of
from evalhub.lib.ids import uuid7
from evalhub.lib.reasons import TEXT
from reviews.models import (
    EvaluationRun,
    GradingCandidate,
    GradingRun,
    JudgeTest,
    LLMRequest,
    QualityObservation,
    RoutedPrompt,
    RunStage,
)
from reviews.quality.actions import gradings, routed_cases
from reviews.quality.models.quality_observation import FIGURES
from reviews.quality.stages.grading_judge import pairs_of
from tests import factories

NUMBERS = count(1)
BASELINE, CANDIDATES = "simulated-careful", ("simulated-hasty", "simulated-terse")
COSTS = {BASELINE: Decimal("0.002"), "simulated-hasty": Decimal("0.0005"), "simulated-terse": None}
JUDGE = "llm_judge:v1:simulated-careful"


def make_grading(
    member,
    *,
    rows=3,
    judge="exact_match",
    judge_model="",
    scores=(0.2, 0.9),
    grader=None,
    version=None,
    status="completed",
    models=(BASELINE, *CANDIDATES),
    **fields,
):
    """A grading whose models have all answered; candidate i has the quality `scores[i]` in every pair, None: none."""
    number = next(NUMBERS)
    version = version or factories.make_version(factories.make_dataset(member.organization), rows=rows)
    run = EvaluationRun.objects.create(
        kind="grading", organization=member.organization, name=f"Grading {number}", status=status
    )
    known = SystemIds(member.organization.pk)
    systems = [known.of_model(model, {}) for model in models]
    grading = GradingRun.objects.create(
        **{
            "organization": member.organization,
            "name": f"Cheaper {number}?",
            "dataset_version": version,
            "run": run,
            "task_type": "support",
            "baseline_id": systems[0],
            "judge": judge,
            "judge_model": judge_model,
            "judge_prompt": "llm_judge.v1" if judge == "llm_judge" else "",
            "most_cases": rows,
            "created_by": member.user,
            "graded_at": timezone.now() if status == "completed" else None,
        }
        | fields
    )
    GradingCandidate.objects.bulk_create(
        GradingCandidate(grading=grading, system_id=system, position=position)
        for position, system in enumerate(systems[1:])
    )
    common = {"run": run, "name": "grading_answer", "kind": "grading_answer", "position": 0}
    ended = "done" if status == "completed" else "open"
    stages = RunStage.objects.bulk_create(
        RunStage(lane=lane, model=model, status=ended, **common) for lane, model in enumerate(models)
    )
    cases, found = list(version.cases.order_by("pk")), []
    for stage, system in zip(stages, systems, strict=True):
        outputs = _outputs(stage, cases, system)
        score = scores[stage.lane - 1] if stage.lane else None
        if score is not None:
            pairs = pairs_of(grading, outputs).values()
            found += [(pair, score, f"Notes on {stage.model}.") for pair in pairs]
    if found:
        gradings.store_scores(grading=grading, grader_id=grader or judge, found=found)
    return grading


def make_observation(member, *, adapter_id="openai/gpt-4o-mini", model_id="gpt-4o-mini", **fields):
    """A row of the ledger that no grading has made."""
    system = SystemIds(member.organization.pk).of(adapter_id, (("model", model_id),))
    return QualityObservation.objects.create(
        **{
            "organization": member.organization,
            "task_type": "support",
            "system_id": system,
            "own_cost_usd": Decimal("0.001"),
            "own_latency_ms": 800.0,
            "own_tokens_in": 100,
            "own_tokens_out": 50,
            "own_quality_score": 0.8,
            "grader_id": "exact_match",
        }
        | {f"own_{name}" if name in FIGURES else name: value for name, value in fields.items()}
    )


def make_routed_prompt(member, *, prompt="What is 2 plus 2?", **fields):
    """A prompt that was sent to a candidate and waits for its answer."""
    run = EvaluationRun.objects.create(kind="prompt", organization=member.organization, name="Prompt: support")
    prompt_set = routed_cases.set_of(organization=member.organization, task_type="support", by=member.user)
    case = routed_cases.add(prompt_set=prompt_set, prompt=prompt)
    request = routed_cases.ask(run=run, model="simulated-hasty", case_id=case, parameters={})
    systems = SystemIds(member.organization.pk)
    return RoutedPrompt.objects.create(
        **{
            "organization": member.organization,
            "task_type": "support",
            "case_id": case,
            "system_id": systems.of_model("simulated-hasty", {}),
            "how": "cheapest",
            "why": TEXT("The cheapest of 2 above the floor of 0.70."),
            "grader_id": "exact_match",
            "baseline_id": systems.of_model(BASELINE, {}),
            "request": request,
            "run": run,
            "created_by": member.user,
        }
        | fields
    )


def days_ago(days):
    return timezone.now() - datetime.timedelta(days=days)


def make_calibration(member, *, passed=True, **fields):
    """A measurement of JUDGE, its first test returned; without figures in another `state` than done."""
    figure = {"value": 0.81, "low": 0.7, "high": 0.9, "n": 40}
    absent = {"n": 12, "details": {"undefined": "TOO_FEW_OF_A_FAMILY"}}
    reason = None if passed else TEXT("0.81 is too little.")
    kinds = {
        "calibration": figure | {"passed": passed, "reason": reason},
        "swap": figure | {"passed": True},
        "length": {"value": 0.1, "low": -0.1, "high": 0.25, "n": 40, "passed": True},
        "family": absent | {"passed": True},
    }
    common = {
        "organization": member.organization,
        "judge": JUDGE,
        "metric": "quality",
        "reference": "exact_match",
        "state": "done",
        "created_at": timezone.now(),
        "created_by": member.user,
    } | fields
    if common["state"] != "done":
        kinds = {"calibration": {"details": {"embedder": ""}}}
    return make_measurement(kinds, **common)


def make_measurement(kinds, **common):
    """The first JudgeTest of {kind: fields}."""
    pk = uuid7()
    first, *_others = JudgeTest.objects.bulk_create(
        JudgeTest(pk=uuid7() if number else pk, group_id=pk, kind=kind, **common | own)
        for number, (kind, own) in enumerate(kinds.items())
    )
    return first


def _outputs(stage, cases, system):
    """What a model answered, as the requests of a stage have brought it."""
    measured = {"cost_usd": COSTS.get(stage.model), "latency_ms": 40, "tokens_in": 30, "tokens_out": 10}
    known = ModelOutput.objects.filter(test_case__in=cases, system=system).values_list("test_case")
    newest = dict(known.annotate(Max("repetition")))
    fields = {"system_id": system, "produced": True, "simulated": True} | measured
    outputs = [ModelOutput(test_case=case, text=f"{stage.model} on {case.row_index}", **fields) for case in cases]
    for output in outputs:
        output.repetition = newest.get(output.test_case_id, 0) + 1
        output.text_sha256 = sha256_of(output.text)
    LLMRequest.objects.bulk_create(
        LLMRequest(run=stage.run, stage=stage, target=output.test_case_id, state="done", result=output.pk)
        for output in ModelOutput.objects.bulk_create(outputs)
    )
    return [output.pk for output in outputs]
