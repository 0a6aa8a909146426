"""A dated, rebuildable result about agreement: replaced whole, never incremented."""

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import IsNull

from annotations.agreement.metrics import HEADLINE
from annotations.tasks.models import AnnotationTask, Question
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop as _

SCOPES = ["people", "machines", "between", "everyone"]

define(
    "task_agreement",
    _(
        "Krippendorff's alpha among people, of the question on which they agree least; questions with too few items "
        "for an interval only where no other has one."
    ),
)


class AgreementSnapshotQuerySet(models.QuerySet):
    def among_people(self):
        """Alpha of people on the questions of each task's form of today."""
        return self.filter(metric=HEADLINE, scope="people", question__schema_version=F("task__schema_version"))

    def headlines(self):
        """What is called the agreement of a task, by the definition above: a row at most for each task."""
        found = self.among_people().filter(value__isnull=False)
        order = ("task_id", IsNull(F("low"), True), "value", "question__position")
        return found.order_by(*order).distinct("task_id").select_related("question")


class AgreementSnapshot(models.Model):
    """`high_water` is the newest AnnotationEvent that the computation saw; a newer one makes it stale."""

    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="snapshots", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    metric = models.CharField(max_length=40)
    scope = models.CharField(max_length=10)
    value = models.FloatField(null=True, blank=True)
    reason = models.CharField(max_length=40, blank=True, default="")
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    n_items = models.PositiveIntegerField(default=0)
    n_annotators = models.PositiveIntegerField(default=0)
    n_labels = models.PositiveIntegerField(default=0)
    details = JSONField(default=dict)
    computed_at = models.DateTimeField(auto_now_add=True)
    high_water = models.BigIntegerField(default=0)

    objects = AgreementSnapshotQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "question", "metric", "scope"], name="snapshot_unique", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(value__isnull=False) | ~Q(reason=""), name="snapshot_undefined_has_reason"
            ),
        ]

    def __str__(self):
        return f"{self.metric} {self.scope}: {self.value}"
