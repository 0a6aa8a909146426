"""The value an item's question has after all was weighed: versioned, one current row."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotations.tasks.models import Question, TaskItem
from evalhub.lib.database.json_field import JSONField

# Sources that speak for people: several agreed, or one was asked to decide. No machine had a vote.
BY_PEOPLE = ("adjudicated", "expert", "imported", "consensus")


class GroundTruthQuerySet(models.QuerySet):
    def current(self):
        return self.filter(is_current=True)

    def adjudicated(self):
        """What adjudicators decided, as it is in force."""
        return self.current().filter(source="adjudicated")

    def by_people(self):
        """What people agreed on or decided: neither one annotator's answer nor anything that a machine voted for."""
        return self.filter(source__in=BY_PEOPLE)


class GroundTruth(models.Model):
    SOURCES = [*BY_PEOPLE, "mixed", "single_human", "mixed_single_human", "llm_panel"]

    id = models.BigAutoField(primary_key=True)
    item = models.ForeignKey(TaskItem, on_delete=models.PROTECT, related_name="ground_truth", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    value = JSONField()
    number = models.FloatField(null=True, blank=True)
    source = models.CharField(max_length=20)
    share = models.FloatField(null=True, blank=True, help_text="of the votes that were counted")
    confidence = models.FloatField(null=True, blank=True, help_text="posterior probability, by methods that have one")
    people = models.PositiveIntegerField(default=0, db_default=0, help_text="whose votes or decision it rests on")
    machines = models.PositiveIntegerField(default=0, db_default=0, help_text="whose labels it rests on")
    simulated = models.BooleanField(default=False, db_default=False, help_text="one of the machines was simulated")
    details = JSONField(default=dict, help_text="votes, people-only value, method")
    decided_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    is_current = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, help_text="the same for all rows of one decision")

    objects = GroundTruthQuerySet.as_manager()

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
            models.CheckConstraint(
                condition=Q(share__isnull=True) | Q(share__gte=0, share__lte=1), name="ground_truth_share_range"
            ),
            models.CheckConstraint(
                condition=~Q(source__in=BY_PEOPLE) | Q(machines=0, simulated=False), name="ground_truth_by_people"
            ),
        ]

    def __str__(self):
        return f"{self.question_id}: {self.value!r}"
