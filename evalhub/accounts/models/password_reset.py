"""A wish to set a new password by a link that comes by mail: the outbox of those mails."""

from django.db import models

from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet


class PasswordReset(LeasedWork):
    """The link is made when the mail is sent and is not stored."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LeasedWorkQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["user", "created_at"], name="password_reset_by_user"),
            models.Index(
                fields=["next_attempt_at"],
                name="password_reset_due",
                condition=models.Q(state__in=["waiting", "running"]),
            ),
        ]

    def __str__(self):
        return f"{self.user} {self.state}"
