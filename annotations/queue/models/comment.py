"""What people say to each other about an item, and who is to read it."""

from django.db import models

from annotations.tasks.models import AnnotationTask, TaskItem
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet


class Comment(OrganizationOwned):
    """A comment on one item; a thread is closed by `resolved_at` of its first comment."""

    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False)
    item = models.ForeignKey(TaskItem, on_delete=models.CASCADE, related_name="comments", db_index=False)
    answers = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="replies")
    author = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True, blank=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "pk"]
        indexes = [
            models.Index(fields=["item", "created_at"], name="comment_by_item"),
            models.Index(fields=["task", "-created_at"], name="comment_by_task"),
        ]

    def __str__(self):
        return self.text[:60]


class Notification(OrganizationOwned):
    """A line under a member's bell; `verb` is mentioned, replied, returned or assigned."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    verb = models.CharField(max_length=20)
    actor = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    item = models.ForeignKey(TaskItem, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["user", "organization", "-created_at"], name="notification_by_user"),
            models.Index(
                fields=["user", "organization"], name="notification_unread", condition=models.Q(read_at__isnull=True)
            ),
        ]

    def __str__(self):
        return f"{self.verb} {self.user_id}"
