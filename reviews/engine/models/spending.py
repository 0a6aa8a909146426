"""Budgets, and what was spent and is reserved against them."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet


class Budget(models.Model):
    """The most that an organization's runs spend in a calendar month (UTC); null is no limit."""

    organization = models.OneToOneField(
        "accounts.Organization", on_delete=models.CASCADE, primary_key=True, related_name="llm_budget"
    )
    monthly_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(monthly_usd__isnull=True) | Q(monthly_usd__gt=0), name="budget_above_zero"
            ),
        ]

    def __str__(self):
        return f"{self.organization}: {self.monthly_usd} USD a month"


class Spending(OrganizationOwned):
    """The sum of one scope: a run, or a month of an organization (`run` null). Locked to reserve, so a budget holds;
    it can be counted anew from attempts and batches at any time, and `manage.py invariants` does."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(
        "reviews.EvaluationRun", on_delete=models.CASCADE, null=True, blank=True, related_name="spendings"
    )
    month = models.DateField(null=True, blank=True, help_text="its first day")
    spent_usd = models.DecimalField(max_digits=18, decimal_places=10, default=0)
    reserved_usd = models.DecimalField(max_digits=18, decimal_places=10, default=0)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run"], name="spending_of_run", condition=Q(run__isnull=False)),
            models.UniqueConstraint(
                fields=["organization", "month"], name="spending_of_month", condition=Q(run__isnull=True)
            ),
            models.CheckConstraint(
                condition=Q(run__isnull=True, month__isnull=False) | Q(run__isnull=False, month__isnull=True),
                name="spending_has_scope",
            ),
        ]

    def __str__(self):
        return f"{self.run_id or self.month}: {self.spent_usd} USD"
