"""Start the run of a machine annotator over an annotation task, or one more that repeats it."""

from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from annotations.queue.models.annotation import FIRST_ROUND
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.engine.models import EvaluationRun, RunStage
from reviews.engine.models.evaluation_run import ENDED, SCORING
from reviews.engine.policy import RunPolicy
from reviews.engine.runs.actions import controls, policies, supervisor
from reviews.engine.runs.owners import Owner
from reviews.scorers.actions import configured_models
from reviews.scorers.actions.annotators import check_model
from reviews.scorers.registry import form_scorers
from reviews.scorers.stages import task_stages


@transaction.atomic
def start(*, task, annotator, policy=None, critic_model=None, has_critic=True, by):
    """Add a machine annotator to a task; its requests begin once the task is active. Safe to repeat.

    Every answer goes to a critic, of `critic_model` or of the one that `configured_models.critic_of` takes, unless it
    `has_critic` false. A run that
    was cancelled goes on where it stood. InvalidInput for a model that cannot be asked; Conflict when the run is there
    with another policy or critic than asked for.
    """
    if annotator.organization_id != task.organization_id:
        raise NotFound("There is no such annotator.")
    if annotator.kind != "llm":
        words = _("%(name)s is not a language model. Valid: an annotator made from a model.")
        raise InvalidInput(words % {"name": annotator.name}, code="not_a_model")
    if annotator.method not in form_scorers:
        words = _("%(name)s does not answer forms. Valid: an annotator of the method %(valid)s.")
        valid = ", ".join(form_scorers)
        raise InvalidInput(words % {"name": annotator.name, "valid": valid}, code="not_a_form_scorer")
    check_model(annotator.model)
    critic_model = check_model(critic_model, field="critic_model") if critic_model else ""
    critic = ""
    if has_critic:
        critic = configured_models.critic_of(annotator.model, organization=task.organization, chosen=critic_model)
        check_model(critic, field="critic_model")
    models = [model for model in (annotator.model, critic) if model]
    rules = policies.read(policy or {}, organization=task.organization, models=models)
    run, is_new = EvaluationRun.objects.get_or_create(
        task=task, annotator=annotator, round=FIRST_ROUND, defaults=_fields(task, annotator, rules, by)
    )
    if is_new:
        _begin(run, critic, by)
    else:
        critics = run.stages.filter(kind="score_critic").values_list("model", flat=True)
        if run.rules != RunPolicy.read({**run.policy, **(policy or {})}) or (
            critic_model and critic_model not in critics
        ):
            raise Conflict(
                _("This model is already on the task with another policy or critic. Edit the policy of its run."),
                code="run_exists",
                details={"run_id": str(run.pk)},
            )
    if run.desired_state == "cancel":
        run = controls.revive(run)
        audit.record(organization=task.organization, verb="run.restarted", target=run, by=by)
    supervisor.advance(run)
    return run


@transaction.atomic
def repeat(*, run, by):
    """Have the annotator of a run answer every item of the task once more, by the same policy and with the same critic.

    Its answers are the next round: they count nowhere, and tell how far the annotator agrees with itself. Conflict
    unless it is a run over a task of which all rounds so far have ended.
    """
    if run.kind != SCORING:
        raise Conflict(
            _("Only a run over a task can be repeated. Start a new one of this kind instead."), code="no_task"
        )
    first = EvaluationRun.objects.select_for_update(of=("self",)).select_related("task__organization", "annotator")
    first = first.get(task=run.task_id, annotator=run.annotator_id, round=FIRST_ROUND)
    rounds = EvaluationRun.objects.filter(task=first.task_id, annotator=first.annotator_id)
    if rounds.exclude(status__in=ENDED).exists():
        raise Conflict(_("This model is still answering. Repeat it once its last run has ended."), code="run_goes_on")
    task, annotator = first.task, first.annotator
    critic = first.stages.filter(kind="score_critic").values_list("model", flat=True).first()
    for model in filter(None, (annotator.model, critic)):
        check_model(model)
    again = EvaluationRun.objects.create(
        task=task,
        annotator=annotator,
        round=rounds.aggregate(last=Max("round"))["last"] + 1,
        **_fields(task, annotator, first.rules, by),
    )
    _begin(again, critic, by)
    supervisor.advance(again)
    return again


def owners_of(runs):
    """{run's id: Owner}: the task of each run over one, with which they come."""
    return {
        run.pk: Owner(str(run.task_id), run.task.name, reverse("annotations:task_detail", args=[run.task_id]))
        for run in runs
    }


def _fields(task, annotator, rules, by):
    """What a new run over a task begins with."""
    return {
        "organization": task.organization,
        "kind": SCORING,
        "created_by": by,
        "policy": rules.as_json(),
        "name": f"{annotator.name} · {task.name}"[:200],
    }


def _begin(run, critic, by):
    """Make the stages of a new run."""
    is_positional = task_stages.is_positional(run.task)
    scores = task_stages.score_stages(run=run, annotator=run.annotator, is_positional=is_positional)
    critics = task_stages.critic_stages(critic, run=run, position=len(scores)) if critic else []
    RunStage.objects.bulk_create([*scores, *critics])
    details = {"annotator": run.annotator.name} | ({"round": run.round} if run.round > FIRST_ROUND else {})
    audit.record(organization=run.organization, verb="run.started", target=run, details=details, by=by)
