"""One stage of a run: the same question to one model about many targets."""

from django.db import models
from django.db.models import Q

from annotations.models import Annotator
from evalhub.lib.database.json_field import JSONField
from reviews.engine.models.evaluation_run import EvaluationRun

STATUSES = ["waiting", "open", "done", "failed", "cancelled"]


class RunStageQuerySet(models.QuerySet):
    def cancel(self):
        """End stages of a cancelled run that have not ended."""
        return self.filter(status__in=["waiting", "open"]).update(status="cancelled")


class RunStage(models.Model):
    """`kind` is the plug-in that asks (`reviews.engine.stages`), `name` the step of the run as people know it.

    Stages of one `position` belong together and differ in their `lane`: another model, or another target's owner.
    `status` is what the supervisor found last: waiting for the stage before, open, done, failed as a whole, or
    cancelled with its run.
    A raised `request_version` asks all targets anew; requests of older versions count for nothing.
    """

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(EvaluationRun, on_delete=models.CASCADE, related_name="stages", db_index=False)
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    lane = models.PositiveIntegerField(default=0)
    model = models.CharField(max_length=200)
    prompt_version = models.CharField(max_length=100)
    parameters = JSONField(default=dict)
    annotator = models.ForeignKey(
        Annotator,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="whose answers these are",
    )
    request_version = models.PositiveSmallIntegerField(default=1)
    filled_to = models.BigIntegerField(default=0, help_text="up to which source row its targets are requests")
    status = models.CharField(max_length=9, default="waiting")

    objects = RunStageQuerySet.as_manager()

    class Meta:
        ordering = ["position", "lane"]
        constraints = [
            models.UniqueConstraint(fields=["run", "position", "lane"], name="run_stage_place_unique"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="run_stage_status_known"),
        ]

    def __str__(self):
        return f"{self.name} by {self.model}"
