"""Drive runs through their stages: open, fill, close, stop, end; all is read from tables, so any tick goes on."""

import datetime
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy

from annotations.models import TaskItem
from evalhub.events.actions import outbox
from evalhub.lib.reasons import Reason
from evalhub.work.sweep import MORE, Sweep
from reviews.engine.actions.reasons import BUDGET_RESERVED, STAGE_FAILED, STAGE_INCOMPLETE
from reviews.engine.models import EvaluationRun, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.policy import EXACT
from reviews.engine.requests.actions import attempts, next_stages
from reviews.engine.stages import registry

RUNS_PER_TICK = 50
LOOK_SECONDS = 30  # between two looks at a run of which no row says that it is due
PENDING = ("waiting", "running", "batched")


@dataclass(frozen=True)
class RunState:
    """What a run is doing, as its row says it."""

    status: str
    stage: str = ""
    reason: Reason | None = None


def advance(run):
    """Bring one run forward as far as its rows allow; safe to run twice and at once. True: more is left to do now.

    Statements grow with the stages of the run, not with its requests.
    """
    with transaction.atomic():
        locked = EvaluationRun.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
        found = locked.select_related("task", "annotator").filter(pk=run.pk).first()
        if found is None:
            return False
        state, more = _state_of(found)
        _write(found, state, more)
    for name in ("status", "current_stage", "status_reason", "finished_at"):
        setattr(run, name, getattr(found, name))
    return more


def due_runs():
    """Runs that a look may change, those first that nobody has looked at: one with nothing pending, whose rows do not
    say what people want, or whose task has got items since it was completed. The others in turn, once in a while.
    """
    newer = TaskItem.objects.filter(task=OuterRef("run__task"), pk__gt=OuterRef("filled_to"))
    grown = RunStage.objects.filter(run=OuterRef("pk"), position=0).filter(Exists(newer))
    pending = LLMRequest.objects.filter(run=OuterRef("pk"), state__in=PENDING)
    at_work = Q(task=None) | Q(task__status="ACTIVE", task__preparation="READY")
    goes_on = at_work & Q(desired_state="run")
    is_new = Q(supervised_at=None)
    is_old = Q(supervised_at__lt=Now() - datetime.timedelta(seconds=LOOK_SECONDS))
    has_changed = (
        goes_on & (Q(status__in=["waiting", "paused"]) | Q(status="stopped") & ~Q(stop_at_stage=F("current_stage")))
        | Q(desired_state="pause") & ~Q(status="paused")
        | Q(desired_state="cancel") & ~Q(status="cancelled")
        | Q(status="held") & (Q(held_until=None) | Q(held_until__lte=Now()))
        | Q(status="running", held_until__gt=Now())
    )
    is_through = goes_on & Q(status__in=["running", "held"]) & ~Exists(pending)
    is_open = ~Q(status__in=ENDED) & (is_new | is_old | has_changed | is_through)
    reopened = Q(status="completed") & at_work & Q(task__isnull=False, desired_state="run") & Exists(grown)
    cancelled = Q(desired_state="cancel") & ~Q(status="cancelled")
    return EvaluationRun.objects.filter(is_open | reopened | cancelled).order_by(
        F("supervised_at").asc(nulls_first=True), "pk"
    )


def _give_up(run, reason):
    _write(run, RunState("failed", run.current_stage, reason), False)


RUNS = Sweep(
    "runs",
    title=gettext_lazy("Runs"),
    rows=due_runs,
    work=lambda run: MORE if advance(run) else None,
    most=RUNS_PER_TICK,
    give_up=_give_up,
)


def _state_of(run):
    """(RunState, whether more is left to do at once)."""
    if run.desired_state == "cancel":
        run.stages.cancel()
        is_pending = run.requests.filter(state__in=PENDING).exists()
        return RunState("running" if is_pending else "cancelled", run.current_stage), False
    if run.desired_state == "pause":
        return RunState("paused", run.current_stage, run.status_reason), False
    if run.task_id and (run.task.status, run.task.preparation) != ("ACTIVE", "READY"):
        return RunState(run.status if run.status in ENDED else "waiting", run.current_stage), False
    current, stops, more = "", False, False
    planned = list(run.stages.order_by("position", "lane"))
    if planned and all(stage.status == "waiting" for stage in planned):
        planned = registry[planned[0].kind].fit(run, planned)
    for _position, stages in groupby(planned, key=lambda stage: stage.position):
        step = _Step(run, list(stages))
        left, pending = step.go_on(is_fed=not current)
        more |= left
        if pending or left:
            current = current or step.name
            if run.rules.waits_for_stage:
                break
        elif not current:
            failure = step.close()
            if failure:
                run.stages.filter(position__gt=step.position, status="open").update(status="waiting")
                return RunState("failed", step.name, failure), False
        if run.stop_at_stage == step.name:
            stops = True
            break
    if current:
        is_timed = run.held_until is not None and run.held_until > timezone.now()
        is_held = is_timed and run.held_reason != BUDGET_RESERVED()
        return RunState("held" if is_held else "running", current, run.held_reason), more
    return RunState("stopped" if stops else "completed", run.stop_at_stage if stops else ""), False


class _Step:
    """The stages of one position: the same question to several models or about several samples."""

    def __init__(self, run, stages):
        self._run, self._stages = run, stages
        self.name, self.position = stages[0].name, stages[0].position

    def go_on(self, *, is_fed):
        """Open what is not open and make requests; (whether more requests are to be made, whether any is pending).

        `is_fed`: nothing of the steps before is pending any more, so what they did can be followed in order.
        """
        for stage in self._stages:
            if stage.status in ("waiting", "cancelled"):
                stage.status = "open"
                RunStage.objects.filter(pk=stage.pk).update(status="open")
        ready = [stage for stage in self._stages if is_fed or registry[stage.kind].has_targets]
        more = [next_stages.fill(stage) == next_stages.AT_ONCE for stage in ready]
        return any(more), self._has(PENDING)

    def close(self):
        """Note that the step is through; returns why the run cannot go on, or None."""
        done, failed = self._has(["done"]), self._has(["failed"])
        is_critic = registry[self._stages[0].kind].is_critic
        status = "failed" if failed and not done else "done"
        open_ones = [stage.pk for stage in self._stages if stage.status != status]
        RunStage.objects.filter(pk__in=open_ones).update(status=status)
        if not failed or is_critic:
            return None
        if self._run.rules.completion_mode == EXACT:
            return STAGE_INCOMPLETE(stage=self.name)
        return None if done else STAGE_FAILED(stage=self.name)

    def _has(self, states):
        return LLMRequest.objects.current().filter(stage__in=self._stages, state__in=states).exists()


def _write(run, state, more):
    """What is left to do at once is due at once."""
    changes = {"status": state.status, "current_stage": state.stage, "status_reason": state.reason}
    if state.status in ENDED and run.status != state.status:
        changes["finished_at"] = Now()
        attempts.lose_all(run)
        told = {"run_id": run.pk, "kind": run.kind, "task_id": run.task_id}
        if state.status == "failed":
            told["reason"] = state.reason.english if state.reason else ""
        if state.status != "cancelled":
            kind = f"run.{state.status}"
            outbox.emit(organization=run.organization_id, type=kind, object=run, payload=told)
    elif state.status not in ENDED:
        changes["finished_at"] = None
    EvaluationRun.objects.filter(pk=run.pk).update(**changes, supervised_at=None if more else Now())
    run.refresh_from_db(fields=["status", "current_stage", "status_reason", "finished_at"])
