"""A system on a suite: what was planned, under which limits, and how far the worker is."""

import datetime

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from datasets.models import System
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet
from experiments.benchmarks.models.benchmark_suite import BenchmarkSuite

QUEUED, RUNNING, COMPLETED, FAILED, CANCELLED = STATUSES = ("QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED")
STATUS_OF_STATE = {"done": COMPLETED, "failed": FAILED, "cancelled": CANCELLED}
MOST_WORKERS, MOST_CALLS = 100, 10_000


class SuiteRunQuerySet(OrganizationQuerySet, LeasedWorkQuerySet):
    def open(self):
        return self.filter(state__in=["waiting", "running"])


class SuiteRun(OrganizationOwned, LeasedWork):
    """`state` is the worker's, who looks again and again until every task has ended (`actions.supervisor`).

    `plan` is what `plan.plan` found: {"tasks": [{"key", "start", "end"}], "makespan", "lower_bound"}. `parallelism` is
    how many tasks run at once, `calls` how many calls of models they may make at once together.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    suite = models.ForeignKey(BenchmarkSuite, on_delete=models.PROTECT, related_name="runs")
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    parallelism = models.PositiveSmallIntegerField(default=3)
    calls = models.PositiveIntegerField(default=16)
    is_paused = models.BooleanField(default=False, db_default=False)
    plan = JSONField()
    cost_cap_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    webhook_url = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = SuiteRunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=LeasedWork.STATES), name="suite_run_state_known"),
            models.CheckConstraint(
                condition=Q(parallelism__gte=1, parallelism__lte=MOST_WORKERS), name="suite_run_parallelism_range"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(finished_at__gte=F("created_at")),
                name="suite_run_ends_after_its_start",
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "-created_at"], name="suite_run_by_time"),
            models.Index(
                fields=["state", "next_attempt_at"], name="suite_run_due", condition=Q(state__in=["waiting", "running"])
            ),
        ]

    def __str__(self):
        return f"{self.system} · {self.suite}"

    def get_absolute_url(self):
        return reverse("benchmarks:run_detail", args=[self.pk])

    @property
    def status(self):
        return STATUS_OF_STATE.get(self.state) or (RUNNING if self.started_at else QUEUED)

    @property
    def has_ended(self):
        return self.state in STATUS_OF_STATE

    @property
    def shown_state(self):
        """Running from the first look on: between two looks the worker's state is waiting."""
        if self.has_ended:
            return self.state
        return "paused" if self.is_paused else self.status.lower()

    @property
    def estimated_completion(self):
        return (self.started_at or self.created_at) + datetime.timedelta(seconds=self.plan["makespan"])
