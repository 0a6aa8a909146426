"""What an auditor decided about one judgement of a machine; the judgement itself is never edited."""

from django.db import models
from django.db.models import Q

from annotations.models import Annotator, Judgement
from annotations.tasks.models.annotation_task import AUDIT_MODES
from evalhub.lib.database.json_field import JSONField

VERDICTS = ["accept", "override", "evidence_wrong", "cannot_judge", "guideline_gap"]


class Audit(models.Model):
    id = models.BigAutoField(primary_key=True)
    judgement = models.ForeignKey(Judgement, on_delete=models.PROTECT, related_name="audits", db_index=False)
    auditor = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="audits", db_index=False)
    verdict = models.CharField(max_length=16)
    reason_code = models.CharField(max_length=40, blank=True, default="")
    note = models.TextField(blank=True, default="")
    blind = models.BooleanField(default=False, help_text="the auditor answered before seeing the machine's value")
    own_judgement = models.ForeignKey(
        Judgement,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="the auditor's own answer when they decided; always there for an override",
    )
    ms_to_decide = models.PositiveIntegerField(null=True, blank=True)
    mode = models.CharField(max_length=14, db_default="assisted", help_text="what was in view: an AUDIT_MODES")
    why = JSONField(default=list, help_text="what put it into the queue")
    inclusion_probability = models.FloatField(null=True, blank=True, help_text="of a random draw; null for risk picks")
    decided_at = models.DateTimeField(auto_now_add=True)
    invalid_reason = models.CharField(
        max_length=40, blank=True, default="", db_default="", help_text="why no figure counts it: accepted_in_bulk"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["judgement", "auditor"], name="audit_once_per_auditor"),
            models.CheckConstraint(condition=Q(verdict__in=VERDICTS), name="audit_verdict_known"),
            models.CheckConstraint(condition=Q(mode__in=AUDIT_MODES), name="audit_mode_known"),
            models.CheckConstraint(
                condition=Q(inclusion_probability__isnull=True)
                | Q(inclusion_probability__gt=0, inclusion_probability__lte=1),
                name="audit_inclusion_range",
            ),
            models.CheckConstraint(
                condition=~Q(verdict="override") | Q(own_judgement__isnull=False), name="audit_override_has_value"
            ),
        ]
        indexes = [
            models.Index(fields=["auditor", "-decided_at"], name="audit_by_auditor"),
            models.Index(fields=["decided_at"], name="audit_by_time"),
        ]

    def __str__(self):
        return f"{self.verdict} by {self.auditor}"
