"""Trials of a model on three items of a task, before it may answer all: started, read, and found valid or not."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from annotations.labels.types import registry as label_types
from annotations.models import GroundTruth, TaskItem
from annotations.tasks.actions import form
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, EvalHubError
from evalhub.lib.translation import gettext as _
from reviews.engine.client.exchange import OK
from reviews.engine.models import EvaluationRun, LLMAttempt, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import ENDED, PROMPT
from reviews.engine.policy import BEST_EFFORT, RunPolicy
from reviews.engine.requests.actions.stored_answers import outcome_of
from reviews.engine.runs.actions import supervisor
from reviews.engine.stages import registry as stages
from reviews.scorers.model_checks import check_model
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.form_trial import KIND

ITEMS = 3


@dataclass(frozen=True)
class TrialValue:
    """What the model answered to a question; `people` is what people agreed on, "" without any.

    `differs` is None where there is nothing to compare with.
    """

    title: str
    text: str
    people: str
    differs: bool | None
    justification: str


@dataclass(frozen=True)
class TrialLine:
    """One item with its answer; `problem` is why there is none that can be used, "" while it is still to come."""

    request: LLMRequest
    item: TaskItem
    values: list
    problem: str
    cost_usd: Decimal | None
    latency_ms: int | None

    @property
    def is_valid(self):
        return self.request.state == "done" and not self.problem


@dataclass(frozen=True)
class FormTrial:
    """A run of kind PROMPT with its lines in the order of the items."""

    run: EvaluationRun
    stage: RunStage
    lines: list
    unpriced: int

    @property
    def is_live(self):
        return self.run.status not in ENDED

    @property
    def valid(self):
        return sum(line.is_valid for line in self.lines)

    @property
    def is_valid(self):
        return not self.is_live and self.valid == len(self.lines)

    @property
    def invalid(self):
        """The lines without an answer that can be used, of a trial that has ended."""
        return [] if self.is_live else [line for line in self.lines if not line.is_valid]

    @property
    def cost_usd(self):
        known = [line.cost_usd for line in self.lines if line.cost_usd is not None]
        return sum(known, Decimal(0)) if known else None

    @property
    def seconds(self):
        """Of all calls one after the other; None before the first."""
        known = [line.latency_ms for line in self.lines if line.latency_ms is not None]
        return sum(known) / 1000 if known else None

    @property
    def differing(self):
        """How many items have a value other than that of people, of how many that can be compared."""
        compared = [line for line in self.lines if any(value.differs is not None for value in line.values)]
        return sum(any(value.differs for value in line.values) for line in compared), len(compared)


@transaction.atomic
def start(*, task, annotator, after=-1, by):
    """A run in which the annotator answers the next three items behind the position `after`, from the top at the end.

    InvalidInput for a model that cannot be asked, Conflict for a task without items.
    """
    check_model(annotator.model)
    cases = prompt_versions.example_cases(annotator.prompt_version, organization_id=task.organization_id)
    found = task.items.exclude(test_case__in=cases).order_by("position")
    items = [*found.filter(position__gt=after)[:ITEMS], *found.filter(position__lte=after)[:ITEMS]][:ITEMS]
    if not items:
        raise Conflict(_("This task has no items yet. Try the model once they are drawn."), code="no_items")
    name = _("Trial of %(name)s on %(task)s") % {"name": annotator.name, "task": task.name}
    run = EvaluationRun.objects.create(
        organization=task.organization,
        kind=PROMPT,
        name=name[:200],
        created_by=by,
        policy=RunPolicy(completion_mode=BEST_EFFORT, min_batch_size=None, max_attempts=1).as_json(),
    )
    stage = RunStage.objects.create(
        run=run,
        name=KIND,
        kind=KIND,
        position=0,
        model=annotator.model,
        annotator=annotator,
        prompt_version=annotator.prompt_version,
        parameters=annotator.parameters,
    )
    LLMRequest.objects.bulk_create(LLMRequest(run=run, stage=stage, target=item.pk) for item in items)
    details = {"annotator": annotator.name, "trial": True}
    audit.record(organization=task.organization, verb="run.started", target=run, details=details, by=by)
    supervisor.advance(run)
    return run


def of_task(task, run_id):
    """The FormTrial of a run over items of the task, None for any other; at most twelve statements."""
    stage = RunStage.objects.select_related("run__organization", "annotator").filter(
        run=run_id, run__organization=task.organization_id, kind=KIND
    )
    stage = stage.first()
    requests = list(LLMRequest.objects.filter(stage=stage).select_related("run", "stage__annotator")) if stage else []
    found = TaskItem.objects.filter(task=task).select_related("test_case")
    items = found.in_bulk([request.target for request in requests])
    if len(items) != len(requests) or not requests:
        return None
    requests.sort(key=lambda request: items[request.target].position)
    attempts = LLMAttempt.objects.filter(request__in=requests).select_related("message", "price", "request")
    newest = {attempt.request_id: attempt for attempt in attempts.order_by("pk")}
    questions, truths = stages[KIND].prepare(requests), _truths(task, items)
    specs = form.load(task.schema_version_id).specs
    lines = [
        _line(request, items[request.target], newest.get(request.pk), questions[request.pk], specs, truths)
        for request in requests
    ]
    return FormTrial(stage.run, stage, lines, sum(each.cost_usd is None for each in newest.values()))


def _truths(task, items):
    """{(item id, question key): what people agreed on}; one statement."""
    found = GroundTruth.objects.current().by_people()
    found = found.filter(item__in=items, question__schema_version=task.schema_version_id)
    return {(item, key): value for item, key, value in found.values_list("item", "question__key", "value")}


def _line(request, item, attempt, question, specs, truths):
    values, problem = [], ""
    if request.state == "failed":
        problem = str(request.error_message or request.error_class)
    elif isinstance(question, EvalHubError):
        problem = question.message
    elif request.state == "done":
        finding = question.read(outcome_of(attempt))
        if finding.status != OK:
            problem = str(finding.message or "")
        values = [
            _value(spec, finding.values[spec.key], truths.get((item.pk, spec.key)))
            for spec in specs
            if spec.key in finding.values
        ]
    cost, latency = (attempt.cost_usd, attempt.latency_ms) if attempt else (None, None)
    return TrialLine(request, item, values, problem, cost, latency)


def _value(spec, answer, truth):
    kind = label_types[spec.label_type]
    is_compared = truth is not None and not kind.is_free_text and not answer.abstained
    return TrialValue(
        title=spec.title,
        text=_("Abstained") if answer.abstained else kind.display(spec.config, answer.value),
        people="" if truth is None else kind.display(spec.config, truth),
        differs=answer.value != truth if is_compared else None,
        justification=answer.justification,
    )
