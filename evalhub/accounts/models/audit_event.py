"""Who changed, opened or took away what: append-only, guarded by a trigger."""

from django.db import models
from django.db.models import Q

from evalhub.lib.database.json_field import JSONField

from .organization import OrganizationOwned, OrganizationQuerySet
from .user import User

PERSON = "accounts.User"


class AuditEventQuerySet(OrganizationQuerySet):
    def of_action(self, action):
        """Of a verb such as `password.changed`, or of all that begin so, such as `password`."""
        return self.filter(Q(verb=action) | Q(verb__startswith=f"{action}."))

    def about(self, text):
        """Done by, or to, a person whose address or name holds `text`."""
        people = User.objects.filter(Q(email__icontains=text) | Q(name__icontains=text))
        ids = [str(pk) for pk in people.values_list("pk", flat=True)]
        return self.filter(Q(actor__in=ids) | Q(object_type=PERSON, object_id__in=ids))


class AuditEvent(OrganizationOwned):
    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60, blank=True, default="")
    object_id = models.CharField(max_length=64, blank=True, default="")
    details = JSONField(default=dict)

    objects = AuditEventQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["organization", "-id"], name="audit_by_organization")]

    def __str__(self):
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb} {self.object_type} {self.object_id}"
