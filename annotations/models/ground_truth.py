"""The value an item's question has after all was weighed: versioned, one current row."""

from django.db import models
from django.db.models import Q

from .question import Question
from .task_item import TaskItem


class GroundTruth(models.Model):
    SOURCES = ["adjudicated", "consensus", "expert", "imported", "single_human", "llm_panel", "mixed_single_human"]

    id = models.BigAutoField(primary_key=True)
    item = models.ForeignKey(TaskItem, on_delete=models.PROTECT, related_name="ground_truth", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    value = models.JSONField()
    number = models.FloatField(null=True, blank=True)
    source = models.CharField(max_length=20)
    confidence = models.FloatField(null=True, blank=True)
    details = models.JSONField(default=dict, help_text="votes, people-only value, method")
    decided_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    is_current = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        # Consensus has neither at first: a million rows that need no entry.
        indexes = [
            models.Index(fields=["supersedes"], name="ground_truth_superseded", condition=Q(supersedes__isnull=False)),
            models.Index(fields=["decided_by"], name="ground_truth_by_decider", condition=Q(decided_by__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["item", "question"], name="ground_truth_one_current", condition=Q(is_current=True)
            ),
            models.UniqueConstraint(fields=["item", "question", "version"], name="ground_truth_version_unique"),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0, confidence__lte=1),
                name="ground_truth_confidence_range",
            ),
        ]

    def __str__(self):
        return f"{self.question_id}: {self.value!r}"
