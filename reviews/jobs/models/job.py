"""One job directory that was handed over: what stood in it, who reviews it, and what came of it."""

import json

from django.db import models
from django.db.models import Q
from django.urls import reverse

from annotations.models import TaskItem
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7
from reviews.engine.models.evaluation_run import EvaluationRun
from reviews.jobs import results
from reviews.jobs.models.method_task import MethodTask
from reviews.jobs.scorer_event import ScorerEvent

ORIGINS = ["registered", "uploaded", "inbox", "command"]
STRATEGIES = ["score", "review"]
STATES = ["reviewing", "reviewed", "signed_off", "failed"]


class JobQuerySet(OrganizationQuerySet):
    def under_review(self):
        """Jobs whose machines have not ended, or whose results are not written yet."""
        return self.filter(state="reviewing")

    def matching(self, text):
        """Jobs that hold the text in the name of their initiative or of their directory."""
        return self.filter(Q(initiative_id__icontains=text) | Q(name__icontains=text))


class Job(OrganizationOwned):
    """`location` is the directory on this server; `content_sha256` is the digest of the files that the manifest names.

    A failed job has a category of `reviews.jobs.errors`, and nothing was written to its directory. `confidence` is
    the panel's. Files are kept as texts: their keys have an order.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    initiative_id = models.TextField(blank=True, default="")
    name = models.CharField(max_length=255, help_text="of the directory")
    location = models.CharField(max_length=1000)
    origin = models.CharField(max_length=10)
    model_type = models.CharField(max_length=100, blank=True, default="")
    strategy = models.CharField(max_length=10, blank=True, default="")
    manifest = JSONField(default=dict)
    manifest_mtime_ns = models.BigIntegerField(default=0, help_text="tells a directory of the inbox that was seen")
    files = JSONField(default=list, help_text="[{name, path, format, size_bytes, sha256, missing}]")
    content_sha256 = models.CharField(max_length=64, blank=True, default="")
    sample_size = models.BigIntegerField(default=0, help_text="as the artifact says")
    artifact_text = models.TextField(blank=True, default="", help_text="what the method's reviewer made of the files")
    artifact_metadata = JSONField(default=dict, help_text="what the reviewer found besides")
    event = JSONField(default=dict, help_text="the flat figures of impact_results.json")
    warnings = JSONField(default=list, help_text="what is odd about the figures, in words")
    cost_to_scale = models.FloatField(null=True, blank=True, help_text="that the caller gave in place of the file's")
    method_task = models.ForeignKey(
        MethodTask, on_delete=models.PROTECT, null=True, blank=True, related_name="jobs", db_index=False
    )
    item = models.ForeignKey(TaskItem, on_delete=models.PROTECT, null=True, blank=True, related_name="jobs")
    run = models.OneToOneField(EvaluationRun, on_delete=models.PROTECT, null=True, blank=True, related_name="job")
    state = models.CharField(max_length=10, default="reviewing")
    error_category = models.CharField(max_length=40, blank=True, default="")
    error_field = models.CharField(max_length=200, blank=True, default="")
    error_message = ReasonField()
    confidence = models.FloatField(null=True, blank=True)
    overall_mean = models.FloatField(null=True, blank=True, help_text="the panel's mean over dimensions")
    spread = models.FloatField(null=True, blank=True, help_text="largest less smallest overall of the panel")
    simulated = models.BooleanField(
        default=False, db_default=False, help_text="an answer comes from the simulated provider"
    )
    evaluate_text = models.TextField(blank=True, default="", help_text="evaluate_result.json as it was written")
    review_text = models.TextField(blank=True, default="", help_text="review_result.json as it was written")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)
    signed_off_at = models.DateTimeField(null=True, blank=True)
    signed_off_by = models.ForeignKey(
        "accounts.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sign_off_verdict = models.CharField(max_length=10, blank=True, default="", help_text="trust, caution or reject")
    sign_off_note = models.TextField(blank=True, default="")

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(origin__in=ORIGINS), name="job_origin_known"),
            models.CheckConstraint(condition=Q(state__in=STATES), name="job_state_known"),
            models.CheckConstraint(condition=Q(strategy__in=[*STRATEGIES, ""]), name="job_strategy_known"),
            models.CheckConstraint(
                condition=Q(state="failed") & ~Q(error_category="") | ~Q(state="failed") & Q(error_category=""),
                name="job_failure_has_category",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["reviewed", "signed_off"], confidence__isnull=False)
                | Q(state__in=["reviewing", "failed"], confidence__isnull=True),
                name="job_result_has_confidence",
            ),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0, confidence__lte=1),
                name="job_confidence_range",
            ),
            models.CheckConstraint(
                condition=Q(state="signed_off", signed_off_at__isnull=False, signed_off_by__isnull=False)
                | ~Q(state="signed_off"),
                name="job_sign_off_has_person",
            ),
            models.CheckConstraint(
                condition=~Q(strategy="review") | Q(state="failed") | Q(run__isnull=False), name="job_review_has_run"
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "-created_at"], name="job_by_organization"),
            models.Index(fields=["organization", "location"], name="job_by_location"),
            models.Index(fields=["created_at"], name="job_under_review", condition=Q(state="reviewing")),
        ]

    def __str__(self):
        return self.initiative_id or self.name

    @property
    def result(self):
        """The dict of eight keys that downstream stages read, None without a confidence."""
        return None if self.confidence is None else results.output(ScorerEvent(**self.event), self.confidence)

    @property
    def evaluate_result(self):
        return json.loads(self.evaluate_text) if self.evaluate_text else None

    @property
    def review_result(self):
        return json.loads(self.review_text) if self.review_text else None

    def get_absolute_url(self):
        return reverse("reviews:job_detail", args=[self.pk])
