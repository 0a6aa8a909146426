"""Try the scorers of an evaluation on three cases before it is started: real calls, and no score is stored.

A trial is an unlisted task with an item for each output, a run that asks the system where it answers now, and a run for
each judge (`reviews.scorers.actions.form_trials`). Programs score whenever the trial is read.
"""

import secrets
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal

from django.db import connection, transaction
from django.utils.translation import gettext as _

from annotations.models import AnnotationTask, Annotator, TaskItem
from annotations.tasks.actions import item_content, sampling
from datasets.models import ModelOutput, TestCase
from evalhub.lib.charts import numbers
from experiments.evaluations import summary_estimates
from experiments.evaluations.actions import evaluations, items, program_scores
from experiments.evaluations.models import Evaluation
from experiments.evaluations.stages.trial_answer import KIND
from reviews.engine.client.exchange import OK
from reviews.engine.models import EvaluationRun, LLMAttempt, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import ENDED, PROMPT
from reviews.engine.policy import BEST_EFFORT, RunPolicy
from reviews.engine.runs.actions import supervisor
from reviews.scorers.actions import form_trials, programs

CASES = form_trials.ITEMS
LARGEST_SEED = 2**31
DIGITS = 3


@dataclass(frozen=True)
class Trial:
    """What a trial consists of, as plain values that a session keeps: ids of its task, of the run of the system, of the
    judges and their runs, and {title of a metric: id of the program that computes it}."""

    task: str
    answers: str = ""
    judges: list = field(default_factory=list)
    runs: list = field(default_factory=list)
    programs: dict = field(default_factory=dict)

    def as_json(self) -> dict:
        return asdict(self)


@dataclass(frozen=True)
class TrialCell:
    """One scorer's score of one metric: its text, or the `problem`; neither while it is still to come."""

    metric: str
    scorer: str
    kind: str
    text: str = ""
    problem: str = ""


@dataclass(frozen=True)
class TrialCase:
    """`problem`: why the system gave no output."""

    title: str
    cells: list
    problem: str = ""


@dataclass(frozen=True)
class TrialResult:
    """`cost_usd` is what its calls have cost, None: the price of one is unknown."""

    cases: list
    is_live: bool
    calls: int
    cost_usd: Decimal | None
    simulated: bool

    @property
    def n_problems(self) -> int:
        return sum(bool(case.problem) or any(cell.problem for cell in case.cells) for case in self.cases)

    @property
    def is_good(self) -> bool:
        return not self.is_live and bool(self.cases) and not self.n_problems


@transaction.atomic
def start(*, version, metrics, judges, output_name="", system=None, by) -> Trial:
    """Ask the judges about three random outputs, the system first where it answers now; returns the Trial.

    Refused as `evaluations.create_batch` refuses the same choice.
    """
    organization = version.organization
    evaluations.check_usable(version=version)
    scoring = evaluations.scoring_of(organization=organization, metrics=metrics, judges=judges, by=by)
    size = min(CASES, version.row_count)
    config = {"strategy": "random", "sample_size": size, "seed": secrets.randbelow(LARGEST_SEED)}
    system_id = None if system is None else evaluations.system_id_of(given=system, organization=organization)
    stub = Evaluation(organization=organization, name=_("Trial of an evaluation"), created_by=by)
    name = "" if system is not None else evaluations.output_name_of(version=version, chosen=output_name)
    config = sampling.clean_config(config, version)
    stub.task = evaluations.made_task(
        evaluation=stub, version=version, chosen=scoring.chosen, output_name=name, config=config
    )
    trial = Trial(
        task=str(stub.task.pk),
        judges=[str(each.pk) for each in scoring.models],
        programs={each.metric.title: str(each.annotator.pk) for each in scoring.chosen if each.annotator},
    )
    if system_id is not None:
        return replace(trial, answers=str(_ask_system(stub.task, system_id, system["model"], by).pk))
    items.add_given(evaluation=stub)
    return _ask_judges(trial, stub.task, by)


@transaction.atomic
def advance(*, trial: Trial, organization, by) -> Trial:
    """The Trial with its judges asked, once the system has answered."""
    if not trial.answers or trial.runs:
        return trial
    run = EvaluationRun.objects.for_organization(organization).select_for_update(of=("self",)).get(pk=trial.answers)
    if run.status not in ENDED:
        return trial
    task = _task(trial, organization)
    has_items = task is not None and _add_items(task, run)
    return _ask_judges(trial, task, by) if has_items and trial.judges else replace(trial, judges=[])


def result_of(*, trial: Trial, organization) -> TrialResult | None:
    """What a trial has found so far; None for one that is gone. Some twelve statements for each judge."""
    task = _task(trial, organization)
    if task is None:
        return None
    answers = EvaluationRun.objects.for_organization(organization).filter(pk=trial.answers or None).first()
    found = list(TaskItem.objects.filter(task=task).select_related("test_case").order_by("position"))
    of_judges = [each for run in trial.runs if (each := form_trials.of_task(task, run)) is not None]
    cells = {item.pk: [] for item in found}
    _add_programs(cells, trial, found)
    names = {each.title: summary_estimates.name_of(each) for each in task.schema_version.questions.all()}
    for each in of_judges:
        name = each.stage.annotator.name
        for line in each.lines:
            if line.item.pk in cells:
                own = [TrialCell(names.get(each.title, each.title), name, "llm", each.text) for each in line.values]
                cells[line.item.pk] += own or [TrialCell("", name, "llm", problem=line.problem)]
    cases = [TrialCase(item_content.summary(item.test_case, longest=120), cells[item.pk]) for item in found]
    cases += _unanswered(answers)
    runs = [*trial.runs, *([trial.answers] if trial.answers else [])]
    calls = list(LLMAttempt.objects.filter(request__run__in=runs).exclude(status="sent"))
    prices = [Decimal(0) if call.simulated else call.cost_usd for call in calls]
    waits = answers is not None and not trial.runs and (trial.judges or not found and _has_answered(answers))
    return TrialResult(
        cases=cases,
        is_live=bool(waits) or any(each.is_live for each in of_judges) or bool(answers and answers.status not in ENDED),
        calls=len(calls),
        cost_usd=None if None in prices else sum(prices, Decimal(0)),
        simulated=bool(calls) and all(call.simulated for call in calls),
    )


def _task(trial, organization):
    found = AnnotationTask.objects.for_organization(organization).select_related("dataset_version", "schema_version")
    return found.filter(pk=trial.task, is_listed=False).first()


def _ask_system(task, system_id, model, by):
    run = EvaluationRun.objects.create(
        organization=task.organization,
        kind=PROMPT,
        name=task.name,
        created_by=by,
        policy=RunPolicy(completion_mode=BEST_EFFORT, min_batch_size=None, max_attempts=1).as_json(),
    )
    stage = RunStage.objects.create(
        run=run, name=KIND, kind=KIND, position=0, model=model, parameters={"system": str(system_id)}
    )
    drawn, values = sampling.drawn(task.dataset_version, task.sampling_config)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT drawn.id FROM ({drawn}) drawn", values)
        cases = [pk for (pk,) in cursor.fetchall()]
    LLMRequest.objects.bulk_create(LLMRequest(run=run, stage=stage, target=case) for case in cases)
    supervisor.advance(run)
    return run


def _add_items(task, run):
    """Make an item of each output that the system gave, once; returns how many there are."""
    locked = AnnotationTask.objects.select_for_update(of=("self",), no_key=True).get(pk=task.pk)
    if not locked.total_items:
        given = run.requests.filter(state="done", result__isnull=False).order_by("pk").values_list("target", "result")
        TaskItem.objects.bulk_create(
            TaskItem(task=locked, test_case_id=case, outputs=[output], position=position, open_slots=1)
            for position, (case, output) in enumerate(given)
        )
        locked.total_items = len(given)
        AnnotationTask.objects.filter(pk=task.pk).update(total_items=len(given))
    return locked.total_items


def _ask_judges(trial, task, by):
    judges = Annotator.objects.filter(organization=task.organization_id, pk__in=trial.judges).order_by("name")
    runs = [form_trials.start(task=task, annotator=each, by=by) for each in judges]
    return replace(trial, runs=[str(run.pk) for run in runs])


def _add_programs(cells, trial, found):
    outputs = ModelOutput.objects.in_bulk([pk for item in found for pk in item.outputs])
    known = {str(each.pk): each for each in Annotator.objects.filter(pk__in=trial.programs.values())}
    answers = [program_scores.answer_of(outputs[item.outputs[0]], item.test_case) for item in found]
    for metric, pk in trial.programs.items():
        annotator = known[pk]
        scorer = programs.metric_of(annotator)
        if scorer.runs_programs:  # this is a web process
            for item in found:
                cells[item.pk].append(TrialCell(metric, annotator.name, "program", _("not in a trial")))
            continue
        for item, finding in zip(found, scorer.read_many(answers), strict=True):
            is_scored = finding.status == OK
            text = numbers.short(round(finding.values["value"], DIGITS)) if is_scored else ""
            problem = "" if is_scored else str(finding.message or finding.error_class)
            cells[item.pk].append(TrialCell(metric, annotator.name, "program", text, problem))


def _has_answered(run):
    return run.requests.filter(state="done").exists()


def _unanswered(run):
    """The TrialCases that the system has not answered."""
    if run is None:
        return []
    left = run.requests.exclude(state="done").order_by("pk")
    cases = TestCase.objects.in_bulk([request.target for request in left])
    return [
        TrialCase(
            item_content.summary(cases[request.target], longest=120),
            [],
            str(request.error_message or request.error_class) if request.state == "failed" else "",
        )
        for request in left
        if request.target in cases
    ]
