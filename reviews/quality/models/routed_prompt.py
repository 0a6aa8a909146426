"""A prompt that went to whichever model the router took, and its shadow: the same prompt to the baseline."""

from django.db import models
from django.db.models import Q

from datasets.models import ModelOutput, System, TestCase
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7
from reviews.engine.models.evaluation_run import ENDED, EvaluationRun
from reviews.engine.models.llm_request import LLMRequest
from reviews.quality.models.quality_observation import QualityObservation

NO_SHADOW, DRAWN, ASKED, GRADED, FAILED = "none", "drawn", "asked", "graded", "failed"
SHADOWS = [NO_SHADOW, DRAWN, ASKED, GRADED, FAILED]


class RoutedPromptQuerySet(OrganizationQuerySet):
    def shadows_due(self):
        """Those whose shadow can be asked or graded now, the oldest first; what waits for a provider is not."""
        is_answered = Q(shadow=DRAWN, request__state__in=("done", "failed", "cancelled"))
        found = self.filter(is_answered | Q(shadow=ASKED, shadow_run__status__in=ENDED))
        return found.order_by("created_at", "pk")


class RoutedPrompt(OrganizationOwned):
    """`system`, `how`, `why` and `grader_id` are the router's word when it was asked; `baseline` is the preferred one.

    The prompt is a case, the answer its `output`, made by the request of `run`. The shadow has a run of its own, so
    that nothing of it can hold up the answer: none (`shadow_note` says why), drawn (waits for the answer), asked,
    graded (with its observation), or failed.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task_type = models.CharField(max_length=100)
    case = models.OneToOneField(TestCase, on_delete=models.PROTECT, related_name="+")
    output = models.OneToOneField(
        ModelOutput, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text="the answer"
    )
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    how = models.CharField(max_length=10)
    why = ReasonField()
    grader_id = models.CharField(max_length=200, blank=True, default="")
    baseline = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    request = models.OneToOneField(LLMRequest, on_delete=models.PROTECT, related_name="+")
    run = models.OneToOneField(EvaluationRun, on_delete=models.PROTECT, related_name="routed_prompt")
    shadow = models.CharField(max_length=6, default=NO_SHADOW)
    shadow_rate = models.FloatField(default=0, help_text="of the policy when it was drawn")
    shadow_note = ReasonField(help_text="why there is no shadow, or why it failed")
    shadow_run = models.OneToOneField(
        EvaluationRun, on_delete=models.PROTECT, null=True, blank=True, related_name="shadow_of"
    )
    shadow_output = models.OneToOneField(
        ModelOutput,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="the baseline's answer",
    )
    observation = models.OneToOneField(
        QualityObservation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = RoutedPromptQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(shadow__in=SHADOWS), name="routed_shadow_known"),
            models.CheckConstraint(
                condition=~Q(shadow__in=[ASKED, GRADED]) | Q(shadow_run__isnull=False), name="routed_shadow_has_run"
            ),
            models.CheckConstraint(
                condition=Q(shadow_rate__gte=0, shadow_rate__lte=1), name="routed_shadow_rate_range"
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "task_type", "-created_at"], name="routed_by_task"),
            models.Index(fields=["created_at"], name="routed_shadow_open", condition=Q(shadow__in=[DRAWN, ASKED])),
        ]

    def __str__(self):
        return f"{self.task_type} to {self.model}"

    @property
    def text(self):
        return self.case.input["prompt"]

    @property
    def model(self):
        return self.system.name

    @property
    def baseline_model(self):
        return self.baseline.name
