"""Which scorer answers which question of an evaluation: what its progress and its failures are counted against."""

from django.db import models

from annotations.models import Annotator, Question

from .evaluation import Evaluation


class EvaluationScorer(models.Model):
    """A question that a program computes has that program alone; all others have each model and each jury that was
    chosen."""

    id = models.BigAutoField(primary_key=True)
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="scorers", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+", db_index=False)
    annotator = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "question", "annotator"], name="evaluation_scorer_once"),
        ]

    def __str__(self):
        return f"{self.annotator} scores {self.question}"
