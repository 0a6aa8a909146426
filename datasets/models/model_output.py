"""One answer of one system to one case."""

import hashlib

from django.db import models
from django.db.models import Q

from .system import System
from .test_case import TestCase


class ModelOutputQuerySet(models.QuerySet):
    def of_data(self):
        """Those that came with the data, without what runs here have produced."""
        return self.filter(produced=False)


class ModelOutput(models.Model):
    """`name` is its system's, which has to be loaded: `ModelOutput.of_cases()` does. Unknown cost or usage is null.

    A published version is frozen, yet its cases are asked of systems here: such an output is `produced`, the system's
    next repetition. It is no part of the data: lists, exports and tasks over a version take those `of_data`, and what
    wants the others names their ids, as items do. The done request that made one has its id as `result`.
    """

    id = models.BigAutoField(primary_key=True)
    test_case = models.ForeignKey(TestCase, on_delete=models.CASCADE, related_name="outputs", db_index=False)
    # Nobody deletes a system, so there is no index; a trigger checks it once per statement (`guards.references`).
    system = models.ForeignKey(
        System, on_delete=models.PROTECT, related_name="outputs", db_index=False, db_constraint=False
    )
    repetition = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="of the same question, from 1")
    text = models.TextField()
    error = models.TextField(blank=True, default="", db_default="", help_text="why there is no answer")
    finish_reason = models.CharField(max_length=40, blank=True, default="", db_default="")
    latency_ms = models.FloatField(null=True, blank=True)
    tokens_in = models.PositiveIntegerField(null=True, blank=True)
    tokens_out = models.PositiveIntegerField(null=True, blank=True)
    cost_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    occurred_at = models.DateTimeField(null=True, blank=True, help_text="when a running system gave it")
    text_sha256 = models.CharField(max_length=64)
    simulated = models.BooleanField(default=False, db_default=False)
    produced = models.BooleanField(
        default=False, db_default=False, help_text="by a run here; no part of the frozen data"
    )

    objects = ModelOutputQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["test_case", "system", "repetition"], name="output_unique"),
            models.CheckConstraint(condition=Q(repetition__gte=1), name="output_repetition_from_one"),
            models.CheckConstraint(
                condition=Q(cost_usd__isnull=True) | Q(cost_usd__gte=0), name="output_cost_not_negative"
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def name(self):
        return self.system.name

    @property
    def is_described(self):
        """Whether more is known of it than its text and the name of its system."""
        system = self.system
        known = (self.error, self.finish_reason, self.simulated, self.repetition > 1, system.model, system.provider)
        measured = (self.latency_ms, self.tokens_in, self.tokens_out, self.cost_usd)
        more = (system.prompt, system.system_prompt, system.parameters, system.model_version)
        return any(known) or any(more) or any(value is not None for value in measured)

    @classmethod
    def of_cases(cls):
        """A prefetch of cases' outputs with their systems, as they came with the data, in one statement."""
        return models.Prefetch("outputs", queryset=cls.objects.of_data().select_related("system"))


def sha256_of(text):
    return hashlib.sha256(text.encode()).hexdigest()
