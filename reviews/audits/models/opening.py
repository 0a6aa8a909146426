"""That somebody has seen another's answer, and when first: from then on no answer of theirs to the item is blind."""

from django.db import models

from annotations.models import Annotation, Annotator


class AuditOpening(models.Model):
    id = models.BigAutoField(primary_key=True)
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="openings", db_index=False)
    auditor = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    seconds_in_view = models.FloatField(db_default=0.0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "auditor"], name="audit_opening_once"),
        ]

    def __str__(self):
        return f"{self.auditor} saw {self.annotation_id}"
