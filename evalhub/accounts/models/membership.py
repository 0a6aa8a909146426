"""Which person has which role in which organization."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .organization import Organization, OrganizationQuerySet


class Role(models.TextChoices):
    ADMIN = "admin", _("Admin")
    REVIEWER = "reviewer", _("Reviewer")
    ANNOTATOR = "annotator", _("Annotator")
    VIEWER = "viewer", _("Viewer")


CAPABILITIES = {
    Role.ADMIN: frozenset({"read", "annotate", "audit", "export", "manage", "send", "admin"}),
    Role.REVIEWER: frozenset({"read", "annotate", "audit", "export"}),
    Role.ANNOTATOR: frozenset({"annotate"}),
    Role.VIEWER: frozenset({"read"}),
}


class MembershipQuerySet(OrganizationQuerySet):
    def matching(self, words):
        """Members whose name or address holds these words."""
        return self.filter(models.Q(user__name__icontains=words) | models.Q(user__email__icontains=words))


class Membership(models.Model):
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="memberships")
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "organization"], name="membership_once_per_organization"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self):
        return f"{self.user} as {self.role} of {self.organization}"

    def may(self, capability):
        return capability in CAPABILITIES[self.role]
