"""Machine answers drawn by chance for audit, so that error rates can be estimated without bias."""

from django.db import models
from django.db.models import Q

from annotations.models import Annotation, AnnotationTask


class AuditSample(models.Model):
    """`inclusion_probability` is the chance that this annotation had of being drawn; its inverse is the weight."""

    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+")
    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="audit_sample")
    inclusion_probability = models.FloatField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(inclusion_probability__gt=0, inclusion_probability__lte=1), name="audit_sample_probability"
            ),
        ]

    def __str__(self):
        return f"{self.annotation_id} drawn at {self.inclusion_probability:g}"


class AuditDraw(models.Model):
    """Up to which machine annotation a task's answers have been through the draw, and by which share."""

    task = models.OneToOneField(AnnotationTask, on_delete=models.CASCADE, primary_key=True, related_name="+")
    last_annotation = models.BigIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self):
        return f"draw of {self.task_id} up to {self.last_annotation}"
