"""Change a run that stands: pause, stop at a stage, cancel, revive, retry, rerun."""

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.engine.models import EvaluationRun, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import DESIRED_STATES, ENDED
from reviews.engine.runs.actions import policies
from reviews.engine.stages import registry

AFRESH = {
    "state": "waiting",
    "attempts": 0,
    "next_attempt_at": None,
    "last_error": None,
    "error_class": "",
    "error_message": None,
    "finished_at": None,
    "question_failures": {},
    "crashes": 0,
}


after_retry = []  # later features: called with (organization's id, when the retried requests had ended)


@transaction.atomic
def set_state(*, run, desired_state, by):
    """Run, pause or cancel; what is being asked at this moment still comes in. Running again ends a hold.

    Conflict when the run has ended: that is final.
    """
    if desired_state not in DESIRED_STATES:
        raise InvalidInput(
            f"desired_state is {str(desired_state)[:40]!r}. Valid: {', '.join(DESIRED_STATES)}.", code="unknown_state"
        )
    found = _locked(run)
    stands = found.desired_state
    if stands == "cancel" and desired_state != "cancel":
        raise _cancelled()
    found.check_change(desired_state)
    run = _change(run, desired_state)
    if desired_state == "cancel":
        end_cancelled()
        run.stages.cancel()
    if stands != desired_state:
        audit.record(organization=run.organization, verb=f"run.{desired_state}", target=run, by=by)
    return run


@transaction.atomic
def stop_at(*, run, stage, by):
    """Begin nothing after the stage of this name; "" lifts it, and the run goes on. Conflict when it has ended."""
    names = list(dict.fromkeys(run.stages.values_list("name", flat=True)))
    if stage and stage not in names:
        raise InvalidInput(
            f"stop_at_stage is {str(stage)[:40]!r}. Valid: {', '.join(names)}, or none.", code="unknown_stage"
        )
    _refuse_cancelled(run)
    _locked(run).check_change("stop")
    EvaluationRun.objects.filter(pk=run.pk).update(stop_at_stage=stage)
    if run.stop_at_stage != stage:
        audit.record(organization=run.organization, verb="run.stop_at", target=run, details={"stage": stage}, by=by)
    run.stop_at_stage = stage
    return run


@transaction.atomic
def set_policy(*, run, changes, by):
    """Change parts of the policy; what is under way ends by the old one."""
    rules = policies.read({**run.policy, **changes}, organization=run.organization)
    EvaluationRun.objects.filter(pk=run.pk).update(policy=rules.as_json())
    audit.record(organization=run.organization, verb="run.policy", target=run, details=changes, by=by)
    return EvaluationRun.objects.get(pk=run.pk)


def end_cancelled():
    """End the requests of cancelled runs that nobody works on; returns how many."""
    left = LLMRequest.objects.filter(run__desired_state="cancel").unattended()
    return left.update(state="cancelled", lease_until=None, finished_at=Now())


@transaction.atomic
def retry_failed(*, run, stage=None, by):
    """Put terminal errors back in the line with fresh attempts, of one stage's name or of all; returns how many."""
    _refuse_cancelled(run)
    failed = run.requests.current().filter(state="failed")
    if stage:
        failed = failed.filter(stage__name=stage)
    ended = dict(failed.values_list("pk", "finished_at"))
    count = LLMRequest.objects.filter(pk__in=list(ended)).update(**AFRESH)
    if count:
        _tell_retried(run, ended.values())
        reopen(run)
        audit.record(organization=run.organization, verb="run.retried", target=run, details={"requests": count}, by=by)
    return count


@transaction.atomic
def retry_request(*, request, by):
    """Put one failed request back in line with fresh attempts. Conflict `not_failed` for any other."""
    _refuse_cancelled(request.run)
    changed = LLMRequest.objects.filter(pk=request.pk, state="failed").update(**AFRESH)
    if not changed:
        raise Conflict(_("This request has not failed or is already queued again."), code="not_failed")
    _tell_retried(request.run, [request.finished_at])
    reopen(request.run)
    audit.record(
        organization=request.run.organization,
        verb="run.retried",
        target=request.run,
        details={"requests": 1, "item": request.item_id},
        by=by,
    )


@transaction.atomic
def ask_anew(*, run, stage, by):
    """Raise the request version of a stage, by name, and of those after it: all targets are asked again.

    Earlier requests stay as they are; those that have not ended are cancelled. Returns the RunStages that were raised.
    """
    _refuse_cancelled(run)
    first = run.stages.filter(name=stage).order_by("position").first()
    if first is None:
        names = ", ".join(dict.fromkeys(run.stages.values_list("name", flat=True)))
        raise InvalidInput(f"stage is {str(stage)[:40]!r}. Valid: {names}.", code="unknown_stage")
    pks = list(run.stages.filter(position__gte=first.position).values_list("pk", flat=True))
    asked = LLMRequest.objects.current().filter(stage__in=pks)
    asked.unattended().update(state="cancelled", finished_at=Now())
    asked.update(replaced=True)
    RunStage.objects.filter(pk__in=pks).update(request_version=F("request_version") + 1, filled_to=0)
    reopen(run)
    audit.record(organization=run.organization, verb="run.asked_anew", target=run, details={"stage": stage}, by=by)
    return list(run.stages.filter(pk__in=pks))


def _tell_retried(run, moments):
    for told in after_retry:
        told(run.organization_id, moments)


def _refuse_cancelled(run):
    if EvaluationRun.objects.filter(pk=run.pk, desired_state="cancel").exists():
        raise _cancelled()


def _cancelled():
    return Conflict(_("This run was cancelled. Add the model to the task again to continue."), code="cancelled")


def _locked(run):
    return EvaluationRun.objects.select_for_update(of=("self",)).get(pk=run.pk)


def reopen(run):
    """Let a run that ended go on: later stages look at the stage before them from its beginning.

    One that people paused before it ended goes on as well.
    """
    EvaluationRun.objects.filter(pk=run.pk, status__in=ENDED).update(desired_state="run")
    EvaluationRun.objects.filter(pk=run.pk).update(status="waiting", status_reason=None, finished_at=None)
    RunStage.objects.filter(run=run).exclude(status="waiting").update(status="open")
    followers = [kind for kind, plug_in in registry.items() if not plug_in.has_targets]
    RunStage.objects.filter(run=run, kind__in=followers).update(filled_to=0)


def revive(run):
    """Let a cancelled run go on where it stood; returns it."""
    run = _change(run, "run")
    run.requests.filter(state="cancelled").update(**AFRESH)
    reopen(run)
    return run


def _change(run, desired_state):
    changes = {"desired_state": desired_state, "held_until": None, "held_reason": None, "status_reason": None}
    EvaluationRun.objects.filter(pk=run.pk).update(**changes)
    for name, value in changes.items():
        setattr(run, name, value)
    return run
