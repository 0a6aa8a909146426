"""That an item is to be adjudicated although nothing else calls for it."""

from django.db import models

from annotations.tasks.models import AnnotationTask, TaskItem


class AdjudicationRequest(models.Model):
    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False)
    item = models.ForeignKey(TaskItem, on_delete=models.CASCADE, related_name="+", db_index=False)
    reason = models.TextField(blank=True, default="")
    asked_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item"], name="adjudication_request_open_once", condition=models.Q(closed_at__isnull=True)
            ),
        ]
        indexes = [
            models.Index(
                fields=["task", "item"], name="adjudication_request_open", condition=models.Q(closed_at__isnull=True)
            ),
        ]

    def __str__(self):
        return f"adjudicate item {self.item_id}"
