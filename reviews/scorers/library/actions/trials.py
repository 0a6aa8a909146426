"""Trials of a version on up to three items: what they would cost, the run that asks, and what came of it."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import Count, Q, Sum

from evalhub.accounts.actions import audit
from evalhub.lib.errors import EvalHubError, InvalidInput, NotFound
from evalhub.lib.translation import gettext as _
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.client.exchange import LLMCall
from reviews.engine.limits.actions import cost_estimates, rate_limiter
from reviews.engine.models import EvaluationRun, LLMAttempt, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import ENDED, PROMPT
from reviews.engine.policy import BEST_EFFORT, RunPolicy
from reviews.engine.runs.actions import supervisor
from reviews.scorers.model_checks import check_model
from reviews.scorers.stages import prompt_trial
from reviews.scorers.stages.prompt_kinds import registry as kinds
from reviews.scorers.stages.prompt_kinds.base import Version

MOST_ITEMS = 3
MOST_PREVIEWED = 20
MOST_SHOWN = 5


@dataclass(frozen=True)
class TrialEstimate:
    """Of all calls together. `most_usd` None: no price is known; a simulated model costs nothing and has none."""

    calls: int
    input_tokens: int
    output_tokens: int
    usual_usd: Decimal | None
    most_usd: Decimal | None
    simulated: bool


@dataclass(frozen=True)
class TrialAnswer:
    """One item's answer; `problem` is why there is none yet, or why it cannot be read."""

    request: LLMRequest
    text: str
    problem: str

    @property
    def code_id(self):
        return f"answer-{self.request.pk}"


@dataclass(frozen=True)
class Trial:
    """A run with its answers in the order of the items; `cost_usd` None while no call has a known price."""

    run: EvaluationRun
    stage: RunStage
    answers: list
    cost_usd: Decimal | None
    unpriced: int
    simulated: bool

    @property
    def is_live(self):
        return self.run.status not in ENDED and self.run.desired_state == "run"

    @property
    def failed(self):
        return sum(answer.request.state == "failed" for answer in self.answers)


@dataclass(frozen=True)
class Preview:
    """What a model would be sent about an item by a Version."""

    version: Version
    item: int
    label: str
    call: LLMCall

    @property
    def messages(self):
        return list(self.call.messages)

    @property
    def max_tokens(self):
        return self.call.max_tokens

    @property
    def parameters(self):
        return dict(self.call.parameters)


def items_for(*, organization, version, limit):
    """The TrialItems that a Version may be tried on, the newest first; what it shows as examples is left out."""
    kind = kinds[version.kind]
    found = kind.trial_items(organization, version.name, limit=limit + len(version.examples))
    shown = kind.among_examples(version, [each.target for each in found])
    return [each for each in found if each.target not in shown][:limit]


def preview(*, organization, version, target=None):
    """The Preview about an item, the newest one where none is named; NotFound and the errors of the kind as a trial."""
    newest = items_for(organization=organization, version=version, limit=MOST_PREVIEWED)
    if target is None and not newest:
        raise NotFound(_("There is nothing that this prompt can be tried on yet."))
    target = newest[0].target if target is None else target
    (question,) = _questions(organization, version, "preview", [target])
    label = next((each.label for each in newest if each.target == target), str(target))
    return Preview(version, target, label, question.call)


def estimate(*, organization, version, model, targets):
    """The TrialEstimate; InvalidInput and the errors of the kind as for a trial that is started. Nothing is sent."""
    model = check_model(model)
    _check_apart(version, targets)
    calls = [question.call for question in _questions(organization, version, model, targets)]
    tokens = [rate_limiter.estimate(call) for call in calls]
    read, usual = sum(each[0] for each in tokens), sum(each[1] for each in tokens)
    rates = cost_estimates.rates_of([model]).get(model) or cost_estimates.listed_rates_of(model)
    simulated = is_simulated(model)
    most = sum(call.max_tokens for call in calls)
    usual_usd, most_usd = (rates.usd(read, each) if rates and not simulated else None for each in (usual, most))
    return TrialEstimate(len(calls), read, usual, usual_usd, most_usd, simulated)


@transaction.atomic
def start(*, organization, version, model, targets, by):
    """A run that asks the model about each item once: the EvaluationRun. Limits and budgets are the engine's.

    InvalidInput for a model that cannot be asked and for other than one to three items, NotFound for an item that the
    prompt cannot be tried on, and the error of the kind for a text that cannot be asked.
    """
    model = check_model(model)
    _check_apart(version, targets)
    _questions(organization, version, model, targets)
    run = EvaluationRun.objects.create(
        organization=organization,
        kind=PROMPT,
        name=_("Trial of %(name)s, %(version)s") % {"name": version.name, "version": version.key},
        created_by=by,
        policy=RunPolicy(completion_mode=BEST_EFFORT, min_batch_size=None, max_attempts=1).as_json(),
    )
    stage = RunStage.objects.create(
        run=run,
        name=prompt_trial.KIND,
        kind=prompt_trial.KIND,
        position=0,
        model=model,
        prompt_version=f"trial {version.kind} {version.name} {version.key}"[:100],
        parameters=prompt_trial.named(version),
    )
    LLMRequest.objects.bulk_create(LLMRequest(run=run, stage=stage, target=target) for target in dict.fromkeys(targets))
    details = {"kind": version.kind, "name": version.name, "version": version.key, "model": model}
    audit.record(organization=organization, verb="prompt.tried", target=run, details=details, by=by)
    supervisor.advance(run)
    return run


def of_prompt(*, organization, kind, name):
    """The newest Trials of a prompt; four statements."""
    stages = RunStage.objects.filter(
        run__organization=organization, kind=prompt_trial.KIND, parameters__kind=kind, parameters__name=name
    )
    stages = list(stages.select_related("run").order_by("-pk")[:MOST_SHOWN])
    requests = list(LLMRequest.objects.filter(stage__in=stages).order_by("pk"))
    attempts = LLMAttempt.objects.filter(request__in=requests).select_related("message").order_by("pk")
    newest = {attempt.request_id: attempt for attempt in attempts}
    sent = LLMAttempt.objects.filter(request__stage__in=stages).order_by().values("request__stage")
    unpriced = Count("pk", filter=Q(cost_usd=None, simulated=False))
    costs = {row["request__stage"]: row for row in sent.annotate(cost=Sum("cost_usd"), unpriced=unpriced)}
    return [
        Trial(
            run=stage.run,
            stage=stage,
            answers=[_answer(each, newest.get(each.pk)) for each in requests if each.stage_id == stage.pk],
            cost_usd=costs.get(stage.pk, {}).get("cost"),
            unpriced=costs.get(stage.pk, {}).get("unpriced", 0),
            simulated=is_simulated(stage.model),
        )
        for stage in stages
    ]


def _answer(request, attempt):
    message = getattr(attempt, "message", None)
    problem = "" if request.state == "done" else str(request.error_message or "")
    return TrialAnswer(request, message.assistant if message is not None else "", problem)


def _check_apart(version, targets):
    """InvalidInput for targets that the Version shows as examples: how it answers them says nothing."""
    shown = kinds[version.kind].among_examples(version, targets)
    if shown:
        words = _("Item %(n)s is shown as an example by this version. Valid: items that are no examples.")
        raise InvalidInput(words % {"n": min(shown)}, code="item_is_example", details={"field": "items"})


def _questions(organization, version, model, targets):
    """The Prepared of each item, in order."""
    targets = list(dict.fromkeys(targets))
    if not 1 <= len(targets) <= MOST_ITEMS:
        words = _("%(met)s items are chosen. Valid: 1 to %(most)s.") % {"met": len(targets), "most": MOST_ITEMS}
        raise InvalidInput(words, code="bad_items", details={"field": "items"})
    found = kinds[version.kind].prepared(organization.pk, version.name, version, targets, model=model)
    if set(targets) - set(found):
        raise NotFound(_("Nothing of this id can be tried with this prompt."))
    for question in found.values():
        if isinstance(question, EvalHubError):
            raise question
    return [found[target] for target in targets]
