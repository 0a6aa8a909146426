"""How far annotators differ on one question of one item: derived by the worker, replaced whole."""

from django.db import models
from django.db.models import Q

from annotations.tasks.models import AnnotationTask, Question, TaskItem


class Disagreement(models.Model):
    """`score` is the mean distance of two labels over its largest possible value: 0 agree, 1 as far as can be."""

    id = models.BigAutoField(primary_key=True)
    # No constraints of their own: the item of this task is checked once, by disagreement_item_id_same_task.
    task = models.ForeignKey(
        AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    item = models.ForeignKey(
        TaskItem, on_delete=models.CASCADE, related_name="disagreements", db_index=False, db_constraint=False
    )
    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="+", db_index=False)
    score = models.FloatField()
    n_labels = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "question"], name="disagreement_once"),
            models.CheckConstraint(condition=Q(score__gte=0, score__lte=1), name="disagreement_score_range"),
        ]
        indexes = [models.Index(fields=["task", "-score", "item"], name="disagreement_by_score")]

    def __str__(self):
        return f"{self.score:.2f} on {self.question_id} of {self.item_id}"
