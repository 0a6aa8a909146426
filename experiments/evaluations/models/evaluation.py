"""Outputs of a system that are scored: which, by whom, how often, and at which price at most."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, Q, Value, When

from annotations.models import AnnotationTask
from datasets.models import System
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet
from reviews.models import EvaluationRun

SINGLE, BATCH, BENCHMARK, AB_TEST, REGRESSION, ONLINE = TYPES = (
    "SINGLE",
    "BATCH",
    "BENCHMARK",
    "AB_TEST",
    "REGRESSION",
    "ONLINE",
)
PENDING, RUNNING, COLLECTING, PAUSED, COMPLETED, FAILED, CANCELLED = STATUSES = (
    "PENDING",
    "RUNNING",
    "COLLECTING",
    "PAUSED",
    "COMPLETED",
    "FAILED",
    "CANCELLED",
)
COLLECTS, IS_PAUSED, IS_STOPPED = COLLECTION_STATES = ("on", "paused", "stopped")
STATUS_OF_COLLECTION = {COLLECTS: COLLECTING, IS_PAUSED: PAUSED}
STATUS_OF_STATE = {"done": COMPLETED, "failed": FAILED, "cancelled": CANCELLED}
ENDED = list(STATUS_OF_STATE)
ORIGIN = "evaluation"  # of its task
MOST_REPETITIONS = 100


class EvaluationQuerySet(OrganizationQuerySet, LeasedWorkQuerySet):
    def with_status(self):
        """`found_status`, what `status` is, for the database to filter by."""
        ended = [When(state=state, then=Value(status)) for state, status in STATUS_OF_STATE.items()]
        ended += [When(collection=key, then=Value(status)) for key, status in STATUS_OF_COLLECTION.items()]
        begun = When(started_at__isnull=False, then=Value(RUNNING))
        return self.annotate(found_status=Case(*ended, begun, default=Value(PENDING)))

    def finished(self):
        return self.filter(state__in=ENDED)


class Evaluation(OrganizationOwned, LeasedWork):
    """`state` is the worker's: it makes the items, has programs score them, starts the models and sums up, step by step
    (`actions.steps`). An evaluation with scores is done, whatever failed beside them; one without any has failed.

    `run` asks `system` for the outputs; without one they came with the data, under the task's `output_name`. `sampling`
    is {rate, strategy, seed, stratify_by}. `n_outputs` is how many outputs are to be scored, those that no answer came
    for among them. `slice_by` names the metadata fields by whose values the scores are summed up besides.

    Of an online evaluation `sampling` is a rule (`sampling_rule`): outputs of its open version become items as they
    arrive, up to now those to `collected_to`, while `collection` is on. `n_left_out` were drawn, and left out by a
    daily limit.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=255)
    type = models.CharField(max_length=10)
    task = models.OneToOneField(AnnotationTask, on_delete=models.PROTECT, related_name="evaluation")
    system = models.ForeignKey(System, on_delete=models.PROTECT, null=True, blank=True, related_name="evaluations")
    run = models.OneToOneField(
        EvaluationRun, on_delete=models.PROTECT, null=True, blank=True, related_name="evaluation"
    )
    baseline = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    repetitions = models.PositiveSmallIntegerField(default=1, db_default=1)
    reducer = models.CharField(
        max_length=8,
        default="mean",
        db_default="mean",
        help_text="mean, majority or pass@k, over repetitions of a case",
    )
    sampling = JSONField(default=dict)
    collection = models.CharField(
        max_length=7,
        blank=True,
        default="",
        db_default="",
        help_text="on, paused or stopped; empty: no online evaluation",
    )
    collected_to = models.BigIntegerField(default=0, db_default=0)
    n_left_out = models.PositiveIntegerField(default=0, db_default=0)
    reuse = models.BooleanField(default=False, help_text="answers of models to the same question are taken again")
    cost_cap_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    webhook_url = models.CharField(max_length=500, blank=True, default="")
    metadata = JSONField(default=dict)
    slice_by = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    n_outputs = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = EvaluationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(type__in=TYPES), name="evaluation_type_known"),
            models.CheckConstraint(condition=Q(state__in=LeasedWork.STATES), name="evaluation_state_known"),
            models.CheckConstraint(
                condition=Q(repetitions__gte=1, repetitions__lte=MOST_REPETITIONS), name="evaluation_repetitions_range"
            ),
            models.CheckConstraint(
                condition=Q(reducer="mean")
                | Q(repetitions__gt=1) & (Q(reducer="majority") | Q(reducer__regex="^pass@[1-9][0-9]{0,2}$")),
                name="evaluation_reducer_known",
            ),
            models.CheckConstraint(
                condition=Q(run__isnull=True) | Q(system__isnull=False), name="evaluation_run_has_system"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(state__in=ENDED), name="evaluation_end_has_state"
            ),
            models.CheckConstraint(
                condition=Q(cost_cap_usd__isnull=True) | Q(cost_cap_usd__gt=0), name="evaluation_cap_above_zero"
            ),
            models.CheckConstraint(
                condition=Q(type=ONLINE, collection__in=COLLECTION_STATES) | ~Q(type=ONLINE) & Q(collection=""),
                name="evaluation_online_collects",
            ),
            models.CheckConstraint(condition=~Q(baseline=F("id")), name="evaluation_not_its_own_baseline"),
        ]
        indexes = [
            models.Index(fields=["organization", "-created_at"], name="evaluation_by_time"),
            models.Index(
                fields=["state", "next_attempt_at"],
                name="evaluation_due",
                condition=Q(state__in=["waiting", "running"]),
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def status(self):
        known = STATUS_OF_STATE.get(self.state) or STATUS_OF_COLLECTION.get(self.collection)
        return known or (RUNNING if self.started_at else PENDING)

    @property
    def has_ended(self):
        return self.state in ENDED
