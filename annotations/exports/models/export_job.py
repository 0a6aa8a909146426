"""A file of ground truth or annotations in the making, or made."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotations.tasks.models import AnnotationTask
from evalhub.accounts.models.organization import OrganizationOwned
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet

KINDS = ["ground_truth", "annotations"]
SHOWN_STATES = [*LeasedWork.STATES, "expired"]


class ExportJobQuerySet(LeasedWorkQuerySet):
    def for_organization(self, organization):
        return self.filter(organization=organization)

    def in_states(self, states):
        """Those in one of SHOWN_STATES."""
        expired = Q(state="done") & (Q(stored_path="") | Q(expires_at__lte=timezone.now()))
        others = Q(state__in=[state for state in states if state != "expired"]) & ~expired
        return self.filter(others | expired if "expired" in states else others)


class ExportJob(OrganizationOwned, LeasedWork):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(AnnotationTask, on_delete=models.PROTECT, related_name="exports")
    kind = models.CharField(max_length=14)
    format = models.CharField(max_length=40)
    options = JSONField(default=dict)
    rows_total = models.PositiveIntegerField(null=True, blank=True)
    rows_written = models.PositiveIntegerField(default=0)
    size_bytes = models.BigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    stored_path = models.CharField(max_length=500, blank=True, default="")
    manifest = JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = ExportJobQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="export_kind_known"),
            models.CheckConstraint(condition=~Q(state="done") | ~Q(sha256=""), name="export_done_is_complete"),
        ]
        indexes = [
            models.Index(fields=["organization", "-created_at"], name="export_by_organization"),
            models.Index(
                fields=["state", "next_attempt_at"], name="export_due", condition=Q(state__in=["waiting", "running"])
            ),
        ]

    @property
    def is_expired(self):
        """Whether its file was removed or may be at any moment."""
        return self.state == "done" and (not self.stored_path or self.expires_at <= timezone.now())

    @property
    def shown_state(self):
        """The state, or expired for what is done and has no file any more."""
        return "expired" if self.is_expired else self.state

    def __str__(self):
        return f"{self.kind} of {self.task} as {self.format}"
