"""What an auditor decided about one judgement of a machine; the judgement itself is never edited."""

from django.db import models
from django.db.models import Q

from annotations.models import Annotator, Judgement

VERDICTS = ["accept", "override", "evidence_wrong", "cannot_judge"]


class Audit(models.Model):
    id = models.BigAutoField(primary_key=True)
    judgement = models.ForeignKey(Judgement, on_delete=models.PROTECT, related_name="audits", db_index=False)
    auditor = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="audits")
    verdict = models.CharField(max_length=16)
    reason_code = models.CharField(max_length=40, blank=True, default="")
    note = models.TextField(blank=True, default="")
    blind = models.BooleanField(default=False, help_text="the auditor answered before seeing the machine's value")
    own_judgement = models.ForeignKey(
        Judgement, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text="of an override"
    )
    ms_to_decide = models.PositiveIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["judgement", "auditor"], name="audit_once_per_auditor"),
            models.CheckConstraint(condition=Q(verdict__in=VERDICTS), name="audit_verdict_known"),
            models.CheckConstraint(
                condition=~Q(verdict="override") | Q(own_judgement__isnull=False), name="audit_override_has_value"
            ),
        ]

    def __str__(self):
        return f"{self.verdict} by {self.auditor}"
