"""What a gate said of one evaluation, as it was decided then."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7
from experiments.evaluations.models import Evaluation
from experiments.gates.decision import STATES
from experiments.gates.models.gate import Gate


class GateResult(OrganizationOwned):
    """Never changed: deciding again makes another one. `gate` null: the expression was given with the question.

    `conditions` are [{text, state, value, left, right, difference, low, high, p, n, method, cases_needed, reason}] in
    the order of the expression; null where a figure is not defined, and p of the difference or of the figure itself.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    gate = models.ForeignKey(Gate, on_delete=models.SET_NULL, null=True, blank=True, related_name="results")
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="gate_results")
    baseline = models.ForeignKey(Evaluation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    expression = models.TextField()
    state = models.CharField(max_length=9)
    reason = ReasonField()
    conditions = JSONField(default=list)
    decided_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["-decided_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=STATES), name="gate_result_state_known"),
            models.CheckConstraint(
                condition=~Q(state="undecided") | ~Q(reason=""), name="gate_result_undecided_has_reason"
            ),
        ]
        indexes = [
            models.Index(fields=["gate", "-decided_at"], name="gate_result_by_gate"),
            models.Index(fields=["evaluation", "-decided_at"], name="gate_result_by_evaluation"),
        ]

    def __str__(self):
        return f"{self.gate or self.expression}: {self.state}"
