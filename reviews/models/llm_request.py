"""One question to one model about one item; it ends with one annotation or one terminal error."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotations.models import Annotation, TaskItem
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet

from .evaluation_run import EvaluationRun


class LLMRequestQuerySet(LeasedWorkQuerySet):
    def at_work(self):
        """Requests in a worker's hands."""
        return self.filter(state="running", lease_until__gte=Now())

    def unattended(self):
        """Requests that nobody works on and that are not finished."""
        return self.filter(Q(state="waiting") | Q(state="running", lease_until__lt=Now()))


class LLMRequest(LeasedWork):
    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(EvaluationRun, on_delete=models.CASCADE, related_name="requests", db_index=False)
    item = models.ForeignKey(TaskItem, on_delete=models.PROTECT, related_name="+", db_index=False)
    request_version = models.PositiveSmallIntegerField(default=1)
    annotation = models.OneToOneField(
        Annotation, on_delete=models.PROTECT, null=True, blank=True, related_name="llm_request"
    )
    error_class = models.CharField(max_length=60, blank=True, default="")
    error_message = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = LLMRequestQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "item", "request_version"], name="llm_request_unique"),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(annotation__isnull=False), name="llm_request_done_has_annotation"
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_attempt_at", "id"], name="llm_request_due",
                condition=Q(state__in=["waiting", "running"]),
            ),
            models.Index(fields=["run", "state"], name="llm_request_by_state"),
        ]

    def __str__(self):
        return f"{self.run} item {self.item_id}: {self.state}"
