"""Two or more variants that are compared until somebody decides which one wins."""

from django.db import models
from django.db.models import Q

from datasets.models import DatasetVersion
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7
from evalhub.lib.translation import gettext as _

AB_TEST, BANDIT, PROMPTS, MODELS = TYPES = (
    "AB_TEST",
    "MULTI_ARM_BANDIT",
    "PROMPT_COMPARISON",
    "MODEL_COMPARISON",
)
DRAFT, RUNNING, PAUSED, CONCLUDED, ARCHIVED = STATUSES = ("DRAFT", "RUNNING", "PAUSED", "CONCLUDED", "ARCHIVED")
TRANSITIONS = {
    DRAFT: (RUNNING, ARCHIVED),
    RUNNING: (PAUSED, CONCLUDED),
    PAUSED: (RUNNING, CONCLUDED),
    CONCLUDED: (ARCHIVED,),
    ARCHIVED: (),
}
FREQUENTIST, BAYESIAN, SEQUENTIAL = METHODS = ("frequentist", "bayesian", "sequential")
CASES, TRAFFIC = UNITS = ("cases", "traffic")


class ExperimentQuerySet(OrganizationQuerySet):
    def running(self):
        return self.filter(status=RUNNING)

    def on_traffic(self):
        """Those that take outcomes."""
        return self.filter(status__in=[RUNNING, PAUSED], dataset_version=None)


class Experiment(OrganizationOwned):
    """On cases every variant answers those of `dataset_version`, and its evaluation scores them by `scoring`
    {"metrics", "judges", "sampling"}; without a version units are allocated as they come, and outcomes reported.

    Its plan, variants and metrics never change once it has started, and nothing once it is concluded; the database
    holds that. `planned_n` counts pairs of cases, or units of all variants. `winner` null in a concluded one: none won.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=255)
    hypothesis = models.TextField(blank=True, default="")
    type = models.CharField(max_length=17)
    status = models.CharField(max_length=9, default=DRAFT)
    method = models.CharField(max_length=11, default=SEQUENTIAL)
    significance_level = models.FloatField(default=0.05)
    minimum_sample_size = models.PositiveIntegerField(default=30, help_text="fewer pairs or units decide nothing")
    planned_n = models.PositiveIntegerField(default=400)
    minimum_days = models.PositiveIntegerField(default=0, help_text="of traffic; a shorter time decides nothing")
    maximum_duration_days = models.PositiveIntegerField(null=True, blank=True)
    prior_deviation = models.FloatField(null=True, blank=True, help_text="of the difference; null: a flat prior")
    least_effect = models.FloatField(default=0.0, help_text="a smaller gain is not worth it")
    is_aa = models.BooleanField(default=False, help_text="all variants are the same: no difference is expected")
    dataset_version = models.ForeignKey(
        DatasetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="experiments"
    )
    scoring = JSONField(default=dict)
    repeats = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="repeated_by", help_text="its plan again"
    )
    cost_cap_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    allocation_policy = JSONField(default=dict, help_text="of a bandit: {policy, floor, growth, seed}")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    started_at = models.DateTimeField(null=True, blank=True)
    concluded_at = models.DateTimeField(null=True, blank=True)
    concluded_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")
    winner = models.ForeignKey("experiments.Variant", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    notes = models.TextField(blank=True, default="")
    conclusion = models.ForeignKey(
        "experiments.ExperimentLook", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = ExperimentQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(type__in=TYPES), name="experiment_type_known"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="experiment_status_known"),
            models.CheckConstraint(condition=Q(method__in=METHODS), name="experiment_method_known"),
            models.CheckConstraint(
                condition=Q(significance_level__gte=0.0001, significance_level__lte=0.5),
                name="experiment_significance_range",
            ),
            models.CheckConstraint(condition=Q(planned_n__gte=1), name="experiment_planned_n_above_zero"),
            models.CheckConstraint(
                condition=Q(prior_deviation=None) | Q(prior_deviation__gt=0), name="experiment_prior_above_zero"
            ),
            models.CheckConstraint(condition=Q(least_effect__gte=0), name="experiment_effect_range"),
            models.CheckConstraint(
                condition=Q(status=DRAFT, started_at=None) | Q(status=ARCHIVED) | Q(started_at__isnull=False),
                name="experiment_started_unless_draft",
            ),
            models.CheckConstraint(
                condition=Q(status__in=[CONCLUDED, ARCHIVED]) | Q(concluded_at=None, winner=None, notes=""),
                name="experiment_conclusion_when_concluded",
            ),
            models.CheckConstraint(
                condition=~Q(status=CONCLUDED) | Q(concluded_at__isnull=False), name="experiment_concluded_has_time"
            ),
            models.CheckConstraint(
                condition=~Q(type=BANDIT) | Q(dataset_version=None), name="experiment_bandit_is_traffic"
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "-created_at"], name="experiment_by_time"),
            models.Index(fields=["organization", "status"], name="experiment_by_status"),
        ]

    def __str__(self):
        return self.name

    @property
    def units(self):
        return TRAFFIC if self.dataset_version_id is None else CASES

    @property
    def is_frozen(self):
        return self.status in (CONCLUDED, ARCHIVED)

    @property
    def is_going(self):
        return self.status in (RUNNING, PAUSED)

    def check_transition(self, status):
        """Conflict unless the status may follow the one that it has."""
        if status not in TRANSITIONS[self.status]:
            words = _("An experiment that is %(status)s cannot become %(next)s. Valid: %(valid)s.")
            valid = ", ".join(TRANSITIONS[self.status]) or _("none")
            raise Conflict(words % {"status": self.status, "next": status, "valid": valid}, code="bad_transition")
