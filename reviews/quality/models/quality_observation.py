"""The quality ledger: how good one answer of a model was, what it cost, and against what it was measured."""

from functools import cached_property

from django.db import models
from django.db.models import FloatField, Q, Value
from django.db.models.functions import Coalesce, Now

from annotations.models import Judgement
from datasets.models import ModelOutput, System
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from reviews.quality.models.grading_run import GradingRun

# A row has figures of its own, or those of its judgement and of the output that was judged: never both.
FIGURES = {
    "quality_score": Coalesce("judgement__number", "own_quality_score"),
    "notes": Coalesce("judgement__justification", "own_notes"),
    "cost_usd": Coalesce("output__cost_usd", "own_cost_usd"),
    "latency_ms": Coalesce("output__latency_ms", "own_latency_ms", Value(0.0), output_field=FloatField()),
    "tokens_in": Coalesce("output__tokens_in", "own_tokens_in"),
    "tokens_out": Coalesce("output__tokens_out", "own_tokens_out"),
}
OWN = ("own_quality_score", "own_cost_usd", "own_latency_ms", "own_tokens_in", "own_tokens_out")


class QualityObservationQuerySet(OrganizationQuerySet):
    def by_task_type(self, task_type):
        return self.filter(task_type=task_type)

    def recent(self, count):
        """The newest ones first."""
        return self.order_by("-recorded_at", "-id")[:count]

    def with_systems(self):
        return self.select_related("system", "baseline")


class QualityObservationManager(models.Manager.from_queryset(QualityObservationQuerySet)):
    def get_queryset(self):
        """With FIGURES, which cost no join where a query does not name them."""
        return super().get_queryset().annotate(**FIGURES)


class QualityObservation(OrganizationOwned):
    """What is scored here is a row that names its `judgement` and the `output` judged, with no figure of its own.

    The others, recorded by programs or imported, have `own_` figures. Read FIGURES, not these: as attributes they cost
    two statements unless the row came from `objects` or with `judgement` and `output`.
    """

    id = models.BigAutoField(primary_key=True)
    task_type = models.CharField(max_length=100)
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    own_cost_usd = models.DecimalField(max_digits=20, decimal_places=10, null=True, blank=True)
    own_latency_ms = models.FloatField(null=True, blank=True)
    own_tokens_in = models.PositiveIntegerField(null=True, blank=True)
    own_tokens_out = models.PositiveIntegerField(null=True, blank=True)
    own_quality_score = models.FloatField(null=True, blank=True)
    baseline = models.ForeignKey(
        System, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    grader_id = models.CharField(max_length=200, blank=True, default="")
    own_notes = models.TextField(blank=True, default="")
    tags = JSONField(default=dict)
    simulated = models.BooleanField(default=False)
    imported = models.BooleanField(default=False, db_default=False, help_text="it came in a file, whoever wrote that")
    judgement = models.OneToOneField(Judgement, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    output = models.ForeignKey(
        ModelOutput,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="that the judgement is of",
    )
    grading = models.ForeignKey(GradingRun, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(db_default=Now())

    objects = QualityObservationManager()

    class Meta:
        ordering = ["-recorded_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["output", "grader_id"], name="observation_once_per_grader"),
            models.CheckConstraint(
                condition=Q(own_quality_score__isnull=True) | Q(own_quality_score__gte=0, own_quality_score__lte=1),
                name="observation_quality_range",
            ),
            models.CheckConstraint(
                condition=Q(own_cost_usd__isnull=True) | Q(own_cost_usd__gte=0), name="observation_cost"
            ),
            models.CheckConstraint(
                condition=Q(own_latency_ms__isnull=True) | Q(own_latency_ms__gte=0), name="observation_latency"
            ),
            models.CheckConstraint(
                condition=Q(judgement=None, output=None, own_quality_score__isnull=False, own_latency_ms__isnull=False)
                | Q(judgement__isnull=False, output__isnull=False, own_notes="", imported=False)
                & Q(**{f"{name}__isnull": True for name in OWN}),
                name="observation_own_or_judged",
            ),
            models.CheckConstraint(condition=~Q(task_type=""), name="observation_has_task_type"),
        ]
        indexes = [
            models.Index(fields=["organization", "task_type", "system", "-recorded_at"], name="observation_by_system"),
            models.Index(
                fields=["organization", "task_type", "simulated", "grader_id", "system", "-recorded_at"],
                name="observation_by_grader",
            ),
            models.Index(fields=["organization", "-recorded_at"], name="observation_by_time"),
        ]

    def __str__(self):
        return f"{self.adapter_id} on {self.task_type}: {self.quality_score:.2f}"

    @cached_property
    def quality_score(self):
        return self.judgement.number if self.judgement else self.own_quality_score

    @cached_property
    def notes(self):
        return self.judgement.justification if self.judgement else self.own_notes

    @cached_property
    def cost_usd(self):
        return self.output.cost_usd if self.output else self.own_cost_usd

    @cached_property
    def latency_ms(self):
        return (self.output.latency_ms if self.output else self.own_latency_ms) or 0.0

    @cached_property
    def tokens_in(self):
        return self.output.tokens_in if self.output else self.own_tokens_in

    @cached_property
    def tokens_out(self):
        return self.output.tokens_out if self.output else self.own_tokens_out

    @property
    def adapter_id(self):
        """What was asked: a model with its settings, by name."""
        return self.system.name

    @property
    def model_id(self):
        return self.system.model

    @property
    def baseline_adapter_id(self):
        return self.baseline.name if self.baseline else ""
