"""Start the run of a machine annotator over an annotation task."""

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.engine.models import EvaluationRun, RunStage
from reviews.engine.models.evaluation_run import SCORING
from reviews.engine.policy import RunPolicy
from reviews.engine.runs.actions import controls, policies, supervisor
from reviews.scorers.actions import configured_models
from reviews.scorers.actions.annotators import check_model
from reviews.scorers.registry import form_scorers
from reviews.scorers.stages import task_stages


@transaction.atomic
def start(*, task, annotator, policy=None, critic_model=None, by):
    """Add a machine annotator to a task; its requests begin once the task is active. Safe to repeat.

    Every answer goes to a critic, of `critic_model` or of the one that `configured_models.critic_of` takes. A run that
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
    critic = configured_models.critic_of(annotator.model, organization=task.organization, chosen=critic_model)
    check_model(critic, field="critic_model")
    rules = policies.read(policy or {}, organization=task.organization, models=(annotator.model, critic))
    run, is_new = EvaluationRun.objects.get_or_create(
        task=task,
        annotator=annotator,
        defaults={
            "organization": task.organization,
            "kind": SCORING,
            "created_by": by,
            "policy": rules.as_json(),
            "name": f"{annotator.name} · {task.name}"[:200],
        },
    )
    if is_new:
        scores = task_stages.score_stages(run=run, annotator=annotator, is_positional=task_stages.is_positional(task))
        RunStage.objects.bulk_create([*scores, *task_stages.critic_stages(critic, run=run, position=len(scores))])
        audit.record(
            organization=task.organization, verb="run.started", target=run, details={"annotator": annotator.name}, by=by
        )
    else:
        _refuse_other(run, policy or {}, critic_model)
    if run.desired_state == "cancel":
        run = controls.revive(run)
        audit.record(organization=task.organization, verb="run.restarted", target=run, by=by)
    supervisor.advance(run)
    return run


def _refuse_other(run, policy, critic_model):
    """A run that stands is not changed by starting it once more."""
    critics = run.stages.filter(kind="score_critic").values_list("model", flat=True)
    if run.rules != RunPolicy.read({**run.policy, **policy}) or (critic_model and critic_model not in critics):
        raise Conflict(
            _("This model is already on the task with another policy or critic. Edit the policy of its run."),
            code="run_exists",
            details={"run_id": str(run.pk)},
        )
