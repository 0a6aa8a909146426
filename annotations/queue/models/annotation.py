"""One annotator's finished judgement of one item."""

import uuid

from django.db import models
from django.db.models import Q

from annotations.queue.models.assignment import Assignment
from annotations.tasks.models import AnnotationTask, Annotator, SchemaVersion, TaskItem

ORIGINS = ["ui", "api", "llm", "import", "audit"]
FIRST_ROUND = 1  # that counts; later ones are repetitions, which are compared with it and counted nowhere
EXPOSURES = ["blind", "saw_machine", "saw_people"]
_CURRENT = Q(withdrawn_at__isnull=True, superseded_at__isnull=True, round=FIRST_ROUND)


class AnnotationQuerySet(models.QuerySet):
    def standing(self):
        """Judgements that are neither withdrawn nor replaced by a correction, repetitions among them."""
        return self.filter(withdrawn_at=None, superseded_at=None)

    def current(self):
        """Judgements that stand and count: those of the first round."""
        return self.standing().filter(round=FIRST_ROUND)

    def by_people(self):
        return self.filter(annotator__kind="human")


class Annotation(models.Model):
    """A correction is a new row that supersedes; nothing is overwritten. `audit` rows take no human place.

    A machine that answers all items again does so in the next `round`.
    """

    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.PROTECT, related_name="annotations", db_index=False)
    item = models.ForeignKey(TaskItem, on_delete=models.PROTECT, related_name="annotations", db_index=False)
    annotator = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="annotations", db_index=False)
    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    schema_version = models.ForeignKey(SchemaVersion, on_delete=models.PROTECT, related_name="+", db_index=False)
    guideline_version = models.PositiveIntegerField(db_default=1)
    content_sha256 = models.CharField(max_length=64, blank=True, db_default="", help_text="of the texts as they were")
    round = models.PositiveSmallIntegerField(default=1)
    revision = models.PositiveSmallIntegerField(default=1)
    submission_id = models.UUIDField(default=uuid.uuid4, unique=True)
    body_hash = models.CharField(max_length=64, help_text="of the submitted body, to tell a repeat from a conflict")
    origin = models.CharField(max_length=6)
    exposure = models.CharField(max_length=12, default="blind", help_text="what was seen before answering")
    time_spent_seconds = models.FloatField(null=True, blank=True)
    flagged = models.BooleanField(default=False)
    flag_reason = models.TextField(blank=True, default="")
    submitted_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)

    objects = AnnotationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "annotator", "round"],
                name="annotation_one_current",
                condition=Q(withdrawn_at__isnull=True, superseded_at__isnull=True),
            ),
            models.CheckConstraint(condition=Q(origin__in=ORIGINS), name="annotation_origin_known"),
            models.CheckConstraint(condition=Q(exposure__in=EXPOSURES), name="annotation_exposure_known"),
            models.CheckConstraint(
                condition=Q(time_spent_seconds__isnull=True) | Q(time_spent_seconds__gte=0),
                name="annotation_time_not_negative",
            ),
        ]
        indexes = [
            models.Index(fields=["task", "annotator", "-submitted_at"], name="annotation_by_annotator"),
            models.Index(fields=["task", "item"], name="annotation_flagged", condition=Q(flagged=True)),
            # With annotation_one_current all answers to an item, at no cost to a new one.
            models.Index(
                fields=["item"],
                name="annotation_ended",
                condition=Q(withdrawn_at__isnull=False) | Q(superseded_at__isnull=False),
            ),
            models.Index(fields=["task", "origin", "id"], name="annotation_by_origin", condition=_CURRENT),
            models.Index(
                fields=["task", "exposure", "id"],
                name="annotation_exposed",
                condition=_CURRENT & (Q(exposure="saw_machine") | Q(exposure="saw_people")),
            ),
            models.Index(
                fields=["task", "id"],
                name="annotation_in_first_round",
                include=["item", "annotator"],
                condition=Q(
                    withdrawn_at__isnull=True, superseded_at__isnull=True, exposure="blind", flagged=False, round=1
                ),
            ),
        ]

    def __str__(self):
        return f"{self.annotator} on {self.item}"
