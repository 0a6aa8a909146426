"""The answer to one question within one annotation."""

from django.db import models
from django.db.models import Q, Value

from annotations.queue.models.annotation import Annotation
from annotations.tasks.models import Question
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField


class Judgement(models.Model):
    """`number` is the value on its scale, or the option's place in declared order, where the type has one. A scorer
    that weighs several values has the exact number there, and as its value the nearest one of the scale.

    A scorer that has no value abstains, with the reason in `failure`: that is no low value.
    `details` has how a machine came to the value: `orders`, what it said in each order of showing two answers;
    `score_mode`, how a probability-weighted score was made; `corpus`, counts that add up to the score of all answers.
    """

    id = models.BigAutoField(primary_key=True)
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="judgements", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+", db_index=False)
    value = JSONField(null=True, blank=True)
    number = models.FloatField(null=True, blank=True)
    justification = models.TextField(blank=True, default="")
    confidence = models.FloatField(null=True, blank=True)
    abstained = models.BooleanField(default=False)
    failure = ReasonField(db_default="", help_text="why a machine has no value")
    details = JSONField(default=dict, db_default=Value({}, JSONField()))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "question"], name="judgement_one_per_question"),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0, confidence__lte=1),
                name="judgement_confidence_range",
            ),
            models.CheckConstraint(
                condition=Q(abstained=False, value__isnull=False) | Q(abstained=True, value__isnull=True),
                name="judgement_value_or_abstained",
            ),
            models.CheckConstraint(condition=Q(failure="") | Q(abstained=True), name="judgement_failure_has_no_value"),
        ]
        indexes = [
            models.Index(fields=["question", "annotation"], name="judgement_by_question", include=["number"]),
            models.Index(fields=["question"], name="judgement_abstained", condition=Q(abstained=True)),
            models.Index(
                fields=["question", "number"],
                name="judgement_by_number",
                include=["annotation"],
                condition=Q(number__isnull=False),
            ),
        ]

    def __str__(self):
        return f"{self.question_id}: {self.value!r}"
