"""The tenant that owns everything else."""

from django.conf import settings
from django.db import models

from evalhub.lib.ids import uuid7

# What requests of API keys are limited by, each within a minute: three classes for each key, all keys together.
SYNC, BATCH, QUERY, ORGANIZATION = REQUEST_LIMITS = ("sync", "batch", "query", "organization")


def _per_minute():
    return models.PositiveIntegerField(null=True, blank=True, help_text="null: the setting of the server")


class Organization(models.Model):
    """`…_requests_per_minute` limit what API keys send; null leaves it to the server."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=255)
    slug = models.SlugField(max_length=100, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sync_requests_per_minute = _per_minute()
    batch_requests_per_minute = _per_minute()
    query_requests_per_minute = _per_minute()
    organization_requests_per_minute = _per_minute()
    time_zone = models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text="of days and times on pages; empty: UTC"
    )
    keep_raw_days = models.PositiveIntegerField(
        null=True, blank=True, help_text="how long raw answers of providers are kept; null: the setting of the server"
    )
    default_model = models.CharField(
        max_length=200, blank=True, default="", db_default="", help_text="what forms begin with"
    )
    consensus_threshold = models.FloatField(null=True, blank=True, help_text="of new tasks; null: two thirds")
    audit_sample_share = models.FloatField(null=True, blank=True, help_text="of new tasks; null: a tenth")

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(sync_requests_per_minute=0)
                & ~models.Q(batch_requests_per_minute=0)
                & ~models.Q(query_requests_per_minute=0)
                & ~models.Q(organization_requests_per_minute=0),
                name="organization_requests_above_zero",
            ),
            models.CheckConstraint(
                condition=models.Q(consensus_threshold__isnull=True)
                | models.Q(consensus_threshold__gte=0, consensus_threshold__lte=1),
                name="organization_threshold_range",
            ),
            models.CheckConstraint(
                condition=models.Q(audit_sample_share__isnull=True)
                | models.Q(audit_sample_share__gte=0, audit_sample_share__lte=1),
                name="organization_audit_share_range",
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def own_request_limits(self):
        """{each of REQUEST_LIMITS: requests a minute, None: the server's}."""
        return {kind: getattr(self, f"{kind}_requests_per_minute") for kind in REQUEST_LIMITS}

    def request_limit(self, kind):
        """Requests a minute of one of REQUEST_LIMITS, 0: no limit."""
        return getattr(self, f"{kind}_requests_per_minute") or settings.REQUESTS_PER_MINUTE[kind]


class OrganizationOwned(models.Model):
    """Mixin of rows that belong to one organization; another organization's rows do not exist for it."""

    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="+")

    class Meta:
        abstract = True


class OrganizationQuerySet(models.QuerySet):
    def for_organization(self, organization):
        return self.filter(organization=organization)
