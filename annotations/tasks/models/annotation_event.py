"""The append-only history of a task's work, guarded by a trigger."""

from django.db import models

from annotations.tasks.models.annotation_task import AnnotationTask
from annotations.tasks.models.annotator import Annotator
from annotations.tasks.models.task_item import TaskItem
from evalhub.lib.database.json_field import JSONField


class AnnotationEvent(models.Model):
    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.PROTECT, related_name="+", db_index=False)
    item = models.ForeignKey(
        TaskItem, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    actor = models.ForeignKey(
        Annotator, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    verb = models.CharField(max_length=40)
    details = JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["task", "id"], name="event_by_task"),
            models.Index(fields=["item", "actor"], name="event_of_reading", condition=models.Q(verb="comments_read")),
            models.Index(fields=["task", "item"], name="event_of_flagging", condition=models.Q(verb="flagged")),
        ]

    def __str__(self):
        return f"{self.verb} {self.item_id}"
