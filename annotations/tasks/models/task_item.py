"""One thing to judge in one task: a hot, narrow row; the payload stays with the test case."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotations.tasks.models.annotation_task import AnnotationTask
from datasets.models import TestCase


class TaskItemQuerySet(models.QuerySet):
    def open(self):
        """Items with a place left for a person."""
        return self.filter(open_slots__gt=0, closed_reason="")

    def withdrawn(self):
        return self.exclude(closed_reason="")

    def spans(self, size: int) -> list[range]:
        """Ranges of `size` positions that together cover the items of one task."""
        last = self.aggregate(last=models.Max("position"))["last"]
        return [range(low, low + size) for low in range(0, 0 if last is None else last + 1, size)]


class TaskItem(models.Model):
    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="items", db_index=False)
    test_case = models.ForeignKey(TestCase, on_delete=models.PROTECT, related_name="+", db_index=False)
    outputs = ArrayField(models.BigIntegerField(), default=list, help_text="ids of the model outputs shown")
    position = models.PositiveIntegerField()
    priority = models.SmallIntegerField(default=0)
    open_slots = models.SmallIntegerField(help_text="places left for people; the quota itself")
    closed_reason = models.CharField(max_length=40, blank=True, default="")

    objects = TaskItemQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["task", "test_case", "outputs"], name="item_once_per_task"),
            models.UniqueConstraint(fields=["task", "position"], name="item_position_unique"),
            models.CheckConstraint(condition=Q(open_slots__gte=0), name="item_slots_not_negative"),
        ]
        indexes = [
            models.Index(
                fields=["task", "-priority", "position"],
                name="item_open",
                condition=Q(open_slots__gt=0, closed_reason=""),
            ),
            models.Index(fields=["task"], name="item_withdrawn", condition=~Q(closed_reason="")),
        ]

    def __str__(self):
        return f"item {self.position + 1}"
