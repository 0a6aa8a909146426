"""How far one task of a suite run is, and the evaluation in which it is scored."""

from django.db import models
from django.db.models import Q

from evalhub.lib.database.reason_field import ReasonField
from experiments.benchmarks.models.benchmark_task import BenchmarkTask
from experiments.benchmarks.models.suite_run import SuiteRun
from experiments.evaluations.models import Evaluation

WAITING, RUNNING, COMPLETED, FAILED, SKIPPED, CANCELLED = STATES = (
    "waiting",
    "running",
    "completed",
    "failed",
    "skipped",
    "cancelled",
)
ENDED = (COMPLETED, FAILED, SKIPPED, CANCELLED)


class SuiteRunTask(models.Model):
    """What has failed or was skipped says why. `tries` counts its evaluations; only the newest one is kept here."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(SuiteRun, on_delete=models.CASCADE, related_name="tasks", db_index=False)
    task = models.ForeignKey(BenchmarkTask, on_delete=models.PROTECT, related_name="+", db_index=False)
    evaluation = models.OneToOneField(
        Evaluation, on_delete=models.PROTECT, null=True, blank=True, related_name="suite_run_task"
    )
    state = models.CharField(max_length=10, default=WAITING)
    reason = ReasonField()
    tries = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["task__position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "task"], name="suite_run_task_once"),
            models.CheckConstraint(condition=Q(state__in=STATES), name="suite_run_task_state_known"),
            models.CheckConstraint(
                condition=~Q(state__in=[RUNNING, COMPLETED]) | Q(evaluation__isnull=False),
                name="suite_run_task_has_evaluation",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=[FAILED, SKIPPED]) | ~Q(reason=""), name="suite_run_task_end_has_reason"
            ),
        ]

    def __str__(self):
        return f"{self.task}: {self.state}"

    @property
    def has_ended(self):
        return self.state in ENDED
