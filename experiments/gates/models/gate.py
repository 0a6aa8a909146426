"""A condition that evaluations must meet, kept under a name."""

from django.db import models
from django.db.models import Q

from datasets.models import Dataset
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7
from experiments.evaluations.models import Evaluation
from experiments.gates.decision import LEAST_CASES, LEAST_SCORED_SHARE

NONE, PINNED, LAST_PASSED, OWN = BASELINES = ("none", "pinned", "last_passed", "own")


class Gate(OrganizationOwned):
    """`expression` is read by `experiments.gates.expression`. An evaluation of its dataset is decided when it ends.

    `baseline_rule` says what is compared with: nothing, the pinned evaluation `baseline`, the last one that passed this
    gate (the pinned one until one has), or the baseline that the evaluation itself names.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    expression = models.TextField()
    dataset = models.ForeignKey(
        Dataset,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="gates",
        help_text="null: of all",
    )
    baseline_rule = models.CharField(max_length=11, default=NONE)
    baseline = models.ForeignKey(Evaluation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    least_cases = models.PositiveIntegerField(default=LEAST_CASES, help_text="fewer leave it undecided")
    least_scored_share = models.FloatField(default=LEAST_SCORED_SHARE, help_text="a smaller share leaves it undecided")
    is_active = models.BooleanField(default=True, help_text="decides evaluations by itself when they end")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name"], name="gate_name_unique"),
            models.CheckConstraint(condition=Q(baseline_rule__in=BASELINES), name="gate_baseline_rule_known"),
            models.CheckConstraint(condition=Q(least_cases__gte=1), name="gate_least_cases_above_zero"),
            models.CheckConstraint(
                condition=Q(least_scored_share__gte=0, least_scored_share__lte=1), name="gate_scored_share_range"
            ),
            models.CheckConstraint(
                condition=Q(baseline=None) | Q(baseline_rule__in=[PINNED, LAST_PASSED]), name="gate_baseline_is_pinned"
            ),
        ]

    def __str__(self):
        return self.name
