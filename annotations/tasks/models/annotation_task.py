"""What is to be judged, by which form and under which rules."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from datasets.models import DatasetVersion
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7

# What an auditor sees before their own answer: nothing of anybody, everything, or everything but the critic.
AUDIT_MODES = ["blind_first", "assisted", "critic_hidden"]


ORIGINS = ("person", "study", "result_review")


class AnnotationTaskQuerySet(OrganizationQuerySet):
    def open(self):
        """Tasks that hand out work."""
        return self.filter(status="ACTIVE", preparation="READY")

    def listed(self):
        """Without those that only machines answer so far."""
        return self.filter(is_listed=True)

    def of_people(self):
        """Those that a person made: not the tasks of a study or of result reviews."""
        return self.filter(origin="person")


class AnnotationTask(OrganizationOwned):
    TRANSITIONS = {
        "DRAFT": ["ACTIVE"],
        "ACTIVE": ["PAUSED", "COMPLETED"],
        "PAUSED": ["ACTIVE", "COMPLETED"],
        "COMPLETED": ["ACTIVE"],
    }

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    dataset_version = models.ForeignKey(DatasetVersion, on_delete=models.PROTECT, related_name="annotation_tasks")
    name = models.CharField(max_length=255)
    description = models.TextField(blank=True, default="")
    instructions = models.TextField(help_text="the guideline, in Markdown")
    schema_version = models.ForeignKey(
        "annotations.SchemaVersion",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="the form that is handed out now",
    )
    guideline_version = models.PositiveIntegerField(default=1)
    output_name = models.CharField(max_length=200, blank=True, default="", help_text="which model output is judged")
    compared_outputs = ArrayField(
        models.CharField(max_length=200),
        default=list,
        blank=True,
        help_text="names of further outputs, shown beside it for questions that compare answers",
    )
    required_annotations_per_item = models.PositiveSmallIntegerField(default=3)
    blind_mode = models.BooleanField(default=True, help_text="nobody sees other answers before their own")
    allow_skip = models.BooleanField(default=True)
    allow_flag = models.BooleanField(default=True)
    lease_seconds = models.PositiveIntegerField(default=1800)
    time_limit_seconds = models.PositiveIntegerField(null=True, blank=True, help_text="soft: shown, never enforced")
    audit_sample_share = models.FloatField(default=0.1, help_text="share of machine answers drawn for audit by chance")
    audit_sample_mode = models.CharField(max_length=14, default="blind_first")
    audit_risk_mode = models.CharField(max_length=14, default="assisted")
    consensus_threshold = models.FloatField(default=2 / 3)
    sampling_config = models.JSONField(default=dict)
    status = models.CharField(max_length=10, default="DRAFT")
    preparation = models.CharField(max_length=8, default="PENDING", help_text="READY once its items exist")
    origin = models.CharField(
        max_length=13, default="person", db_default="person", help_text="who made it: a person, a study, result reviews"
    )
    is_listed = models.BooleanField(
        default=True, db_default=True, help_text="false: made for scores of machines, no person is asked yet"
    )
    keeps_order = models.BooleanField(
        default=False, db_default=False, help_text="compared outputs stand as stored, for everybody"
    )
    total_items = models.PositiveIntegerField(default=0, help_text="fixed when the items are drawn")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = AnnotationTaskQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["DRAFT", "ACTIVE", "PAUSED", "COMPLETED"]), name="task_status_known"
            ),
            models.CheckConstraint(condition=Q(origin__in=ORIGINS), name="task_origin_known"),
            models.CheckConstraint(
                condition=Q(required_annotations_per_item__gte=1) & Q(required_annotations_per_item__lte=100),
                name="task_overlap_range",
            ),
            models.CheckConstraint(
                condition=Q(consensus_threshold__gte=0) & Q(consensus_threshold__lte=1), name="task_threshold_range"
            ),
            models.CheckConstraint(
                condition=Q(audit_sample_share__gte=0, audit_sample_share__lte=1), name="task_audit_share_range"
            ),
            models.CheckConstraint(
                condition=Q(audit_sample_mode__in=AUDIT_MODES, audit_risk_mode__in=AUDIT_MODES),
                name="task_audit_modes_known",
            ),
            models.CheckConstraint(
                condition=Q(lease_seconds__gte=1) & Q(lease_seconds__lte=604_800), name="task_lease_range"
            ),
        ]
        indexes = [models.Index(fields=["organization", "status"], name="task_by_status")]

    def __str__(self):
        return self.name

    def check_transition(self, status):
        if status not in self.TRANSITIONS[self.status]:
            valid = ", ".join(self.TRANSITIONS[self.status])
            raise Conflict(
                f"A task that is {self.status} cannot become {status}. Valid: {valid}.", code="bad_transition"
            )
