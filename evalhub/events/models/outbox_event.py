"""What happened, as other programs are told of it."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7


class OutboxEvent(OrganizationOwned):
    """`sequence` counts the events of an organization without a gap, in the order in which they were committed; it is
    given after the commit, so that events of concurrent transactions need no lock.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    sequence = models.BigIntegerField(null=True, blank=True)
    type = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60)
    object_id = models.CharField(max_length=64)
    payload = JSONField(encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "sequence"], name="outbox_sequence_once"),
            models.CheckConstraint(condition=models.Q(sequence=None) | models.Q(sequence__gte=1), name="outbox_from_1"),
        ]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(sequence=None), name="outbox_unnumbered"),
            models.Index(fields=["created_at"], name="outbox_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.object_id}"
