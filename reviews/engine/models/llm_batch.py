"""A provider batch: many requests sent as one, answered within a day."""

import datetime

from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Now

from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import lease_owner
from reviews.engine.models.llm_request import LLMRequest
from reviews.engine.models.run_stage import RunStage

DRAFT, SUBMITTING, SUBMITTED, ENDED, RECONCILED, ABANDONED = STATUSES = (
    "draft",
    "submitting",
    "submitted",
    "ended",
    "reconciled",
    "abandoned",
)
LIVE = (DRAFT, SUBMITTING, SUBMITTED, ENDED)
ITEM_STATUSES = [
    "queued",
    "ok",
    "error",
    "expired",
    "cancelled",
    "missing",
    "unreadable",
    "wrong_case",
]


class LLMBatchQuerySet(models.QuerySet):
    def live(self):
        """Batches that still owe an end to some request."""
        return self.filter(status__in=LIVE)

    def due(self):
        """Live batches to look at now that nobody holds."""
        free = Q(lease_until=None) | Q(lease_until__lt=Now())
        return self.live().filter(free).filter(Q(next_poll_at=None) | Q(next_poll_at__lte=Now()))

    def claim(self, *, seconds, pk=None):
        """The due batch that waits longest, or that one, leased to this thread, or None."""
        with transaction.atomic():
            due = (
                (self.due() if pk is None else self.due().filter(pk=pk))
                .order_by("next_poll_at", "pk")
                .select_for_update(skip_locked=True, of=("self",))
            )
            found = due.first()
            if found is None:
                return None
            found.lease_owner = lease_owner()
            self.filter(pk=found.pk).update(
                lease_owner=found.lease_owner, lease_until=Now() + datetime.timedelta(seconds=seconds)
            )
        return self.select_related("run", "stage").get(pk=found.pk)


class LLMBatch(models.Model):
    """`id` is the name that goes to the provider before anything else; `batch_ref` the provider's for it.

    `status`: draft (rows chosen), submitting (the call may have been made: look for it before sending again),
    submitted, ended (results may be fetched), reconciled (every row has an end), abandoned (never sent; its rows
    are back in line). `outcome` is the provider's word for the end. Counts of the provider are hints.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    run = models.ForeignKey("reviews.EvaluationRun", on_delete=models.CASCADE, related_name="batches")
    stage = models.ForeignKey(RunStage, on_delete=models.CASCADE, related_name="batches")
    provider = models.CharField(max_length=40)
    model = models.CharField(max_length=200)
    status = models.CharField(max_length=12, default=DRAFT)
    batch_ref = models.CharField(max_length=300, blank=True, default="")
    provider_state = models.CharField(max_length=40, blank=True, default="")
    outcome = models.CharField(max_length=12, blank=True, default="")
    reason = ReasonField()
    n_rows = models.PositiveIntegerField()
    reported_done = models.PositiveIntegerField(null=True, blank=True)
    reported_failed = models.PositiveIntegerField(null=True, blank=True)
    reserved_tokens = models.PositiveBigIntegerField(default=0)
    reserved_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    submissions = models.PositiveSmallIntegerField(default=0, help_text="times the call to create it was made")
    failures = models.PositiveSmallIntegerField(default=0, help_text="calls about it that failed in a row")
    cancel_asked_at = models.DateTimeField(null=True, blank=True)
    submitting_at = models.DateTimeField(null=True, blank=True)
    submitted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    next_poll_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_owner = models.CharField(max_length=80, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LLMBatchQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="llm_batch_status_known"),
            models.UniqueConstraint(
                fields=["provider", "batch_ref"], name="llm_batch_ref_unique", condition=~Q(batch_ref="")
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["submitted", "ended"]) | ~Q(batch_ref=""), name="llm_batch_sent_has_ref"
            ),
        ]
        indexes = [
            models.Index(fields=["next_poll_at"], name="llm_batch_due", condition=Q(status__in=LIVE)),
        ]

    def __str__(self):
        return f"{self.n_rows} requests to {self.model}: {self.status}"

    def still_mine(self):
        """The row as a QuerySet, empty when another worker has taken the batch over."""
        return LLMBatch.objects.filter(pk=self.pk, lease_owner=self.lease_owner, lease_until__gte=Now())


class LLMBatchItem(models.Model):
    """One request's place in a batch; `custom_id` is its name there. It ends in one of ITEM_STATUSES but queued."""

    id = models.BigAutoField(primary_key=True)
    batch = models.ForeignKey(LLMBatch, on_delete=models.CASCADE, related_name="items", db_index=False)
    request = models.ForeignKey(LLMRequest, on_delete=models.CASCADE, related_name="batch_items")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=12, default="queued")
    error_code = models.CharField(max_length=60, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="llm_batch_item_number_unique"),
            models.UniqueConstraint(fields=["request"], name="llm_batch_item_one_open", condition=Q(status="queued")),
            models.CheckConstraint(condition=Q(status__in=ITEM_STATUSES), name="llm_batch_item_status_known"),
        ]

    def __str__(self):
        return f"row {self.number}: {self.status}"

    @property
    def custom_id(self):
        """Begins with the batch's id, by which one wire finds a batch again; letters, digits and hyphens, below 64."""
        return f"{self.batch_id.hex}-{self.number}"
