"""What machines were asked to do: one annotator over one task, or the stages of a study."""

from django.db import models
from django.db.models import F, Q, TextField, Value
from django.db.models.functions import Coalesce, Concat, Now, NullIf
from django.utils.functional import cached_property

from annotations.models import AnnotationTask, Annotator
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7
from evalhub.lib.translation import gettext as _
from reviews.engine.policy import RunPolicy

# What a run was begun for; only one over a task has a task and an annotator.
SCORING, STUDY, GRADING, PROMPT, REVIEW, EVALUATION = KINDS = (
    "scoring",
    "study",
    "grading",
    "prompt",
    "review",
    "evaluation",
)
DESIRED_STATES = ["run", "pause", "cancel"]
# What people may make of a run in each status. What has ended stays so: only new work (what failed asked again, a stage
# asked anew, a cancelled model added again) begins it anew.
TRANSITIONS = {
    "waiting": ("run", "pause", "stop", "cancel"),
    "running": ("run", "pause", "stop", "cancel"),
    "paused": ("run", "pause", "stop", "cancel"),
    "held": ("run", "pause", "stop", "cancel"),
    "stopped": ("run", "pause", "stop", "cancel"),
    "completed": (),
    "failed": (),
    "cancelled": ("cancel",),
}
STATUSES = list(TRANSITIONS)
ENDED = ("completed", "failed", "cancelled")


class EvaluationRunQuerySet(OrganizationQuerySet):
    def wanted(self):
        """Runs that people want to go on, and whose task and annotator, where they have one, are at work."""
        at_work = Q(task=None) | Q(task__status="ACTIVE", task__preparation="READY", annotator__status="active")
        return self.filter(at_work, desired_state="run").exclude(status="failed")

    def due(self):
        """Wanted runs that no provider has asked to wait."""
        return self.wanted().filter(Q(held_until=None) | Q(held_until__lte=Now()))

    def with_title(self):
        """Each with `title`, what it is called, for the database to search and sort by."""
        of_task = Concat("annotator__name", Value(" on "), "task__name", output_field=TextField())
        return self.annotate(title=Coalesce(NullIf(F("name"), Value("")), of_task, output_field=TextField()))


class EvaluationRun(OrganizationOwned):
    """`desired_state` is what people want, `status` what the supervisor found last; progress is counted from requests.

    A run that has answers is `completed`, whatever failed beside them; one that has none is `failed`.

    A run over a task has a task and an annotator; one of another kind has neither, and its stages say who is asked.
    Another run of the same annotator over the same task is the next `round`: a repetition, whose answers count nowhere
    and say how far the annotator agrees with itself.
    `stop_at_stage`: the name of the stage after which nothing more is begun. `policy` is read by
    `reviews.engine.policy.RunPolicy`. A run whose provider cannot be used at all (no key, no money) or asks to slow
    down is held as a whole until `held_until`, with the reason: then a request tries again, and its success clears
    the hold.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=10, help_text="what it was begun for: one of KINDS")
    name = models.CharField(max_length=200, blank=True, default="")
    task = models.ForeignKey(AnnotationTask, on_delete=models.PROTECT, null=True, blank=True, related_name="runs")
    annotator = models.ForeignKey(Annotator, on_delete=models.PROTECT, null=True, blank=True, related_name="runs")
    round = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="of its annotator over its task")
    desired_state = models.CharField(max_length=6, default="run")
    stop_at_stage = models.CharField(max_length=40, blank=True, default="")
    policy = JSONField(default=dict)
    status = models.CharField(max_length=10, default="waiting")
    current_stage = models.CharField(max_length=40, blank=True, default="")
    status_reason = ReasonField()
    held_until = models.DateTimeField(null=True, blank=True)
    held_reason = ReasonField()
    created_at = models.DateTimeField(auto_now_add=True)
    supervised_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = EvaluationRunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["task", "annotator", "round"], name="run_once_per_round"),
            models.CheckConstraint(condition=Q(round=1) | Q(round__gt=1, kind=SCORING), name="run_round_of_scoring"),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="run_kind_known"),
            models.CheckConstraint(condition=Q(desired_state__in=DESIRED_STATES), name="run_state_known"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="run_status_known"),
            models.CheckConstraint(
                condition=Q(task__isnull=True, annotator__isnull=True) & ~Q(kind=SCORING)
                | Q(task__isnull=False, annotator__isnull=False, kind=SCORING),
                name="run_task_and_annotator",
            ),
            models.CheckConstraint(
                condition=Q(held_until__isnull=True) | ~Q(held_reason=""), name="run_hold_has_reason"
            ),
        ]

    def __str__(self):
        return self.name or f"{self.annotator} on {self.task}"

    def check_change(self, wanted):
        """Conflict unless people may run, pause, stop or cancel a run of this status."""
        if wanted not in TRANSITIONS[self.status]:
            words = _("This run is %(status)s. Retry failed requests or rerun a step to continue.")
            raise Conflict(words % {"status": self.status}, code="run_ended", details={"status": self.status})

    @property
    def has_ended(self):
        return self.status in ENDED

    @cached_property
    def rules(self):
        """The RunPolicy."""
        return RunPolicy.read(self.policy)
