"""The runs of an evaluation: one asks the system for outputs, one for each model that scores them."""

from dataclasses import dataclass
from decimal import Decimal

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Count, Max, Q, Sum

from annotations.models import TaskItem
from evalhub.lib.translation import gettext as _
from experiments.evaluations import reasons
from experiments.evaluations.models import EvaluationScorer
from experiments.evaluations.stages.evaluation_answer import KIND
from reviews.engine.actions.reasons import MONTH_BUDGET, RUN_BUDGET
from reviews.engine.models import EvaluationRun, LLMAttempt, RunStage
from reviews.engine.models.evaluation_run import ENDED, EVALUATION
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.policy import BEST_EFFORT
from reviews.engine.runs.actions import controls, policies, supervisor
from reviews.scorers.actions import task_runs

ANSWER_PROMPT = "plain"
OUT_OF_MONEY = (RUN_BUDGET.code, MONTH_BUDGET.code)


def policy(cost_cap_usd, parallelism, reuse, *, n_runs):
    """The policy of each run as JSON: the cost cap is shared out evenly, so that all together keep to it."""
    found = {"reuse": reuse, "max_parallel": parallelism}
    if cost_cap_usd is not None and n_runs:
        found["budget_usd"] = str((Decimal(cost_cap_usd) / n_runs).quantize(Decimal("1e-10")))
    return found


def asking(*, evaluation, policy, by):
    """The run that asks the system, a stage for each repetition."""
    organization, system = evaluation.organization, evaluation.system
    rules = policies.read({**policy, "completion_mode": BEST_EFFORT}, organization=organization, models=[system.model])
    run = EvaluationRun.objects.create(
        organization=organization,
        kind=EVALUATION,
        name=f"{_('Outputs')} · {evaluation.name}"[:200],
        policy=rules.as_json() | {"reuse": False},
        created_by=getattr(by, "user", by),
    )
    RunStage.objects.bulk_create(
        RunStage(
            run=run,
            name=KIND,
            kind=KIND,
            position=0,
            lane=lane,
            model=system.model,
            prompt_version=ANSWER_PROMPT,
            parameters=system.parameters,
        )
        for lane in range(evaluation.repetitions)
    )
    return run


def begin(*, evaluation, judges, policy, by):
    """Start the run that asks the system, and one for each model that scores; these wait for the first items."""
    for annotator in judges:
        task_runs.start(
            task=evaluation.task, annotator=annotator, policy=policy, has_critic=False, by=getattr(by, "user", by)
        )
    if evaluation.run is not None:
        supervisor.advance(evaluation.run)


def cancel(*, evaluation, by):
    """Cancel its runs that have not ended."""
    for run in of_evaluations([evaluation]).exclude(status__in=ENDED):
        controls.set_state(run=run, desired_state="cancel", by=by)


def are_over(evaluation):
    """Whether no run of it brings anything more: it has ended with all items, or a budget has stopped it."""
    newest = TaskItem.objects.filter(task=evaluation.task_id).aggregate(newest=Max("pk"))["newest"] or 0
    for run in of_evaluations([evaluation]).prefetch_related("stages"):
        if is_out_of_money(run) or run.status in ("cancelled", "failed"):
            continue
        if run.task_id is not None and not newest:
            continue  # it waits for the first item
        lags = run.task_id is not None and any(stage.filled_to < newest for stage in run.stages.all())
        if run.status not in ENDED or lags:
            return False
    return True


def is_out_of_money(run):
    """Whether a budget has paused a run."""
    reason = run.status_reason
    return run.desired_state == "pause" and reason is not None and reason.code in OUT_OF_MONEY


def of_evaluations(evaluations):
    """All runs of these evaluations."""
    pks = [evaluation.pk for evaluation in evaluations]
    return EvaluationRun.objects.filter(Q(task__evaluation__in=pks) | Q(evaluation__in=pks))


def of_models(evaluation):
    """{annotator's id: its run over the task}."""
    return {run.annotator_id: run for run in EvaluationRun.objects.filter(task=evaluation.task_id, round=1)}


def stop_code(run):
    """The code of why a run brings nothing more; None while it may, or where its requests say why."""
    if is_out_of_money(run):
        return reasons.COST_CAP.code
    return reasons.CANCELLED.code if run.status == "cancelled" else None


@dataclass(frozen=True)
class Cost:
    """What the calls of a run have cost; `usd` None: the price of one of them is unknown."""

    usd: Decimal | None
    simulated: bool


def costs(found):
    """{run's id: Cost}; one statement. A run without a call has cost nothing."""
    pks = [run.pk for run in found]
    known = {pk: Cost(Decimal(0), False) for pk in pks}
    calls = LLMAttempt.objects.filter(request__run__in=pks).exclude(status=SENT).order_by()
    unknown = Count("pk", filter=Q(cost_status="unpriced", simulated=False))
    rows = calls.values_list("request__run").annotate(
        usd=Sum("cost_usd"), unpriced=unknown, any_simulated=BoolOr("simulated")
    )
    return known | {
        pk: Cost(None if unpriced else usd or Decimal(0), bool(simulated)) for pk, usd, unpriced, simulated in rows
    }


def total_costs(*, evaluations):
    """{evaluation's id: Cost of all its runs together}; two statements."""
    by_task = {evaluation.task_id: evaluation.pk for evaluation in evaluations}
    by_run = {evaluation.run_id: evaluation.pk for evaluation in evaluations}
    of_each = {pk: [] for pk in by_task.values()}
    found = list(of_evaluations(evaluations))
    known = costs(found)
    for run in found:
        of_each[by_task.get(run.task_id) or by_run[run.pk]].append(known[run.pk])
    return {pk: _sum(each) for pk, each in of_each.items()}


def _sum(found):
    prices = [cost.usd for cost in found]
    return Cost(None if None in prices else sum(prices, Decimal(0)), any(cost.simulated for cost in found))


def costs_of_questions(evaluation, by_model):
    """{annotator's id: what each of its questions has cost}: a model answers all of its own in one call."""
    own = EvaluationScorer.objects.filter(evaluation=evaluation, annotator__in=by_model).order_by()
    numbers = dict(own.values_list("annotator").annotate(Count("pk")))
    found = costs(by_model.values())
    priced = {annotator: found[run.pk].usd for annotator, run in by_model.items() if annotator in numbers}
    return {annotator: None if usd is None else usd / numbers[annotator] for annotator, usd in priced.items()}
