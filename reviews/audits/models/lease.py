"""Who is auditing a machine's answer just now."""

from django.db import models

from annotations.models import Annotation, Annotator


class AuditLease(models.Model):
    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, primary_key=True, related_name="+")
    auditor = models.ForeignKey(Annotator, on_delete=models.CASCADE, related_name="+")
    lease_until = models.DateTimeField()

    def __str__(self):
        return f"{self.auditor} audits {self.annotation_id}"
