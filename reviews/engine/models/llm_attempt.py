"""One call to a provider: what came back, what it cost, what went wrong."""

from django.db import models
from django.db.models import Q

from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from reviews.engine.models.llm_price import LLMPrice
from reviews.engine.models.llm_request import LLMRequest

SENT = "sent"
LOST = "lost"
LATE = "late"
UNREADABLE = "unreadable"
STATUSES = [SENT, "ok", "retryable", "fatal", "blocked", UNREADABLE, LOST, LATE]


class LLMAttempt(models.Model):
    """Written as `sent` before the call, so that a killed worker leaves a `lost` try that may have been billed.

    `unreadable`: the provider answered, but not in the form's terms. `late`: an answer that would do came when another
    worker had the request; it is billed, kept and led to nothing. One try of a request is `ok`. `cost_usd` null with
    `cost_status` says that the price is unknown: never zero by default.
    """

    id = models.BigAutoField(primary_key=True)
    request = models.ForeignKey(LLMRequest, on_delete=models.CASCADE, related_name="tries")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12)
    raw_response = JSONField(null=True, blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    cached_tokens = models.PositiveIntegerField(null=True, blank=True, help_text="of the prompt's")
    reasoning_tokens = models.PositiveIntegerField(null=True, blank=True, help_text="of the completion's")
    cost_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    cost_status = models.CharField(max_length=10, default="unknown")
    price = models.ForeignKey(LLMPrice, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    reserved_usd = models.DecimalField(
        max_digits=18, decimal_places=10, null=True, blank=True, help_text="held against budgets while it is sent"
    )
    batch_item = models.OneToOneField(
        "reviews.LLMBatchItem", on_delete=models.CASCADE, null=True, blank=True, related_name="attempt"
    )
    parameters = JSONField(default=dict, help_text="what was sent in effect")
    finish_reason = models.CharField(max_length=40, blank=True, default="")
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    error_class = models.CharField(max_length=60, blank=True, default="")
    error_message = ReasonField()
    parser_version = models.CharField(max_length=40, blank=True, default="")
    model_returned = models.CharField(max_length=200, blank=True, default="")
    simulated = models.BooleanField(default=False)
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["request", "number"], name="llm_attempt_number_unique"),
            models.UniqueConstraint(fields=["request"], name="llm_attempt_one_accepted", condition=Q(status="ok")),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="llm_attempt_status_known"),
            models.CheckConstraint(
                condition=Q(cost_status="priced", cost_usd__isnull=False)
                | ~Q(cost_status="priced") & Q(cost_usd__isnull=True),
                name="llm_attempt_cost_agrees",
            ),
        ]

        indexes = [
            models.Index(fields=["started_at"], name="llm_attempt_by_time"),
            models.Index(fields=["started_at"], name="llm_attempt_with_raw", condition=Q(raw_response__isnull=False)),
            models.Index(fields=["started_at"], name="llm_attempt_unpriced", condition=Q(cost_usd__isnull=True)),
            models.Index(fields=["request"], name="llm_attempt_simulated", condition=Q(simulated=True)),
        ]

    def __str__(self):
        return f"try {self.number}: {self.status}"


def simulated_among(requests):
    """The ids of these LLMRequests whose accepted answer the simulated provider gave; one statement."""
    accepted = LLMAttempt.objects.filter(request__in=list(requests), status="ok", simulated=True)
    return set(accepted.values_list("request", flat=True))


def simulated_of(annotations):
    """{id: whether the simulated provider gave it} of Annotations, by the accepted try of each; one statement.

    Those that no try of the ledger brought are left out.
    """
    accepted = LLMAttempt.objects.filter(request__annotation__in=list(annotations), status="ok")
    return dict(accepted.values_list("request__annotation", "simulated"))
