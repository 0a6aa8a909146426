"""How much may be asked of a provider in a minute: versioned, so that a run's pace can be explained later."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet


class RateLimitProfile(OrganizationOwned):
    """Limits for `provider` and `model` ("" means each of its models); null is no limit of ours. The highest version
    of a name counts; "" is the standard profile of the organization."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=80, blank=True, default="")
    version = models.PositiveIntegerField()
    provider = models.CharField(max_length=40)
    model = models.CharField(max_length=200, blank=True, default="")
    requests_per_minute = models.PositiveIntegerField(null=True, blank=True)
    input_tokens_per_minute = models.PositiveBigIntegerField(null=True, blank=True)
    output_tokens_per_minute = models.PositiveBigIntegerField(null=True, blank=True)
    enqueued_batch_tokens = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["name", "provider", "model", "-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "name", "provider", "model", "version"], name="rate_limit_version_unique"
            ),
            models.CheckConstraint(
                condition=~Q(requests_per_minute=0)
                & ~Q(input_tokens_per_minute=0)
                & ~Q(output_tokens_per_minute=0)
                & ~Q(enqueued_batch_tokens=0),
                name="rate_limit_above_zero",
            ),
        ]

    def __str__(self):
        return f"{self.name or 'standard'} {self.provider}/{self.model or '*'} v{self.version}"
