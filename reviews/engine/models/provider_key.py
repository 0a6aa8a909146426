"""A key of an organization for a provider of models, encrypted; it comes before the installation's own."""

from django.db import models

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7

UNTESTED, WAITING, WORKS, FAILED = TEST_STATES = ("", "waiting", "works", "failed")


class ProviderKey(OrganizationOwned):
    """`encrypted` is never shown and never leaves but to the provider. `test_*` tell of the last call to test it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    provider = models.CharField(max_length=40)
    encrypted = models.TextField()
    test_model = models.CharField(max_length=200, blank=True, default="")
    test_state = models.CharField(max_length=7, blank=True, default=UNTESTED)
    test_reason = ReasonField()
    tested_at = models.DateTimeField(null=True, blank=True)
    set_at = models.DateTimeField()
    set_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["provider"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "provider"], name="provider_key_once"),
            models.CheckConstraint(condition=models.Q(test_state__in=TEST_STATES), name="provider_key_test_known"),
        ]

    def __str__(self):
        return self.provider
